/** Why each part of a result is there: what becomes of it without that part, from the journal or by a test. */
import { resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import type { TestCase } from "../../core/test-case.ts";
import type { Finding, Verdict } from "../../core/verdict.ts";
import type { Language } from "../../languages/index.ts";
import { plainLanguage } from "../../languages/plain.ts";
import { languageOf } from "../../reduce/language.ts";
import { localBackend } from "../../reduce/local-backend.ts";
import type { ReduceOptions } from "../../reduce/options.ts";
import { subjectOf } from "../../reduce/inputs.ts";
import type { Necessity, NecessityPart } from "../../reporters/reduce/report-data.ts";
import { readVerdicts } from "../../journals/file.ts";
import { canonical } from "../../runs/identity.ts";
import type { Rebuilt } from "../data.ts";
import type { StoredRun } from "../run.ts";
import { fateOf, type ExpectedEnding } from "./judge.ts";
import { partedResult, type ResultPart } from "./parts.ts";

export interface ExplainOptions {
  readonly run: StoredRun;
  readonly rebuilt: Rebuilt;
  /** Tests at once; all cores unless given. */
  readonly jobs?: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, all: number) => void;
}

/** More parts are not tried one by one. */
const MAX_PARTS = 2000;

/** Throws a `UserError` when the test of the run is not what it was. */
export const explainResult = async (options: ExplainOptions): Promise<Necessity> => {
  const { run, rebuilt } = options;
  const languages = await languagesOf(options);
  const { unit, files } = partedResult(rebuilt.result, {
    format: run.record.format,
    languageOf: (file) => languages(file.path),
    most: MAX_PARTS,
  });
  const known = readVerdicts(run.paths.journal);
  const tried = files.flatMap(({ parts }) => parts.filter(({ without }) => without !== undefined)).slice(0, MAX_PARTS);
  const verdicts = new Map<ResultPart, Verdict>();
  const missing = new Map<string, { readonly candidate: TestCase; readonly parts: ResultPart[] }>();
  for (const part of tried) {
    const candidate = (part.without as () => TestCase)();
    const key = candidate.key();
    const verdict = known.get(key);
    if (verdict !== undefined) verdicts.set(part, verdict);
    else missing.set(key, { candidate, parts: [...(missing.get(key)?.parts ?? []), part] });
  }
  const recalled = verdicts.size;
  await testAll(options, [...missing.values()], verdicts);
  const identity = run.record.identity.oracle as OracleIdentity;
  const { kind, signature } = identity.kind === "repeats" ? (identity.of ?? identity) : identity;
  const how = { learnt: kind === "command", ending: signature?.ending };
  const told = (part: ResultPart): NecessityPart => {
    const verdict = verdicts.get(part);
    if (verdict === undefined) return { text: part.text, fate: "untried" };
    const fate = fateOf(verdict, { ...how, breaksSyntax: part.breaksSyntax ?? (() => false) });
    return { text: part.text, fate, ...(verdict.reason !== undefined && { reason: verdict.reason }) };
  };
  const mapped = files.map(({ path, parts }) => ({ path, parts: parts.map(told) }));
  const neighbour = unit === "bytes" ? undefined : nearestWorking(mapped);
  return { unit, files: mapped, recalled, tested: missing.size, ...(neighbour !== undefined && { neighbour }) };
};

interface OracleIdentity {
  readonly kind?: string;
  readonly signature?: { readonly ending?: ExpectedEnding };
  readonly of?: OracleIdentity;
}

const optionsOf = ({ recorded }: StoredRun): ReduceOptions | undefined =>
  recorded && ({ ...recorded.options, cwd: recorded.directory } as unknown as ReduceOptions);

/** The language of a file of the result, by path, as the run chose it. */
const languagesOf = async ({ run, rebuilt }: ExplainOptions): Promise<(path: string) => Language> => {
  const options = optionsOf(run);
  const { source, shape, inputs } = rebuilt.original;
  if (options === undefined || inputs === undefined) return () => plainLanguage;
  const chosen = await languageOf({ name: inputs.name, source, shape }, options);
  return (path) => chosen?.language ?? chosen?.languages?.get(path) ?? plainLanguage;
};

const testAll = async (
  { run, rebuilt, jobs = localBackend.defaultJobs(), signal, onProgress }: ExplainOptions,
  missing: readonly { readonly candidate: TestCase; readonly parts: readonly ResultPart[] }[],
  verdicts: Map<ResultPart, Verdict>,
): Promise<void> => {
  if (missing.length === 0) return;
  const options = optionsOf(run);
  const { inputs, source } = rebuilt.original;
  if (options === undefined || inputs === undefined) throw tooOld();
  const { cwd = "", extraFiles = [], stdin = false } = options;
  const subject = subjectOf(inputs, { origin: cwd, extraFiles: extraFiles.map((path) => resolve(cwd, path)), stdin });
  const earlier = run.record.identity.oracle;
  const open = await localBackend.openOracle({ options, subject, source, earlier, signal });
  try {
    if (canonical(open.oracle.identity) !== canonical(earlier)) throw otherTest();
    const { measured } = run.record;
    const { executor } = await localBackend.openExecutor({
      oracle: open.oracle,
      options,
      jobs,
      samples: [],
      measured,
    });
    const test = async (candidate: TestCase): Promise<Finding> => await executor.run(candidate, signal);
    const late: (typeof missing)[number][] = [];
    let done = 0;
    const note = (parts: readonly ResultPart[], finding: Finding): void => {
      for (const part of parts) verdicts.set(part, finding);
      done += 1;
      onProgress?.(done, missing.length);
    };
    const waiting = [...missing].toReversed();
    const worker = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const finding = await test(next.candidate);
        if (finding.provisional === true) late.push(next);
        else note(next.parts, finding);
      }
    };
    await Promise.all(Array.from({ length: jobs }, worker));
    // Alone, under the limit that decides.
    for (const { candidate, parts } of late)
      note(parts, await (executor.settle?.(candidate, signal) ?? executor.run(candidate, signal)));
    await executor.close();
  } finally {
    await open.close();
  }
};

const tooOld = (): UserError =>
  new UserError("NOT_RECORDED", "It was not written down how this run was started: nothing can be tested.", {
    advice: "Run the same pare reduce command once more with --fresh, then explain that run.",
  });

const otherTest = (): UserError =>
  new UserError("OTHER_TEST", "The test has changed since the run: its answers would not fit to those of the run.", {
    advice: "Restore it, or run pare reduce again.",
  });

type Neighbour = NonNullable<Necessity["neighbour"]>;

const nearestWorking = (files: Necessity["files"]): Neighbour | undefined => {
  let best: { readonly length: number; readonly found: Neighbour } | undefined;
  for (const { path, parts } of files) {
    const text = parts.map((part) => part.text).join("");
    let at = 0;
    for (const part of parts) {
      if (part.fate === "works" && part.text.length < (best?.length ?? Number.POSITIVE_INFINITY))
        best = { length: part.text.length, found: described(path, text, at, part) };
      at += part.text.length;
    }
  }
  return best?.found;
};

const described = (path: string, text: string, at: number, { text: removed, reason }: NecessityPart): Neighbour => {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at + Math.max(0, removed.replace(/\n$/, "").length));
  const to = end < 0 ? text.length : end;
  return {
    path,
    line: text.slice(0, at).split("\n").length,
    removed: removed.replace(/\n$/, ""),
    before: text.slice(from, to),
    after: (text.slice(from, at) + text.slice(at + removed.length, to)).replace(/\n$/, ""),
    ...(reason !== undefined && { reason }),
  };
};
