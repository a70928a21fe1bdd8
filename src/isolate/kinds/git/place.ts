/** A worker's own checkout. */
import { mkdirSync, existsSync, appendFileSync, copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Entry } from "../../mixture.ts";
import type { Place } from "../../place.ts";
import { openDisk } from "../../places/disk.ts";
import { treePlace } from "../../places/tree-place.ts";
import { SUBMODULE } from "./entries.ts";
import { layExtras, type Extras } from "./extras.ts";
import type { Repository } from "./repository.ts";
import { gitIn, gitOf } from "./run.ts";
import { listTree } from "./tree.ts";

export interface WorktreeOptions {
  readonly repository: Repository;
  /** Does not exist yet; the checkout lies in it, under the name of the user's. */
  readonly directory: string;
  readonly commit: string;
  readonly base: (path: string) => Entry | undefined;
  /** Paths of the good end that do not lie there as they are stored. */
  readonly converted: Iterable<string>;
  /** Files that are in every place without being part of any state. */
  readonly helpers: ReadonlyMap<string, Entry>;
  readonly submodules: Iterable<readonly [path: string, commit: string]>;
  readonly extras: Extras;
  /** A submodule whose commit is nowhere at hand. */
  readonly onMissing: (path: string, commit: string) => void;
}

export const openWorktree = async (options: WorktreeOptions): Promise<Place> => {
  const { repository, directory, commit, base, extras } = options;
  const root = join(directory, repository.name);
  await checkOut({ from: repository.common, commit, to: root });
  const disk = openDisk(root, () => {});
  for (const path of options.converted) {
    const entry = base(path);
    if (entry?.kind === "file") disk.put(path, entry);
  }
  for (const [path, entry] of options.helpers) if (entry.kind !== "submodule") disk.put(path, entry);
  const fill = async (path: string, wanted: string, to: string): Promise<void> => {
    if (!(await fillSubmodule(repository, path, wanted, to))) options.onMissing(path, wanted);
  };
  for (const [path, wanted] of options.submodules) await fill(path, wanted, join(root, path));
  if (repository.top !== undefined) layExtras(extras, repository.top, root);
  const left = new Set([...extras.packages, ...extras.linked]);
  return treePlace({
    directory: root,
    around: directory,
    cwd: join(root, repository.prefix),
    base,
    submodule: fill,
    isLeft: (path) => left.has(path) || path === ".git" || path.endsWith("/.git"),
  });
};

/** Where a repository keeps what it has of its submodules: in its checkout, and in itself. */
interface Holder {
  readonly top: string | undefined;
  readonly common: string;
}

/** Fills an empty directory with a commit of a submodule, and those within it. Says whether the commit was at hand. */
const fillSubmodule = async (
  { top, common }: Repository,
  path: string,
  commit: string,
  directory: string,
): Promise<boolean> => {
  let isComplete = true;
  const waiting = [{ holder: { top, common } as Holder, path, commit, directory }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const from = await sourceOf(next.holder, next.path, next.commit);
    if (from === undefined) {
      isComplete = false;
      continue;
    }
    await checkOut({ from, commit: next.commit, to: next.directory });
    const holder = { top: next.holder.top && join(next.holder.top, next.path), common: from };
    for (const [inner, { mode, oid }] of await listTree(gitOf(from), next.commit))
      if (mode === SUBMODULE)
        waiting.push({ holder, path: inner, commit: oid, directory: join(next.directory, inner) });
  }
  return isComplete;
};

const sourceOf = async ({ top, common }: Holder, path: string, commit: string): Promise<string | undefined> => {
  const places = [...(top === undefined ? [] : [join(top, path)]), join(common, "modules", path)];
  // After a move it is still kept under its first name.
  const named = top === undefined ? undefined : await nameOf(top, path);
  if (named !== undefined) places.push(join(common, "modules", named));
  for (const place of places) {
    const found = await repositoryAt(place);
    if (found !== undefined && (await gitOf(found).maybe(["cat-file", "-e", `${commit}^{commit}`])) !== undefined)
      return found;
  }
  return undefined;
};

