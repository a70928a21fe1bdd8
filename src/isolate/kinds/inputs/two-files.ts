/** Ends that are single files: read once, placed under the name of the good one. */
import { statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { UserError } from "../../../core/errors.ts";
import type { Changes } from "../../change.ts";
import type { OpenKind, Pair } from "../../kind.ts";
import { besidePlace, filePlace } from "../../places/beside-place.ts";
import type { TwoFiles } from "../../trees/tokens.ts";
import { fileOf, fileOn, sameBytes, type FileEntry } from "../../trees/tree.ts";

export interface FileEnds {
  readonly kind: string;
  readonly typed: Pair;
  /** The directory pare was started in. */
  readonly origin: string;
  readonly changes: (files: TwoFiles) => Changes;
}

export const openFiles = ({ kind, typed, origin, changes }: FileEnds): OpenKind => {
  const good = endAt(typed[0], origin);
  const bad = endAt(typed[1], origin, good.mode);
  const name = basename(typed[0]);
  return {
    name: kind,
    identity: { name, good: good.digest, bad: bad.digest, mode: good.mode },
    titles: { good: typed[0], bad: typed[1] },
    changes: async () => {
      if (sameBytes(good, bad)) throw sameEnds(typed, "are the same");
      const found = changes({ name, good, bad });
      if (found.all.length === 0) throw sameEnds(typed, "say the same, only in another form");
      return found;
    },
    base: (path) => (path === name ? good : undefined),
    openPlace: (directory) =>
      besidePlace({
        directory,
        origin,
        good: resolve(origin, typed[0]),
        open: (file, cwd) => filePlace({ file, cwd, base: good }),
      }),
    close: () => Promise.resolve(),
  };
};

/** The mode of the good end is everybody's: with another one programs would see another difference. */
const endAt = (typed: string, origin: string, mode?: number): FileEntry => {
  const path = resolve(origin, typed);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === true) {
    const content = fileOn(path, { mode: stats.mode, size: stats.size }).bytes();
    return fileOf(mode ?? stats.mode & 0o7777, () => content);
  }
  throw new UserError("NO_INPUT", stats === undefined ? `There is no ${typed}.` : `${typed} is not a file.`, {
    advice: "Name two files: the one that works first, the one that fails second.",
  });
};

const sameEnds = ([good, bad]: Pair, how: string): UserError =>
  new UserError("SAME_ENDS", `${good} and ${bad} ${how}.`, {
    advice: "Name two files that are different: the one that works first, the one that fails second.",
  });
