/** Links that somebody else has laid: what pare writes never goes through them. */
import { lstatSync, readlinkSync, type Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { attempt } from "../core/maybe.ts";
import { UserError } from "../core/errors.ts";

/** As many as the system follows. */
const MAX_LINKS = 40;
const [STICKY, WORLD_WRITABLE] = [0o1000, 0o002];

/** Open files of processes: the system keeps these links, and what they name is no path. */
const OPEN_FILES = /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?fd$/;

/**
 * Throws FOREIGN_LINK when the path is a link of another user (the superuser is trusted), or leads through one in a directory where
 * everybody may lay links (/tmp). What is not there yet is no link.
 */
export const refuseForeignLinks = (path: string): void => {
  const left = partsOf(resolve(path));
  let at = "/";
  for (let links = 0; left.length > 0;) {
    const here = join(at, left.shift() as string);
    const stats = entryAt(here);
    if (stats === undefined || OPEN_FILES.test(at)) return;
    if (!stats.isSymbolicLink()) {
      at = here;
      continue;
    }
    if (isForeign(stats) && (left.length === 0 || isOpenToAll(at))) throw foreign(path, here);
    if (++links > MAX_LINKS) return;
    left.unshift(...partsOf(resolve(at, readlinkSync(here))));
    at = "/";
  }
};

const partsOf = (path: string): string[] => path.split("/").filter((part) => part !== "");

const entryAt = (path: string): Stats | undefined => attempt(() => lstatSync(path));

/** Neither of this user nor of the superuser. Where users have no numbers, everything is the user's own. */
export const isForeign = ({ uid }: Pick<Stats, "uid">): boolean =>
  process.geteuid !== undefined && uid !== process.geteuid() && uid !== 0;

const isOpenToAll = (directory: string): boolean => {
  const mode = entryAt(directory)?.mode ?? 0;
  return (mode & STICKY) !== 0 && (mode & WORLD_WRITABLE) !== 0;
};

const foreign = (path: string, link: string): UserError => {
  const which = path === link ? `${path} is a link` : `${path} leads through the link ${link}`;
  return new UserError("FOREIGN_LINK", `${which} of another user: nothing is written there.`, {
    advice: `Name another file, in a directory of your own, or remove the link in ${dirname(link)} first.`,
  });
};
