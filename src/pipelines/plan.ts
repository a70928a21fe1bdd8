/** Which search for which input: a file, a directory, several files, with words of the command or without. */
import { minimal } from "../core/claim.ts";
import { elements, minus, whole, type Configuration } from "../core/configuration.ts";
import { UserError } from "../core/errors.ts";
import type { Search } from "../core/search.ts";
import type { TestCase } from "../core/test-case.ts";
import { chain, done, labelled, one, over } from "../core/words.ts";
import { pathsOf, without } from "../formats/entries.ts";
import type { Language } from "../languages/syntax.ts";
import { verify } from "../strategies/verify.ts";
import { afterwards, anonymizeFiles } from "./anonymize.ts";
import { entries, type EntriesContext } from "./entries.ts";
import { planFile, type FileChoice, type FilePlan } from "./file.ts";
import type { FormatName } from "./format-names.ts";
import { listStrategy } from "./list-strategy.ts";

export interface CaseChoice extends Omit<FileChoice, "format"> {
  readonly format?: FormatName;
  /** What the input is; a file unless given. */
  readonly kind?: "file" | "directory" | "files";
  /** The languages of several files that are text, by path. */
  readonly languages?: ReadonlyMap<string, Language>;
  /** Where the search starts if that fails, too: what a compiler sees of the source, say. It may be larger. */
  readonly start?: TestCase;
  /** Texts of files that say more precisely what they ask for, by path: tried before anything else. */
  readonly precise?: ReadonlyMap<string, string>;
  /** Is it a file of which nothing goes before all others are done? */
  readonly isLast?: (path: string) => boolean;
}

/** Throws a `UserError` for a format that the input cannot be in. */
export const planCase = (source: TestCase, choice: CaseChoice): FilePlan => {
  const { start, ...others } = choice;
  const plan = planFrom(source, others);
  if (start === undefined) return plan;
  const search: Search<TestCase, TestCase> = one(
    () => start,
    { phase: "start", pass: "preprocessed" },
    (fails) => (fails ? planFrom(start, others).search : plan.search),
  );
  return { ...plan, search };
};

const planFrom = (source: TestCase, choice: Omit<CaseChoice, "start">): FilePlan => {
  const { kind = "file", format = "auto", strategy = "auto", ...others } = choice;
  if (kind === "file" && source.words === undefined) {
    if (format === "directory") throw notOf("directory", "a file");
    return planFile(source, { ...others, strategy, format });
  }
  if (format !== "auto" && format !== "directory") throw notOf(format, "more than a file");
  if (strategy !== "auto" || format === "directory") return planList(source, choice);
  const { languages = NONE, precise = NONE, rename = false, valid = "whole", isLast = () => false } = choice;
  const context: EntriesContext = {
    ...others,
    languages,
    precise,
    rename,
    valid,
    isLast,
    deletes: kind === "directory",
  };
  const search = entries(context)(source);
  return {
    search: choice.anonymize === true ? afterwards(search, anonymizeFiles(context)) : search,
    format: FORMAT_OF[kind],
    strategy,
  };
};

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

const FORMAT_OF = { file: "file and words", directory: "directory", files: "files" } as const;

/** A list strategy asked for by name runs over all that is in a directory. */
const planList = (source: TestCase, choice: CaseChoice): FilePlan => {
  if (choice.kind !== "directory") throw notOf("directory", "no directory");
  const { format: _, ...rest } = choice;
  const strategy = choice.strategy === undefined || choice.strategy === "auto" ? "adaptive" : choice.strategy;
  const list = listStrategy({ ...rest, strategy });
  const all = whole(pathsOf(source));
  const left = (kept: Configuration<string>): TestCase => without(source, new Set(elements(minus(all, kept))));
  const search: Search<Configuration<string>, Configuration<string>> = chain(list(all), (kept) =>
    verify(kept, choice.minimality ?? 1),
  );
  const claimed = chain(over(search, left), (kept) =>
    done(kept.length === all.length ? source : left(kept), [minimal(choice.minimality ?? 1, "files")]),
  );
  return { search: labelled("files", claimed), format: "directory", strategy };
};

const notOf = (format: string, what: string): UserError =>
  new UserError("BAD_OPTION", `The format "${format}" does not fit: the input is ${what}.`, {
    advice: format === "directory" ? "Leave the format out, or name a directory." : "Leave the format out.",
  });