/** The repository of a checkout, or the repository's own directory. */
const repositoryAt = async (place: string): Promise<string | undefined> => {
  if (existsSync(join(place, "HEAD")) && existsSync(join(place, "objects"))) return place;
  if (!existsSync(join(place, ".git"))) return undefined;
  const found = await gitIn(place).maybe(["rev-parse", "--git-common-dir"]);
  return found === undefined ? undefined : resolve(place, found);
};

const nameOf = async (top: string, path: string): Promise<string | undefined> => {
  const words = ["config", "-z", "--file", ".gitmodules", "--get-regexp", String.raw`^submodule\..*\.path$`];
  const listed = (await gitIn(top).maybe(words)) ?? "";
  const found = listed.split("\0").find((line) => line.slice(line.indexOf("\n") + 1) === path);
  return found?.slice("submodule.".length, found.indexOf("\n") - ".path".length);
};

interface CheckoutOptions {
  /** The repository (its common directory), which is only read. */
  readonly from: string;
  readonly commit: string;
  /** The directory to be made or filled. */
  readonly to: string;
}

/** Every file exactly as it is stored, whatever the settings say. */
const AS_STORED = "* -text -ident -filter !working-tree-encoding\n";

const PLAIN = ["core.autocrlf=false", "core.symlinks=true", "core.fileMode=true", "core.sparseCheckout=false"];

/** Names that are handed on. */
const KNOWN = ["refs/heads", "refs/tags", "refs/remotes"];

const remoteSettings = (url: string): string =>
  `[remote "origin"]\n\turl = ${JSON.stringify(url)}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;

/**
 * HEAD is detached at the commit; branches, tags and the remote are known by name (`git describe` works). Submodules are empty
 * folders. The files are as they are stored.
 */
const checkOut = async ({ from, commit, to }: CheckoutOptions): Promise<void> => {
  mkdirSync(to, { recursive: true });
  const [there, here] = [gitOf(from), gitIn(to)];
  const [format, references, remote] = await Promise.all([
    there.text(["rev-parse", "--show-object-format"]),
    there.text(["for-each-ref", "--sort=refname", "--format=%(objectname) %(refname)", ...KNOWN]),
    there.maybe(["config", "--get", "remote.origin.url"]),
  ]);
  await here.text(["-c", "init.defaultBranch=main", "init", "--quiet", "--template=", `--object-format=${format}`]);
  const own = join(to, ".git");
  mkdirSync(join(own, "info"), { recursive: true });
  mkdirSync(join(own, "objects/info"), { recursive: true });
  writeFileSync(join(own, "objects/info/alternates"), `${quoted(join(from, "objects"))}\n`);
  if (existsSync(join(from, "shallow"))) copyFileSync(join(from, "shallow"), join(own, "shallow"));
  writeFileSync(join(own, "packed-refs"), `# pack-refs with: sorted \n${references === "" ? "" : `${references}\n`}`);
  if (remote)
    appendFileSync(join(own, "config"), remoteSettings(remote.startsWith(".") ? resolve(from, "..", remote) : remote));
  const attributes = join(own, "info/attributes");
  writeFileSync(attributes, AS_STORED);
  const settings = PLAIN.flatMap((setting) => ["-c", setting]);
  await here.text([...settings, "checkout", "--quiet", "--force", "--no-recurse-submodules", "--detach", commit]);
  const theirs = join(from, "info/attributes");
  if (existsSync(theirs)) writeFileSync(attributes, readFileSync(theirs));
  else rmSync(attributes);
};

/** A path with a line end or a quotation mark is written as C has it. */
const quoted = (path: string): string =>
  /[\n"]|^#/.test(path) ? `"${path.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`)}"` : path;
