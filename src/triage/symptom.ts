/** What a run of the target shows: a symptom by which bugs are told apart, or why it shows none. */
import { constants } from "node:os";
import { holds, isRefined, refinementWords, type Refinements } from "../oracles/refinements.ts";
import type { Fact } from "../oracles/reports/report.ts";
import { endingOf, saidBy, type OutputFacts } from "../oracles/signature.ts";
import { textOf, type Trial } from "../oracles/trial.ts";
import { withoutNoise } from "../oracles/noise.ts";
import { bucketText, type BucketBy } from "./bucket-by.ts";

type SymptomKind = "crash" | "signal" | "error" | "hang" | "memory" | "condition";

/** Plain data: it is stored in journals. */
export interface Symptom {
  readonly kind: SymptomKind;
  /** One line for people. */
  readonly title: string;
  /** What two runs of one bug have in common: the kind of failure and the functions in which it happened. */
  readonly group: string;
  /** The rest of the message: words of the input in it do not tell bugs apart. */
  readonly said: string;
  /** The innermost functions, as "f < g". */
  readonly frames?: string;
  /** What else the output reports, one title each. */
  readonly beside?: readonly string[];
  readonly severity: Severity;
}

export type Severity = "high" | "medium" | "low";

/** Why a run shows nothing that could be sorted. */
export interface Unsorted {
  readonly reason: "does not fail" | "memory" | "cannot tell" | "not readable" | "flaky";
  /** In words. */
  readonly why: string;
}

/** A file that is in no bucket, and why. */
export interface SetAside extends Unsorted {
  readonly shown: string;
}

export type Sight = { readonly symptom: Symptom } | { readonly unsorted: Unsorted };

export interface SightOptions {
  /** The base name of the input. */
  readonly name: string;
  readonly refinements: Refinements;
  readonly by: BucketBy;
  /** What a debugger says of the innermost functions. */
  readonly frames?: string;
}

const MEMORY = /out of memory|std::bad_alloc|\bMemoryError\b|cannot allocate memory|allocation failed/i;
const SHADOW = /Sanitizer failed to allocate|ReserveShadowMemoryRange failed|ERROR: Failed to mmap/;
/** Only this on standard error belongs to a signal; everything else may be what the program made of the input. */
const LAST_WORDS = /terminate called|what\(\):|stack smashing|free\(\)|malloc|corrupt|double free|fatal|panic|assert/i;

export const sightOf = (trial: Trial, options: SightOptions): Sight => {
  const { refinements, name } = options;
  if (isRefined(refinements)) {
    const { outcome, reason = "the conditions do not hold" } = holds(refinements, trial);
    if (outcome !== "fail") return unsorted("does not fail", trial.timedOut ? "does not end" : reason);
  }
  if (trial.timedOut) return shown({ kind: "hang", heads: ["does not end"], said: "" }, trial, options);
  const said = withoutName(saidBy(trial, name), name);
  const signal = signalOf(trial);
  if (said?.reading === "crash" && (said.stream === "stderr" || signal !== undefined || trial.code !== 0))
    return crash(said, trial, options);
  if (signal !== undefined) return bySignal(signal, trial, options);
  if (trial.code !== 0) return byCode(said, trial, options);
  if (!isRefined(refinements)) return unsorted("does not fail", "exits with 0");
  const [first] = said?.facts ?? [];
  return shown(
    { kind: "condition", heads: [refinementWords(refinements).join(" and ")], said: first?.text ?? "" },
    trial,
    options,
  );
};

/** Files of one bug can have different extensions: then their messages differ in the name. */
const withoutName = (said: OutputFacts | undefined, name: string): OutputFacts | undefined => {
  const bare = name.replace(/\..*$/, "");
  if (said === undefined || bare === name) return said;
  return { ...said, facts: said.facts.map((fact) => ({ ...fact, text: fact.text.replaceAll(name, () => bare) })) };
};

const unsorted = (reason: Unsorted["reason"], why: string): Sight => ({ unsorted: { reason, why } });

/** A shell says 128 + N for a program that a signal has ended. */
const signalOf = (trial: Trial): string | undefined => {
  const ending = endingOf(trial);
  if (ending === undefined || "signal" in ending) return ending?.signal;
  const number = ending.code - 128;
  return number > 0 ? Object.entries(constants.signals).find(([, each]) => each === number)?.[0] : undefined;
};

/** Is there nothing but a signal, so that only a debugger can say where it happened? */
export const isBare = (sight: Sight): boolean =>
  "symptom" in sight && sight.symptom.kind === "signal" && sight.symptom.frames === undefined;

interface Parts {
  readonly kind: SymptomKind;
  /** What kind of failure it is, a word for each fact that counts. */
  readonly heads: readonly string[];
  readonly frames?: string | undefined;
  readonly said: string;
  readonly title?: string;
  readonly beside?: readonly string[];
}

const shown = (parts: Parts, trial: Trial, { by }: SightOptions): Sight => {
  const { kind, heads, frames, said, beside = [] } = parts;
  const title =
    parts.title ??
    `${heads.join(" · ")}${said === "" ? "" : `: ${said}`}${frames === undefined ? "" : ` in ${frames}`}`;
  const text = bucketText(by, {
    kind,
    head: heads.join("\n"),
    frames: frames ?? "",
    said,
    output: () => printed(trial),
  });
  return {
    symptom: {
      kind,
      title: title.slice(0, MAX_TITLE),
      ...text,
      ...(frames !== undefined && { frames }),
      ...(beside.length > 0 && { beside }),
      severity: severityOf(kind, title, trial),
    },
  };
};

