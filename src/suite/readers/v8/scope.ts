/** Which scripts are the program: files below pare's directory, without packages, unless the user names folders. */
import { isAbsolute, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { followed } from "../../../runner/sandbox.ts";
import { below } from "../names.ts";

export interface ScriptScope {
  /** The file of a script that belongs to the program; nothing for all others. */
  fileOf(url: string): string | undefined;
  /** The folders and files that are looked at, absolute. */
  readonly roots: readonly string[];
}

/** `named`: files and folders, relative to `origin`. What is named may be within node_modules. */
export const scriptScope = (origin: string, named: readonly string[]): ScriptScope => {
  const given = named.length === 0 ? [origin] : named.map((path) => resolve(origin, path));
  // Scripts are known by where they really are; packages are often links.
  const roots = [...new Set(given.flatMap((path) => [path, followed(path)]))];
  const belongs = (path: string): boolean =>
    roots.some((root) => {
      const inside = path === root ? "" : below(root, path);
      return inside !== undefined && (named.length > 0 || !inside.split(sep).includes("node_modules"));
    });
  return {
    roots,
    fileOf: (url) => {
      const path = pathOf(url);
      return path !== undefined && belongs(path) ? path : undefined;
    },
  };
};

const pathOf = (url: string): string | undefined => {
  if (isAbsolute(url)) return url;
  if (!url.startsWith("file:")) return undefined;
  try {
    // What is behind the path tells copies of a module apart, not files.
    return fileURLToPath(url.replace(/[?#].*$/, ""));
  } catch {
    return undefined;
  }
};
