/** Sample programs, and pipelines over texts with a plain predicate in the place of processes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Claim } from "../../src/core/claim.ts";
import { Unrenderable } from "../../src/core/errors.ts";
import type { Search, Step, Strategy } from "../../src/core/search.ts";
import { fileCase, onlyFile, type TestCase } from "../../src/core/test-case.ts";
import type { PostponedNode } from "../../src/driver/nodes.ts";
import { Walk } from "../../src/driver/walk.ts";
import { sourceText } from "../../src/formats/source-text.ts";
import { loadLanguage } from "../../src/languages/load.ts";
import { plainLanguage } from "../../src/languages/plain.ts";
import type { Language } from "../../src/languages/syntax.ts";
export type { Language } from "../../src/languages/syntax.ts";
import type { Syntax } from "../../src/languages/pass.ts";

const SAMPLE_FOLDER = fileURLToPath(new URL("../languages/samples/", import.meta.url));

/** By path in the folder of samples: its language, which is the name of the folder it lies in. */
export const SAMPLES: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(SAMPLE_FOLDER).flatMap((language) =>
    readdirSync(join(SAMPLE_FOLDER, language)).map((file) => [`${language}/${file}`, language] as const),
  ),
);

export const sampleText = (path: string): string => readFileSync(join(SAMPLE_FOLDER, path), "utf8");

export const languageNamed = (name: string): Promise<Language> =>
  name === "plain" ? Promise.resolve(plainLanguage) : loadLanguage(name);

/** Parses the same text once only; for tests that show it to every pass. */
export const remembering = (language: Language): Language => {
  let last = language.parse("");
  const parse: Language["parse"] = (text) => (last.text === text ? last : (last = language.parse(text)));
  return { ...language, parse };
};

export const syntaxOf = (language: Language, text: string, rename = true): Syntax => ({
  tree: language.parse(text),
  language,
  rename,
});

export const bytesCase = (bytes: Uint8Array, path = "input"): TestCase =>
  fileCase({ path, mode: 0o644, bytes: () => bytes }, bytes.length);

export const textCase = (text: string): TestCase => bytesCase(new TextEncoder().encode(text));

export const textOf = (source: TestCase): string => sourceText(source).text;

export const bytesOf = (source: TestCase): Uint8Array => onlyFile(source).bytes();

export interface Played {
  readonly result: TestCase;
  readonly claims: readonly Claim[];
  /** Questions asked, those about candidates that could not be rendered included. */
  readonly asked: number;
  /** Candidates that were rendered. */
  readonly rendered: number;
  /** The last question was not reached. */
  readonly ended: boolean;
}

type Test = (candidate: TestCase, step: Step) => boolean;

/** Walks a search as a single worker would; what cannot be rendered is unresolved. Stops after `most` questions; yields what has to be waited for. */
function* playing(
  search: Search<TestCase, TestCase>,
  test: Test,
  most: number = Number.POSITIVE_INFINITY,
): Generator<PostponedNode<TestCase>, Played> {
  const walk = new Walk(search);
  let result = bytesCase(new Uint8Array());
  let rendered = 0;
  for (let asked = 0; ; asked++) {
    let position = walk.current();
    for (; position.kind === "postponed"; position = walk.current()) yield position;
    const counts = { asked, rendered };
    if (position.kind === "done") return { result: position.result, claims: position.claims, ...counts, ended: true };
    if (asked >= most) return { result, claims: [], ...counts, ended: false };
    const { ask, index } = position;
    const candidate = rendering(() => ask.candidates.at(index));
    if (candidate === undefined) {
      walk.answer({ outcome: "unresolved" });
      continue;
    }
    rendered++;
    const fails = test(candidate, ask.step);
    if (fails) result = candidate;
    walk.answer({ outcome: fails ? "fail" : "pass" });
  }
}

/** For searches that never have to be waited for: those of small texts. */
export const played = (search: Search<TestCase, TestCase>, test: Test, most?: number): Played => {
  const { done, value } = playing(search, test, most).next();
  if (done !== true) throw new Error("this search has to be waited for");
  return value;
};

/** The same for all others. */
export const playedAsync = async (search: Search<TestCase, TestCase>, test: Test, most?: number): Promise<Played> => {
  const walk = playing(search, test, most);
  for (;;) {
    const { done, value } = walk.next();
    if (done === true) return value;
    await new Promise<void>((resolve) => (value.onArrival = resolve));
  }
};

/** Undefined where a candidate is not worth a test. */
export const rendering = (render: () => TestCase): TestCase | undefined => {
  try {
    return render();
  } catch (error) {
    if (error instanceof Unrenderable) return undefined;
    throw error;
  }
};

type Holds = (text: string, step: Step) => boolean;

const onTexts =
  (holds: Holds): Test =>
  (candidate, step) =>
    holds(textOf(candidate), step);

export const reduced = (
  strategy: Strategy<TestCase>,
  text: string,
  holds: Holds,
  most?: number,
): Played & { readonly text: string } => {
  const { result, ...rest } = played(strategy(textCase(text)), onTexts(holds), most);
  return { result, ...rest, text: textOf(result) };
};

export const reducedAsync = async (
  strategy: Strategy<TestCase>,
  text: string,
  holds: Holds,
  most?: number,
): Promise<Played & { readonly text: string }> => {
  const { result, ...rest } = await playedAsync(strategy(textCase(text)), onTexts(holds), most);
  return { result, ...rest, text: textOf(result) };
};
