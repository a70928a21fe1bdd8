/** What a worker of a cluster makes of a test's kit: the same oracle as on the machine that the run was started on. */
import type { Bench, BenchOpener, BenchPlace, Kit, Reply } from "../cluster/bench.ts";
import { checkedEntries } from "../cluster/trees.ts";
import { entriesCase, fileCase, type TestCase } from "../core/test-case.ts";
import type { Finding } from "../core/verdict.ts";
import type { ProcessOracle, Subject } from "../oracles/oracle.ts";
import { layOutFiles } from "./kit-files.ts";
import { withTrees } from "./kit-links.ts";
import { ORIGIN } from "./named-paths.ts";
import { measuredBy, openRoom, processOracle, repeated, type ProcessTest } from "./process-test.ts";
import type { TestKit } from "./test-kit.ts";

export const openTestBench: BenchOpener = async (kit: Kit, place: BenchPlace): Promise<Bench> => {
  const body = kit.body as TestKit;
  const { origin, readable } = await layOutFiles(body.files, place);
  const beside = await treesAt(body.beside, place);
  const outward = await treesAt(body.outward, place);
  const subject: Subject = { ...body.subject, origin, beside };
  const { memory, sandbox, repeat, bar } = body;
  const { setting, close } = openRoom({
    subject,
    ...(memory !== undefined && { memory }),
    ...(sandbox !== undefined && { sandbox }),
    readable: [...readable, ...outward],
  });
  let oracle: ProcessOracle;
  try {
    oracle = measuredBy(repeated(processOracle(setting, placed(body.test, origin)), repeat), bar);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    judge: (reply) => complaint(reply.body as Finding, oracle),
    run: async (content, terms, signal) => {
      const candidate = withTrees(candidateOf(content, body), outward);
      return replyOf(await oracle.test(candidate, { timeout: timeoutIn(terms) }, signal), body);
    },
    close: async () => {
      await oracle.close();
      await close();
    },
  };
};

const treesAt = async (names: readonly string[], place: BenchPlace): Promise<readonly string[]> =>
  await Promise.all(names.map((name) => place.tree(name)));

const placed = (test: ProcessTest, origin: string): ProcessTest =>
  test.kind === "command"
    ? {
        ...test,
        command: test.command.map((word) => (word.startsWith(ORIGIN) ? origin + word.slice(ORIGIN.length) : word)),
      }
    : test;

const candidateOf = (content: Uint8Array, { mode, subject }: TestKit): TestCase =>
  mode === undefined
    ? entriesCase(checkedEntries(content))
    : fileCase({ path: subject.name, mode, bytes: () => content }, content.length);

const timeoutIn = (terms: unknown): number => {
  const { timeout } = (terms ?? {}) as { readonly timeout?: unknown };
  if (typeof timeout !== "number" || !(timeout > 0)) throw new Error("a job without a limit");
  return timeout;
};

/** What depends on time, chance or a process that died may come out otherwise another time. */
const replyOf = (finding: Finding, { test, bar }: TestKit): Reply => {
  const isTimed = test.kind === "command" && test.refinements.hang !== undefined;
  const isSteady = test.kind !== "server" || finding.outcome !== "unresolved";
  const lasting = finding.evidence?.timedOut !== true && bar === undefined && !isTimed && isSteady;
  return { body: finding, lasting };
};

/** The last lines say most. */
const SHOWN_LINES = 8;

const complaint = ({ outcome, reason, evidence }: Finding, { words }: ProcessOracle): string | undefined => {
  if (outcome === "fail") return undefined;
  const why = reason === undefined ? "" : ` (${reason})`;
  const lines = (evidence?.output ?? "").trimEnd().split("\n").slice(-SHOWN_LINES).join("\n");
  const said = lines === "" ? "It printed nothing." : `It printed:\n${lines}`;
  return `the original does not show the failure here: the test is answered "${outcome}"${why}, and what counts is: ${words}. ${said}`;
};
