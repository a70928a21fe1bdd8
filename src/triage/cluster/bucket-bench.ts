/** What a worker of a cluster makes of the test of one bug: the same oracle as on the machine of the triage. */
import type { Bench, BenchOpener, BenchPlace, Kit } from "../../cluster/bench.ts";
import { given } from "../../core/maybe.ts";
import { fileCase } from "../../core/test-case.ts";
import { commandAt } from "../../reduce/cluster/named-paths.ts";
import { openOracleBench, replyWith } from "../../reduce/cluster/test-bench.ts";
import { openTestSpace } from "../../reduce/process-test.ts";
import { findDebugger } from "../back-trace.ts";
import { bucketOracle } from "../bucket-oracle.ts";
import { Target } from "../target.ts";
import type { BucketKit } from "./bucket-kit.ts";

export const openBucketBench: BenchOpener = async (kit: Kit, place: BenchPlace): Promise<Bench> => {
  const body = kit.body as BucketKit;
  const { command, refinements, by, signature, title, hangMs, memory, sandbox, subject, mode } = body;
  return await openOracleBench(body, place, {
    readable: [],
    open: (surroundings) => {
      const { setting, close } = openTestSpace({ ...surroundings, ...given({ memory, sandbox }) });
      const target = new Target({
        setting,
        command: commandAt(surroundings.subject.origin, command),
        refinements,
        by,
        debugger: findDebugger(body.debugger ?? "none"),
        onRun: () => {},
      });
      // What else shows is told by the reason of the answer, and looked at where the triage was started.
      const test = { target, name: subject.name, signature, title, ...given({ hangMs }), onOther: () => {} };
      return { oracle: bucketOracle(test), close };
    },
    candidateOf: (content) => fileCase({ path: subject.name, mode, bytes: () => content }, content.length),
    replyOf: (finding) => replyWith(finding, hangMs === undefined),
  });
};
