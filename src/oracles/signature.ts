/** What a command does on a failing input, as plain data: learnt from a few runs, recognised ever after. */
import type { Verdict } from "../core/verdict.ts";
import { crashFacts } from "./crash-reports.ts";
import type { InputText } from "./input-text.ts";
import { errorKinds } from "./kinds.ts";
import { linesOf, withoutNoise } from "./noise.ts";
import { fits } from "./quotations.ts";
import { diagnostics } from "./reports/diagnostics.ts";
import type { Fact, ReportReader } from "./reports/report.ts";
import { textOf, type Trial } from "./trial.ts";

export type Ending = { readonly code: number } | { readonly signal: string };

/** How an output is read: for crash reports, for a compiler's errors, or line by line. */
type SignatureReading = "crash" | "errors" | "lines";
type Stream = "stderr" | "stdout";

/** All of it must hold. It is stored in runs and restored from them. */
export interface Signature {
  readonly ending?: Ending;
  /** What is said, where, and how it is read; none where nothing steady was said. */
  readonly saying?: { readonly stream: Stream; readonly reading: SignatureReading; readonly says: readonly string[] };
  /** The kinds of errors that may show; any, unless given. */
  readonly kinds?: readonly string[];
}

/** More would tie the result to everything the original says; those that come first are kept. */
const MAX_SAYINGS = 8;

/** An output that names more kinds of errors is a list of everything. */
const MAX_KINDS = 100;

/** Lines that speak of trouble; where there are some, the others are progress and advice. */
const TROUBLE =
  /error|fatal|fail|exception|panic|abort|assert|invalid|illegal|cannot|can't|could not|unable|unexpected|undefined|unknown|not found|no such|overflow|corrupt|denied|bug|broken|bad|missing|wrong|warning: ‹n› /i;
const WARNING = /\bwarning\b/i;
/** Source with its line number, marks below it with or without a word ("error here ---^"), and what counts messages. */
const EXCERPT =
  /^\s*(?:\d+\s*)?\|(?:\s|$)|^[\s|^~+.:=-]*[\^~]+[\s|^~+-]*$|^\s*(?:\^-+ [\w ]{1,30}|[\w ]{1,30} -+\^)\s*$|\b(?:\d+|‹n›) (?:errors?|warnings?)\b/;

const everyLine: ReportReader = (lines, input) =>
  lines
    .filter((line) => !EXCERPT.test(line))
    .map((line): Fact => {
      const placed = !WARNING.test(line) && namesPosition(line, input);
      return { text: withoutNoise(line), quotes: "names", ...(placed && { isPlaced: true }) };
    })
    .filter(({ text }) => /\p{L}{2}/u.test(text));

/** So many characters before a name are looked at. */
const NEAR = 40;

/** "at in.pl line 3", "in.lua:3:", "in.awk(3)", "line 3 of in.txt" */
const namesPosition = (line: string, input: string): boolean => {
  if (input === "") return false;
  for (let at = line.indexOf(input); at >= 0; at = line.indexOf(input, at + 1))
    if (isPosition(line.slice(Math.max(0, at - NEAR), at), line.slice(at + input.length))) return true;
  return false;
};

