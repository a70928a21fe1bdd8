/** What a worker of a cluster makes of the kit of an isolation: the same oracle as on the machine that it was started on. */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { Bench, BenchOpener, BenchPlace, Kit, Reply } from "../../cluster/bench.ts";
import type { Finding } from "../../core/verdict.ts";
import type { ProcessOracle } from "../../oracles/oracle.ts";
import { printedIn, timeoutIn } from "../../reduce/cluster/test-bench.ts";
import { RUNS_DIRECTORY } from "../../runs/place.ts";
import { checkSandbox, openRunner, openScratch } from "../../runner/index.ts";
import type { Mixture } from "../mixture.ts";
import { openBench } from "../oracle/bench.ts";
import { endsOracle } from "../oracle/ends-oracle.ts";
import { endWords, type IsolateTest } from "../oracle/judge.ts";
import { placePool } from "../places/pool.ts";
import { below, layStage } from "./lay-stage.ts";
import { mixtureIn } from "./mixture-content.ts";
import type { MixtureKit } from "./mixture-kit.ts";
import { placesOn, type LaidStage } from "./mixture-place.ts";
import { mapTexts, restoredIn } from "./stage-paths.ts";
import { STAGE } from "./stage.ts";

export const openMixtureBench: BenchOpener = async (kit: Kit, place: BenchPlace): Promise<Bench> => {
  const body = kit.body as MixtureKit;
  if (body.sandbox === true) checkSandbox();
  // Programs print paths without links.
  const directory = realpathSync(place.directory);
  const linked = await layStage(body.stage, place, directory);
  const good = mixtureIn(await place.blob(body.good));
  const test = mapTexts(body.test, restoredIn(directory));
  const { oracle, close } = openRoom(body, test, { directory, linked });
  /** Of the good end, once it was tested. */
  let atGood: Finding | undefined;
  return {
    judge: (reply) => complaintOf(test, "bad", reply.body as Finding) ?? (atGood && complaintOf(test, "good", atGood)),
    run: async (content, terms, signal) => {
      const timeout = timeoutIn(terms);
      const isFirst = atGood === undefined;
      const reply = replyOf(await oracle.test(mixtureIn(content), { timeout }, signal), test);
      // The original comes first, which is the bad end; the good one must be as it should, too.
      if (isFirst) atGood = await oracle.test(good, { timeout }, signal);
      return reply;
    },
    close,
  };
};

interface Room {
  readonly oracle: ProcessOracle<Mixture>;
  close(): Promise<void>;
}

const openRoom = (
  { stage, shape, memory, sandbox, chatter }: MixtureKit,
  test: IsolateTest,
  { directory, linked }: { readonly directory: string; readonly linked: readonly string[] },
): Room => {
  const laid: LaidStage = {
    origin: below(directory, stage.origin),
    ...(stage.candidate !== undefined && { candidate: below(directory, stage.candidate) }),
    at: (path) => below(directory, path),
  };
  // Below the origin, as on the machine of the user: programs look for packages in the folders above them.
  const places = placePool({ open: placesOn(laid, shape), root: join(laid.origin, RUNS_DIRECTORY, "places") });
  const scratch = openScratch();
  const runner = openRunner({ scratch });
  const bench = openBench({
    places,
    runner,
    origin: laid.origin,
    ...(test.build !== undefined && { build: test.build }),
    ...(memory !== undefined && { memory }),
    ...(sandbox === true && { sandbox: { readable: [join(directory, STAGE), ...linked] } }),
    ...(chatter !== undefined && { chatter: new RegExp(chatter.source, chatter.flags) }),
    // The user was told of it when the ends were tested.
    onWarning: () => undefined,
  });
  return {
    oracle: endsOracle(bench, test),
    close: async () => {
      await runner.close();
      scratch.close();
      await places.close();
    },
  };
};

/** What depends on time or chance may come out otherwise another time. */
const replyOf = (finding: Finding, test: IsolateTest): Reply => {
  const isTimed = test.kind === "ends" && test.refinements.hang !== undefined;
  const isSteady = test.repeat === 1 || (test.shows === "always" && finding.outcome !== "unresolved");
  return { body: finding, lasting: finding.evidence?.timedOut !== true && !isTimed && isSteady };
};

const complaintOf = (test: IsolateTest, end: "good" | "bad", finding: Finding): string | undefined => {
  const { outcome, reason, evidence } = finding;
  const expected = end === "good" ? "pass" : "fail";
  // A failure that shows sometimes need not show now.
  if (outcome === expected || (outcome === "pass" && test.shows === "sometimes")) return undefined;
  const why = reason === undefined ? "" : ` (${reason})`;
  return `the ${end} end is not what it should be here: the test answers "${outcome}"${why}. What counts: ${endWords(test)[end]}. ${printedIn(evidence)}`;
};
