/** The kinds of errors that an output names: a run that brings one of its own shows another failure. */
import { crashFacts } from "./crash-reports.ts";
import { withoutNoise } from "./noise.ts";
import { unquoted } from "./quotations.ts";
import { errorIn, isCount, isOfCompiler } from "./reports/diagnostics.ts";

/** "error TS2304", "error[E0425]": the code says what kind it is. */
const CODE = /^(?:fatal )?error(?:\[\w+\]| [A-Z]+\d+)/i;
/** Go's compiler prints nothing but errors, and does not call them so: the first two words tell them apart. */
const GO = /^(?:vet: )?\S+\.go:\d+:\d+: ([^\s:(]+(?: [^\s:(]+)?)/;
/** "Error: …", "jq: error (at …): …", "✘ [ERROR] …", "Parse error near line …", "fatal: …", "Uncaught TypeError: …" */
const NAMED =
  /^(?:\S{1,3} )?(?:[\w./-]+: )*[^\w\s]*(?:(?:Uncaught|Unhandled|Caused by:?|PHP) )*(?:[\w$]+[ .])?(?:[\w$]*(?:Error|Exception)|error|fatal(?: error)?|panic|abort(?:ed)?)(?=[\s:\]]|$)/i;
/** "… (NameError)", of Ruby. */
const BEHIND = /\(((?:\w+::)*\w+(?:Error|Exception))\)$/;

/** Each kind once, in the order of the output. `input` is the base name of the input. */
export const errorKinds = (lines: readonly string[], input: string): readonly string[] => {
  const crashes = crashFacts(lines, input).map(({ text }) => /^.*?(?= in |: |$)/s.exec(text)?.[0] ?? text);
  const kindOf = isOfCompiler(lines) ? (line: string) => errorKind(line) ?? namedKind(line) : namedKind;
  return [...new Set([...crashes, ...lines.flatMap((line) => kindOf(line) ?? [])])];
};

const errorKind = (line: string): string | undefined => {
  const said = errorIn(line);
  return said === undefined ? undefined : (CODE.exec(said)?.[0] ?? unquoted(said));
};

/** What names the error, with what leads to its last words: those are about the input. */
const namedKind = (line: string): string | undefined => {
  if (isCount(line)) return undefined;
  const [, words] = GO.exec(line) ?? BEHIND.exec(line) ?? [];
  if (words !== undefined) return unquoted(words);
  const [named] = NAMED.exec(line) ?? [];
  if (named === undefined) return undefined;
  const said = unquoted(withoutNoise(line));
  return said.slice(0, Math.max(named.length, said.lastIndexOf(": ")));
};
