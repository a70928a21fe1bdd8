/** What the simulated cluster reduces: lists with planted needs, and a real file with a real test. */
import { readFileSync } from "node:fs";
import type { Case } from "../../src/core/case.ts";
import { whole } from "../../src/core/configuration.ts";
import type { Search } from "../../src/core/search.ts";
import { fileCase, onlyFile, type TestCase } from "../../src/core/test-case.ts";
import { over } from "../../src/core/words.ts";
import { planFile } from "../../src/pipelines/file.ts";
import { list } from "../../src/strategies/index.ts";
import type { ListEntry } from "../../src/strategies/support/registry.ts";
import { families, type OracleFamily } from "../oracles.ts";
import { selection, type Selection } from "../selection.ts";

/** A search from its beginning, and the test that answers it. */
export interface SimulatedInput<C extends Case = Case> {
  readonly name: string;
  readonly source: C;
  readonly search: () => Search<C, unknown>;
  readonly fails: (candidate: C) => boolean;
}

/** The lines 0 to n − 1, of which a family of oracles needs some. */
export const planted = (family: string, n: number, strategy = "adaptive"): SimulatedInput<Selection> => {
  const oracle = (families[family] as OracleFamily)(n, 1);
  const input = whole(Array.from({ length: n }, (_, line) => line));
  const minimise = (list[strategy] as ListEntry).build({});
  return {
    name: `${family}, n = ${n}, ${strategy}`,
    source: selection(input),
    search: () => over(minimise(input), selection),
    fails: ({ kept }) => oracle.fails(kept),
  };
};

const LOCK = new URL("../../examples/cases/json-jq-engines/lock.json", import.meta.url);

/** The case json-jq-engines with all passes of the command; its test is done in this process. */
export const lockFile = (): SimulatedInput<TestCase> => {
  const bytes = readFileSync(LOCK);
  const source = fileCase({ path: "lock.json", mode: 0o644, bytes: () => bytes }, bytes.length);
  return {
    name: `json-jq-engines, ${bytes.length} bytes, all passes`,
    source,
    search: () => planFile(source, {}).search,
    fails: (candidate) => asJq(Buffer.from(onlyFile(candidate).bytes()).toString()),
  };
};

/** Does `.packages[] | select(.engines) | .engines.node` come to a list, and to nothing else it cannot index before that? */
const asJq = (text: string): boolean => {
  try {
    const { packages } = JSON.parse(text) as { packages: Record<string, { engines?: unknown } | null> };
    if (typeof packages !== "object" || packages === null) return false;
    for (const each of Object.values(packages)) {
      if (each === null) continue;
      if (typeof each !== "object" || Array.isArray(each)) return false;
      const { engines } = each;
      if (Array.isArray(engines)) return true;
      if (engines && typeof engines !== "object") return false;
    }
    return false;
  } catch {
    return false;
  }
};
