/** The two lockfiles that the user has named, and the project that they belong to. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UserError } from "../../../core/errors.ts";
import { errorCode } from "../../../journals/disk-errors.ts";
import type { LockFormat } from "./format.ts";
import type { LockEnd } from "./installed.ts";
import { npmFormat } from "./npm.ts";

export interface NamedEnds {
  readonly format: LockFormat;
  readonly good: LockEnd;
  readonly bad: LockEnd;
  /** What the tests see: the directory of the bad lockfile, or the one pare was started in. */
  readonly project: string;
}

export const readEnds = (titles: readonly [good: string, bad: string], origin: string): NamedEnds => {
  const [good, bad] = titles.map((title) => readLock(title, origin)) as [LockText, LockText];
  if (good.format !== bad.format)
    throw new UserError(
      "TWO_FORMATS",
      `${good.title} was written by ${good.format.name}, ${bad.title} by ${bad.format.name}.`,
      { advice: "Name two lockfiles of the same package manager." },
    );
  const project = projectOf(bad.directory, origin);
  const endOf = ({ title, directory, text, format }: LockText): LockEnd => ({
    title,
    directory,
    text,
    packages: format.parse(text, title),
    project: hasManifest(directory) ? directory : project,
  });
  return { format: good.format, good: endOf(good), bad: endOf(bad), project };
};

interface LockText {
  readonly title: string;
  readonly directory: string;
  readonly text: string;
  readonly format: LockFormat;
}

const readLock = (title: string, origin: string): LockText => {
  const path = resolve(origin, title);
  try {
    const text = readFileSync(path, "utf8");
    return { title, directory: dirname(path), text, format: formatOf(path, text, title) };
  } catch (error) {
    const why = { ENOENT: "does not exist", EISDIR: "is a directory" }[errorCode(error) ?? ""];
    if (why === undefined) throw error;
    throw new UserError("NO_LOCKFILE", `${title} ${why}.`, {
      advice:
        "Name two lockfiles: --lock GOOD BAD. To get an older one: git show HEAD~1:package-lock.json > old-lock.json",
      cause: error,
    });
  }
};

const hasManifest = (directory: string): boolean => existsSync(join(directory, "package.json"));

const projectOf = (beside: string, origin: string): string => {
  const found = [beside, origin].find(hasManifest);
  if (found !== undefined) return found;
  throw new UserError("NO_PROJECT", `There is no package.json in ${beside} nor in ${origin}.`, {
    advice: "Start pare in the directory of the project that the lockfiles belong to.",
  });
};

const formats: readonly LockFormat[] = [npmFormat];

const formatOf = (path: string, text: string, title: string): LockFormat => {
  const found = formats.find((format) => format.recognises(path, text));
  if (found !== undefined) return found;
  throw new UserError("UNKNOWN_LOCKFILE", `${title} is not a lockfile that pare can read.`, {
    advice: `Name lockfiles of ${formats.map(({ name, fileName }) => `${name} (${fileName})`).join(", ")}.`,
  });
};
