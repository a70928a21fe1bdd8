/** Compares what the result says about its failure with what the original says. */
import type { TestCase } from "../core/test-case.ts";
import type { Drift, Evidence } from "../core/verdict.ts";
import { quote } from "./command-line.ts";
import { inputText } from "./input-text.ts";
import { fits } from "./quotations.ts";
import { textOf } from "./trial.ts";

/** More would not be typed by anybody. */
const MAX_FLAGS = 3;

/** `undefined` where both say the same, positions and quoted lines of the input aside, and where the original says nothing. */
export const driftOf = (
  original: Evidence | undefined,
  result: Evidence | undefined,
  source: TestCase,
): Drift | undefined => {
  const { said = [], output: before = "" } = original ?? {};
  const { said: saysNow = [], output: after = "" } = result ?? {};
  if (said.length === 0 || result === undefined) return undefined;
  const text = inputText(source.files.map((file) => textOf(file.bytes())).join("\n"));
  const wanted = said.map((line) => ({ line, learnt: text.generaliseLine(line) }));
  const isSaid = (pattern: string | undefined): boolean =>
    pattern === undefined || saysNow.some((line) => fits(line, pattern));
  const lost = wanted.filter(({ learnt }) => !isSaid(learnt)).map(({ line }) => line);
  const added = saysNow.filter(
    (line) =>
      text.generaliseLine(line) !== undefined &&
      !wanted.some(({ learnt }) => learnt !== undefined && fits(line, learnt)),
  );
  if (lost.length === 0 && added.length === 0) return undefined;
  const flags = (
    lost.length > 0
      ? lost.flatMap((line) => flagFor("--match", line, { holds: before, lacks: after }))
      : added.flatMap((line) => flagFor("--no-match", line, { holds: after, lacks: before }))
  ).slice(0, MAX_FLAGS);
  return { original: said, result: saysNow, ...(flags.length > 0 && { flags: flags.join(" ") }) };
};

/** The flag with a pattern that tells the outputs apart. */
const flagFor = (
  flag: string,
  line: string,
  { holds, lacks }: { readonly holds: string; readonly lacks: string },
): readonly string[] => {
  const tells = (pattern: string): boolean =>
    new RegExp(pattern, "m").test(holds) && !new RegExp(pattern, "m").test(lacks);
  const pattern = partsOf(line).flatMap(patternsOf).find(tells);
  return pattern === undefined ? [] : [`${flag} ${quote(pattern)}`];
};

/** The line, and parts of it that a program prints in one piece, the longest first: reports are put together from several lines. */
const partsOf = (line: string): readonly string[] => {
  const parts = line.split(/ in (?=\S+(?: < \S+)?$)| \(\S+\)$|: | in /).filter((part) => part.length > 3);
  return [line, line.replace(/ in \S+(?: < \S+)?$/, ""), ...parts.toSorted((a, b) => b.length - a.length)];
};

/** What stands for noise matches anything; a blank may have been several. */
const patternsOf = (part: string): readonly string[] => {
  const pattern = part
    .split(/(‹[^›]*›)/)
    .map((piece) => (piece.startsWith("‹") ? ".*" : piece.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)))
    .join("");
  return [pattern, pattern.replaceAll(" ", String.raw`\s+`)];
};