/** By what stands before the name and behind it; the end of another word is no name. */
const isPosition = (before: string, behind: string): boolean =>
  !/[\w.-]$/.test(before) &&
  (/^(?=\W)[^\w\s]?[\s,:(@-]{0,3}(?:(?:on |at )?line )?\d/i.test(behind) || /\bline \d+ (?:of|in) \W?$/i.test(before));

const READERS: Readonly<Record<SignatureReading, ReportReader>> = {
  crash: crashFacts,
  errors: diagnostics,
  lines: everyLine,
};

/** The first that finds something steady is kept: a crash report wherever it stands, then errors, then lines. */
const LADDER: readonly { readonly reading: SignatureReading; readonly stream: Stream }[] = (
  ["crash", "errors", "lines"] as const
).flatMap((reading) => (["stderr", "stdout"] as const).map((stream) => ({ reading, stream })));

const factsOf = (trial: Trial, { reading, stream }: (typeof LADDER)[number], input: string): readonly Fact[] =>
  READERS[reading](linesOf(textOf(trial[stream]), trial.directory), input);

export interface SignatureLesson {
  /** Runs on the original that ended alike; at least one. */
  readonly trials: readonly Trial[];
  /** The base name of the input. */
  readonly input: string;
  readonly text: InputText;
  /** Errors of other kinds may show beside. */
  readonly loose?: boolean;
}

/** What is common to all trials. */
export const learnSignature = (lesson: SignatureLesson): Signature => {
  const [first] = lesson.trials;
  if (first === undefined) throw new Error("nothing to learn from");
  const ending = endingOf(first);
  const kinds = lesson.loose === true ? undefined : learntKinds(lesson);
  const known = { ...(ending && { ending }), ...(kinds && { kinds }) };
  for (const rung of LADDER) {
    const says = steadySayings(lesson, rung);
    if (says.length > 0) return { ...known, saying: { ...rung, says } };
  }
  return known;
};

const kindsOf = (trial: Trial, input: string): readonly string[] =>
  (["stderr", "stdout"] as const).flatMap((stream) =>
    errorKinds(linesOf(textOf(trial[stream]), trial.directory), input),
  );

/** All that any of the trials shows; `undefined` where so many show that one more tells nothing. */
const learntKinds = ({ trials, input }: SignatureLesson): readonly string[] | undefined => {
  const kinds = [...new Set(trials.flatMap((trial) => kindsOf(trial, input)))];
  return kinds.length > MAX_KINDS ? undefined : kinds;
};

const steadySayings = ({ trials, input, text }: SignatureLesson, rung: (typeof LADDER)[number]): readonly string[] => {
  const [first = [], ...others] = trials.map((trial) => factsOf(trial, rung, input));
  const steady = first.filter((fact) => others.every((facts) => facts.some((other) => other.text === fact.text)));
  const isLines = rung.reading === "lines";
  const distinct = new Set<string>();
  const troubled = new Set<string>();
  for (const fact of steady) {
    const learnt = isLines ? text.generaliseLine(fact.text) : text.generalise(fact);
    if (learnt === undefined) continue;
    distinct.add(learnt);
    if (isLines && isTrouble(fact, learnt)) troubled.add(learnt);
  }
  return [...(troubled.size > 0 ? troubled : distinct)].slice(0, MAX_SAYINGS);
};

const isTrouble = ({ isPlaced }: Fact, text: string): boolean => isPlaced === true || TROUBLE.test(text);

export interface OutputFacts {
  readonly stream: Stream;
  readonly reading: SignatureReading;
  /** At least one. */
  readonly facts: readonly Fact[];
}

/** What a trial says about its failure, without noise, and how that was read; nothing where it speaks of no trouble. */
export const saidBy = (trial: Trial, input: string): OutputFacts | undefined => {
  for (const rung of LADDER) {
    const facts = factsOf(trial, rung, input);
    const isTelling = (fact: Fact): boolean => isTrouble(fact, fact.text) || WARNING.test(fact.text);
    const telling = rung.reading === "lines" ? facts.filter(isTelling) : facts;
    if (telling.length > 0) return { ...rung, facts: telling };
  }
  return undefined;
};

/** The same as lines, each once. */
export const messageOf = (trial: Trial, input: string): readonly string[] =>
  [...new Set(saidBy(trial, input)?.facts.map(({ text }) => text))].slice(0, MAX_SAYINGS);

export const endingOf = ({ code, signal }: Pick<Trial, "code" | "signal">): Ending | undefined =>
  signal !== undefined ? { signal } : code === undefined ? undefined : { code };

/** Whether a trial does what was learnt; the reason for "no" repeats from run to run. A trial that timed out matches nothing. */
export const matchSignature = ({ ending, saying, kinds }: Signature, trial: Trial, input: string): Verdict => {
  const actual = endingOf(trial);
  if (ending !== undefined && !sameEnding(ending, actual)) {
    return { outcome: "pass", reason: actual === undefined ? "did not end" : endingWords(actual) };
  }
  const facts = saying === undefined ? [] : factsOf(trial, saying, input);
  const missing = saying?.says.find((learnt) => !facts.some((fact) => fits(fact.text, learnt)));
  if (missing !== undefined) return { outcome: "pass", reason: `does not say: ${brief(missing)}` };
  const other = kinds && kindsOf(trial, input).find((kind) => !kinds.includes(kind));
  return other === undefined ? { outcome: "fail" } : { outcome: "pass", reason: `also says: ${brief(other)}` };
};

export const sameEnding = (one: Ending | undefined, other: Ending | undefined): boolean =>
  one === undefined || other === undefined
    ? one === other
    : "code" in one
      ? "code" in other && one.code === other.code
      : "signal" in other && one.signal === other.signal;

export const endingWords = (ending: Ending): string =>
  "code" in ending ? `exits with ${ending.code}` : `is ended by ${ending.signal}`;

const brief = (line: string): string => (line.length > 100 ? `${line.slice(0, 100)}…` : line);

/** What was learnt, in words: "exits with 1 and says on stderr: …". */
export const signatureWords = ({ ending, saying }: Signature): string => {
  const said =
    saying && `${saying.reading === "crash" ? "reports" : "prints"} on ${saying.stream}: ${saying.says.join(" · ")}`;
  return [ending && endingWords(ending), said].filter((part) => part !== undefined).join(" and ");
};
