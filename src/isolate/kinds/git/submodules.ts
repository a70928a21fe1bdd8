/** Submodules in a checkout: filled from what the user's repository has of them, empty otherwise. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkOut } from "./checkout.ts";
import { SUBMODULE } from "./entries.ts";
import type { Repository } from "./repository.ts";
import { gitIn, gitOf } from "./run.ts";
import { listTree } from "./tree.ts";

/** Where a repository keeps what it has of its submodules: in its checkout, and in itself. */
interface Holder {
  readonly top: string | undefined;
  readonly common: string;
}

/** Fills an empty directory with a commit of a submodule, and those within it. Says whether the commit was at hand. */
export const fillSubmodule = async (
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

/** Of a checkout, or the repository's own directory. */
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
