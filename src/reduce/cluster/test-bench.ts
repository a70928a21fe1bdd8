/** What a worker of a cluster makes of a test's kit: the same oracle as on the machine that the run was started on. */
import { basename } from "node:path";
import { given } from "../../core/maybe.ts";
import type { Bench, BenchOpener, BenchPlace, Kit, Reply } from "../../cluster/bench.ts";
import { checkedEntries } from "../../cluster/trees.ts";
import { UserError } from "../../core/errors.ts";
import { entriesCase, fileCase, type TestCase } from "../../core/test-case.ts";
import type { Finding } from "../../core/verdict.ts";
import type { ProcessOracle, Subject } from "../../oracles/oracle.ts";
import { withPasses } from "../../oracles/sides/passes.ts";
import { withSane } from "../../oracles/sides/sane.ts";
import { layOutFiles } from "./kit-files.ts";
import { withTrees } from "./kit-links.ts";
import { commandAt } from "./named-paths.ts";
import { measuredBy, openTestSpace, processOracle, repeated, type ProcessTest } from "../process-test.ts";
import type { TestKit } from "./test-kit.ts";

export const openTestBench: BenchOpener = async (kit: Kit, place: BenchPlace): Promise<Bench> => {
  const body = kit.body as TestKit;
  const outward = await treesAt(body.outward, place);
  return await openOracleBench(body, place, {
    readable: outward,
    open: (surroundings) => openOracle(body, surroundings),
    candidateOf: (content) => withTrees(candidateOf(content, body), outward),
    replyOf: (finding) => replyOf(finding, body),
  });
};

export interface OracleBench {
  /** What has to be visible to tests besides the files of the kit. */
  readonly readable: readonly string[];
  open(surroundings: Surroundings): { readonly oracle: ProcessOracle; close(): Promise<void> };
  candidateOf(content: Uint8Array): TestCase;
  replyOf(finding: Finding): Reply;
}

/** Lays out what a test needs, and opens its oracle there. */
export const openOracleBench = async (
  body: Pick<TestKit, "subject" | "files" | "beside">,
  place: BenchPlace,
  bench: OracleBench,
): Promise<Bench> => {
  checkName(body.subject.name);
  const { origin, readable, close: takeAway } = await layOutFiles(body.files, place);
  try {
    const { oracle, close } = bench.open({
      subject: { ...body.subject, origin, extraFiles: await treesAt(body.beside, place) },
      readable: [...readable, ...bench.readable],
    });
    return {
      judge: (reply) => complaint(reply.body as Finding, oracle),
      run: async (content, terms, signal) =>
        bench.replyOf(await oracle.test(bench.candidateOf(content), { timeout: timeoutIn(terms) }, signal)),
      close: async () => {
        await oracle.close();
        await close();
        takeAway();
      },
    };
  } catch (error) {
    takeAway();
    throw error;
  }
};

/** Candidates are written under it. */
const checkName = (name: string): void => {
  if (name === basename(name) && !["", ".", ".."].includes(name) && !name.includes("\0")) return;
  throw new UserError("BAD_KIT", `A candidate cannot be called ${JSON.stringify(name)}.`, {
    advice: "Use the same version of pare on all machines.",
  });
};

interface Surroundings {
  readonly subject: Subject;
  readonly readable: readonly string[];
}

const openOracle = (
  { test, passes = [], sane, memory, sandbox, keepLauncher, repeat, bar }: TestKit,
  { subject, readable }: Surroundings,
): { readonly oracle: ProcessOracle; close(): Promise<void> } => {
  const { setting, close } = openTestSpace({
    subject,
    ...given({ memory, sandbox, keepLauncher }),
    readable,
  });
  try {
    const oracle = processOracle(setting, placed(test, subject.origin));
    const sided = withPasses(repeated(oracle, repeat), { setting, lines: passes, inTurn: test.kind === "server" });
    return { oracle: measuredBy(withSane(sided, setting, sane), bar), close };
  } catch (error) {
    void close();
    throw error;
  }
};

const treesAt = async (names: readonly string[], place: BenchPlace): Promise<readonly string[]> =>
  await Promise.all(names.map((name) => place.tree(name)));

const placed = (test: ProcessTest, origin: string): ProcessTest =>
  test.kind === "command" ? { ...test, command: commandAt(origin, test.command) } : test;

const candidateOf = (content: Uint8Array, { mode, subject }: TestKit): TestCase =>
  mode === undefined
    ? entriesCase(checkedEntries(content))
    : fileCase({ path: subject.name, mode, bytes: () => content }, content.length);

/** The limit of a job. */
export const timeoutIn = (terms: unknown): number => {
  const { timeout } = (terms ?? {}) as { readonly timeout?: unknown };
  if (typeof timeout !== "number" || !(timeout > 0)) throw new Error("a job without a limit");
  return timeout;
};

/** What depends on time, chance or a process that died may come out otherwise another time. */
const replyOf = (finding: Finding, { test, bar }: TestKit): Reply => {
  const isTimed = test.kind === "command" && test.refinements.hang !== undefined;
  const isSteady = test.kind !== "server" || finding.outcome !== "unresolved";
  return replyWith(finding, bar === undefined && !isTimed && isSteady);
};

/** `repeats`: the finding would be the same at another time, unless it is about time. */
export const replyWith = (finding: Finding, repeats: boolean): Reply => {
  const lasting = finding.evidence?.timedOut !== true && repeats;
  return { body: finding, lasting, ...(lasting && { kept: withoutOutput(finding) }) };
};

/** Thousands of outcomes are held in memory, and nobody reads what their tests have printed. */
const withoutOutput = ({ evidence, ...finding }: Finding): Finding => {
  const { output: _, ...rest } = evidence ?? {};
  return { ...finding, ...(evidence !== undefined && { evidence: rest }) };
};

/** The last lines say most. */
const SHOWN_LINES = 8;

const complaint = ({ outcome, reason, evidence }: Finding, { description }: ProcessOracle): string | undefined => {
  if (outcome === "fail") return undefined;
  const why = reason === undefined ? "" : ` (${reason})`;
  return `the original does not show the failure here: the test answers "${outcome}"${why}. Condition: ${description}. ${printedIn(evidence)}`;
};

/** The end of what a test has printed, as a sentence. */
export const printedIn = (evidence: Finding["evidence"]): string => {
  const lines = (evidence?.output ?? "").trimEnd().split("\n").slice(-SHOWN_LINES).join("\n");
  return lines === "" ? "It printed nothing." : `It printed:\n${lines}`;
};
