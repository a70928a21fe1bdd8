/** What changed everywhere in the same way between two versions of a text, apart from what changed in one place. */
import type { Lines } from "../text-lines.ts";
import { aligned, isNumber, type EditRun, type Splice, type Substitution } from "./aligned.ts";
import { oftenAmong, patternsOf, type Pattern } from "./patterns.ts";
import { rewrittenWords, type RewrittenWords } from "./substitutions.ts";

/** The same edit, wherever it was made in a text. */
export interface ClassOfEdits {
  readonly name: string;
  /** Other names and numbers, or other tokens. */
  readonly sort: "words" | "tokens";
  /** In order. */
  readonly splices: readonly Splice[];
}

/** What is known of a text before all texts are. */
export interface Regularities {
  readonly words: RewrittenWords;
  readonly steady: { readonly patterns: readonly Pattern[]; readonly names: readonly Substitution[] };
  readonly runs: readonly { readonly run: EditRun; readonly patterns: readonly Pattern[] | undefined }[];
}

export const regularities = (good: Lines, bad: Lines): Regularities => {
  const { steady, runs } = aligned(good, bad);
  const words = rewrittenWords(good, { steady, runs });
  return {
    words,
    steady: {
      patterns: patternsOf(good, steady.others) ?? [],
      names: steady.substitutions.filter((each) => words.isNaming(each)),
    },
    runs: runs.map((run) => ({ run, patterns: run.isTorn ? undefined : patternsOf(good, run.others) })),
  };
};

/** By text: its classes. `runs`: in how many places the texts differ. */
export const classesIn = (texts: readonly Regularities[], runs: number): readonly (readonly ClassOfEdits[])[] => {
  const often = oftenAmong(texts.flatMap(namesIn), runs);
  return texts.map((text) => {
    const tokens = new Map<string, Splice[]>();
    const words = new Map<string, Splice[]>();
    for (const { name, splices } of patternsAmong(text, often)) for (const each of splices) add(tokens, name, each);
    for (const each of wordsAmong(text, often)) add(words, wordsOf(each), each);
    return [...classesOf("words", words), ...classesOf("tokens", tokens)];
  });
};

const add = (classes: Map<string, Splice[]>, name: string, splice: Splice): void => {
  const known = classes.get(name);
  if (known === undefined) classes.set(name, [splice]);
  else known.push(splice);
};

const classesOf = (sort: ClassOfEdits["sort"], found: ReadonlyMap<string, Splice[]>): readonly ClassOfEdits[] =>
  [...found].map(([name, splices]) => ({ name, sort, splices: splices.toSorted((a, b) => a.from - b.from) }));

type RunOf = Regularities["runs"][number];

const wordsOf = ({ old, put }: Substitution): string => `${old}→${put}`;

/** All edits but those that are only other names and numbers. */
const namesIn = ({ words, steady, runs }: Regularities): readonly string[] => [
  ...steady.patterns.map(({ name }) => name),
  ...runs.flatMap(({ patterns = [] }) => patterns.map(({ name }) => name)),
  ...runs.flatMap(({ run: { substitutions } }) =>
    substitutions.filter((each) => !isNumber(each.old) && !words.isNaming(each)).map(wordsOf),
  ),
];

/** A run of lines is rewriting only if everything in it is: half of what was done to a line makes no sense. */
const isRewriting = ({ words }: Regularities, { run, patterns }: RunOf, often: ReadonlySet<string>): boolean =>
  patterns !== undefined &&
  patterns.every(({ name }) => often.has(name)) &&
  run.substitutions.every((each) => isNumber(each.old) || words.isNaming(each) || often.has(wordsOf(each)));

const patternsAmong = (text: Regularities, often: ReadonlySet<string>): readonly Pattern[] => [
  ...text.steady.patterns.filter(({ name }) => often.has(name)),
  ...text.runs.flatMap((each) => (isRewriting(text, each, often) ? (each.patterns ?? []) : [])),
];

const wordsAmong = (text: Regularities, often: ReadonlySet<string>): readonly Substitution[] => [
  ...text.words.numbers,
  ...text.steady.names,
  ...text.runs.flatMap((each) =>
    isRewriting(text, each, often)
      ? each.run.substitutions.filter(({ old }) => !isNumber(old))
      : text.words.namesIn(each.run),
  ),
];