const MAX_TITLE = 300;

const printed = (trial: Trial): string => textOf(trial.stderr) + textOf(trial.stdout);

/** Reports after which the program goes on. */
const GOES_ON = /^runtime error: /;
const MAX_BESIDE = 8;

/** The first fatal report, and the last one, where there is a chain of causes; what goes on before that depends on the input. */
const crash = ({ facts }: OutputFacts, trial: Trial, options: SightOptions): Sight => {
  const fatal = facts.filter(({ text }) => !GOES_ON.test(text));
  const [first, ...rest] = (fatal.length > 0 ? fatal : facts.slice(0, 1)) as [Fact, ...Fact[]];
  const last = rest.at(-1);
  const counting = (last === undefined || last.text === first.text ? [first] : [first, last]).map(partsOf);
  const titles = new Set(facts.filter((fact) => fact !== first).map(({ text }) => text));
  titles.delete(first.text);
  return shown(
    {
      kind: "crash",
      heads: counting.map(({ head }) => head),
      frames: counting.map(({ frames }) => frames).find((frames) => frames !== ""),
      said: counting.map(({ said }) => said).join("\n"),
      title: titleOf(first),
      beside: [...titles].slice(0, MAX_BESIDE),
    },
    trial,
    options,
  );
};

const ENDLESS = /stack[- ]?overflow|Maximum call stack size|RecursionError/i;

export const isEndless = (title: string): boolean => ENDLESS.test(title);

/** With the functions of an endless recursion. */
const titleOf = ({ text, place }: Fact): string =>
  place !== undefined && isEndless(text) ? `${text} in ${place}` : text;

const FRAMES = / in ((?:(?! in ).)+)$/;

/** "TypeError: x is not a function in f < g" is a kind, a message, and functions; without functions, the place counts. */
const partsOf = ({
  text,
  quotes,
  place,
}: Fact): { readonly head: string; readonly said: string; readonly frames: string } => {
  const [whole, found] = FRAMES.exec(text) ?? ["", ""];
  const isStack =
    found !== undefined && found !== "" && (found.includes(" < ") || !found.includes(" ") || quotes === "verbatim");
  const frames = isStack ? found : (place ?? "");
  const message = isStack ? text.slice(0, -whole.length) : text;
  if (quotes === "verbatim") return { head: message, said: "", frames };
  const at = message.indexOf(": ");
  return at < 0
    ? { head: message, said: "", frames }
    : { head: message.slice(0, at), said: message.slice(at + 2), frames };
};

/** What takes all memory is a bug like what takes all time; a sanitizer that cannot even start says nothing of the program. */
const byMemory = (trial: Trial, options: SightOptions): Sight | undefined => {
  const text = textOf(trial.stderr);
  if (SHADOW.test(text))
    return unsorted("memory", "a sanitizer finds no room for its own memory: give a larger --memory, or none");
  if (!MEMORY.test(text)) return undefined;
  return shown({ kind: "memory", heads: ["runs out of memory"], said: "", frames: options.frames }, trial, options);
};

const bySignal = (signal: string, trial: Trial, options: SightOptions): Sight => {
  const last = textOf(trial.stderr)
    .split("\n")
    .find((line) => LAST_WORDS.test(line));
  if (signal === "SIGKILL") return unsorted("memory", "was killed (SIGKILL): perhaps there was not enough memory");
  const memory = byMemory(trial, options);
  if (memory !== undefined) return memory;
  const said = options.frames === undefined ? withoutNoise(last ?? "") : "";
  return shown({ kind: "signal", heads: [signal], said, frames: options.frames }, trial, options);
};

const byCode = (said: OutputFacts | undefined, trial: Trial, options: SightOptions): Sight => {
  const code = `exits with ${trial.code ?? "no code"}`;
  const memory = byMemory(trial, options);
  if (memory !== undefined) return memory;
  const [first] = said?.facts ?? [];
  if (first === undefined && !isRefined(options.refinements))
    return unsorted("cannot tell", `${code} and prints no message that could tell bugs apart`);
  return shown({ kind: "error", heads: [code], said: first?.text ?? "" }, trial, options);
};

const HIGH = /use-after-free|double-free|use-after-return|use-after-scope|bad-free|stack-buffer-underflow/;
const WRITES = /^WRITE of size/m;
const MEDIUM = /buffer-overflow|SEGV|SIGSEGV|SIGBUS|SIGILL|use-of-uninitialized|container-overflow|data race/;

/** A hint for the order of work, no judgement: what writes where it must not comes first. */
const severityOf = (kind: SymptomKind, title: string, trial: Trial): Severity => {
  if (kind === "error" || kind === "hang" || kind === "memory") return "low";
  if (HIGH.test(title) || (MEDIUM.test(title) && WRITES.test(textOf(trial.stderr)))) return "high";
  return MEDIUM.test(title) ? "medium" : "low";
};
