/** A checkout of its own that shares the objects of another repository: nothing is written there, not even that it exists. */
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gitIn, gitOf } from "./run.ts";

export interface CheckoutOptions {
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
export const checkOut = async ({ from, commit, to }: CheckoutOptions): Promise<void> => {
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
