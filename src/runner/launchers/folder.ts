/** What launchers of packages read in the folder that they are started in. */
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { attempt } from "../../core/maybe.ts";

/** Files by which npm, pnpm, Yarn and Bun find out what to start, and with which environment. */
const READ =
  /^(?:package\.(?:json5?|yaml)|package-lock\.json|npm-shrinkwrap\.json|pnpm-.*\.yaml|yarn\.lock|bun\.lockb?|bunfig\.toml|\.npmrc|\.yarnrc(?:\.yml)?|\.pnp.*|\.env.*|\.tool-versions|\.node-version|\.nvmrc)$/;

export interface LauncherFolder {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** The names of the programs of installed packages. */
  readonly programs: readonly string[];
  /** Everything that launchers read here, as one text. */
  readonly state: string;
  readonly scripts: Readonly<Record<string, unknown>>;
}

/** Nothing where a launcher would find other packages above the folder than above what is made in `room`. */
export const readFolder = (folder: string, room: string): LauncherFolder | undefined => {
  const names = readdirSync(folder);
  if (names.includes(".pnp.cjs") || !isSame(packagesAbove(folder), packagesAbove(join(room, "any")))) return undefined;
  const files = names
    .filter((name) => READ.test(name) && isFile(join(folder, name)))
    .map((name) => ({ name, text: readFileSync(join(folder, name), "latin1") }));
  const programs = programsIn(join(folder, "node_modules/.bin"));
  const manifest = files.find(({ name }) => name === "package.json");
  return {
    files,
    programs,
    state: JSON.stringify([files, programs, linkOf(join(folder, "node_modules"))]),
    scripts: scriptsIn(manifest?.text ?? "{}"),
  };
};

/** Folders above it that launchers look into, too. */
const packagesAbove = (folder: string): readonly string[] => {
  const found: string[] = [];
  for (let at = dirname(folder); ; at = dirname(at)) {
    if (existsSync(join(at, "package.json")) || existsSync(join(at, "node_modules"))) found.push(at);
    if (at === dirname(at)) return found;
  }
};

const isSame = (some: readonly string[], others: readonly string[]): boolean => some.join("\0") === others.join("\0");

const programsIn = (folder: string): readonly string[] => attempt(() => readdirSync(folder)) ?? [];

const linkOf = (path: string): string | undefined => attempt(() => readlinkSync(path));

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

const scriptsIn = (manifest: string): Readonly<Record<string, unknown>> => {
  try {
    const { scripts } = JSON.parse(manifest) as { readonly scripts?: unknown };
    return typeof scripts === "object" && scripts !== null ? (scripts as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};
