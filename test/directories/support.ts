/** Directories to reduce, made from what they hold. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Files by path; `->` begins the target of a link, a path that ends in a slash is an empty folder. */
export const makeTree = (root: string, content: Readonly<Record<string, string | Uint8Array>>): void => {
  mkdirSync(root, { recursive: true });
  for (const [path, text] of Object.entries(content)) {
    const full = join(root, path);
    mkdirSync(path.endsWith("/") ? full : dirname(full), { recursive: true });
    if (path.endsWith("/")) continue;
    if (typeof text === "string" && text.startsWith("->")) symlinkSync(text.slice(2), full);
    else writeFileSync(full, text);
    if (typeof text === "string" && text.startsWith("#!")) chmodSync(full, 0o755);
  }
};

/** The same back. */
export const readBack = (root: string, under = ""): Record<string, string> => {
  const found: Record<string, string> = {};
  const entries = readdirSync(join(root, under), { withFileTypes: true });
  if (entries.length === 0 && under !== "") found[`${under}/`] = "";
  for (const entry of entries) {
    const path = under === "" ? entry.name : `${under}/${entry.name}`;
    if (entry.isDirectory()) Object.assign(found, readBack(root, path));
    else if (entry.isSymbolicLink()) found[path] = `->${readlinkSync(join(root, path))}`;
    else found[path] = readFileSync(join(root, path), "utf8");
  }
  return found;
};
