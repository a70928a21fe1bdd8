/** What a worker of a cluster makes of a suite's kit: the same measurer as where the run was started. */
import * as v from "valibot";
import { join, relative, resolve } from "node:path";
import type { Bench, BenchOpener, BenchPlace, Kit, Reply } from "../../cluster/bench.ts";
import { layOutFiles } from "../../reduce/cluster/kit-files.ts";
import { commandAt } from "../../reduce/cluster/named-paths.ts";
import type { MeasureOptions } from "../options.ts";
import { below } from "../readers/names.ts";
import { calibrate, type Calibration } from "../reduce/calibrate.ts";
import { work } from "../reduce/work.ts";
import { openMeasurer, type OpenMeasurer } from "../run/open.ts";
import type { TestFile } from "../tests.ts";
import { given } from "../../core/maybe.ts";
import { coverCodec, type CoverCodec, portableUniverse, type Renaming } from "./covers.ts";
import type { SuiteKit } from "./kit.ts";
import { sentMeasurement } from "./measurements.ts";
import { openParcel, termsIn, type SuiteTerms } from "./terms.ts";
import { memoryRecords, sentWork } from "./worked.ts";
import type { Universe } from "../coverage.ts";
import { count, difference, intersection, numbersIn, union } from "../covers.ts";
import { endsAlike } from "../reduce/effect.ts";

/** The body of an answer. */
export interface SuiteAnswer {
  /** To "fitness": why this machine cannot take part. */
  readonly objection?: string;
  /** To "whole": the work is done, but it does not fit into an answer. */
  readonly tooLarge?: boolean;
}

export const openSuiteBench: BenchOpener = async (kit: Kit, place: BenchPlace): Promise<Bench> => {
  const body = kit.body as SuiteKit;
  const laid = await layOutFiles(body.files, place);
  try {
    const { opened, codec } = await measurerOf(body, laid.origin, place);
    return {
      judge: ({ body: answer }) => (answer as SuiteAnswer).objection,
      run: async (content, terms, signal) => await answered({ body, opened, codec }, content, termsIn(terms), signal),
      close: async () => {
        await opened.close();
        laid.close();
      },
    };
  } catch (error) {
    laid.close();
    throw error;
  }
};

const measurerOf = async (body: SuiteKit, origin: string, place: BenchPlace): Promise<Omit<OpenWorkshop, "body">> => {
  const { cover, inProcess, goal, ignoreCover, coverOnly, stdin, memory } = body;
  const options: MeasureOptions = {
    tests: [],
    ...given({ cover, inProcess, goal, ignoreCover, coverOnly, stdin, memory }),
    ...(inProcess === undefined && { command: commandAt(origin, body.command) }),
    extraFiles: await Promise.all(body.beside.map((name) => place.tree(name))),
    cwd: origin,
  };
  const warmUp = await Promise.all(body.warmUp.map(async (name) => testOf("", 0, await place.blob(name))));
  const names = openParcel(await place.blob(body.names), v.array(v.string()));
  const universe = portableUniverse(await renamings(body, origin, place));
  const opened = await openMeasurer(options, warmUp, join(place.directory, "storage"), universe);
  return { opened, codec: coverCodec(universe, names) };
};

interface OpenWorkshop {
  readonly body: SuiteKit;
  readonly opened: OpenMeasurer;
  readonly codec: CoverCodec;
}

const answered = async (
  { body, opened, codec }: OpenWorkshop,
  content: Uint8Array,
  { ask, name, mode, timeout }: SuiteTerms,
  signal: AbortSignal,
): Promise<Reply> => {
  const limits = { timeout, signal };
  const candidate = { name, mode, bytes: content };
  if (ask === "fitness") {
    const anyVerdict = body.verdict === "any";
    const found = await calibrate({ ...opened, candidate, limits, anyVerdict });
    const objection = objectionTo(found, { body, codec, universe: opened.measurer.universe });
    return replyOf(objection === undefined ? {} : { objection });
  }
  if (ask === "measure") {
    const payload = sentMeasurement(await opened.measurer.measure(candidate, limits), codec);
    return { ...replyOf({}), payload };
  }
  const records = memoryRecords();
  const worked = await work({
    test: testOf(name, mode, content),
    index: 0,
    opened,
    options: body,
    session: records,
    shares: ALONE,
    seeded: body.seeded,
    limits,
  });
  signal.throwIfAborted();
  const payload = sentWork({ worked, kept: records.kept }, content, codec);
  return payload.length > body.mostReply ? replyOf({ tooLarge: true }) : { ...replyOf({}), payload };
};

const replyOf = (body: SuiteAnswer): Reply => ({ body, lasting: false });

/** A slot is one run at a time. */
const ALONE = { share: 1, listen: () => () => undefined };

const testOf = (name: string, mode: number, content: Uint8Array): TestFile => ({
  name,
  path: name,
  mode,
  size: content.length,
  bytes: () => content,
});

/**
 * Sources are named as where the run was started: by what programs were built from, by what lies above the origin, and by packages,
 * which lie elsewhere on this machine, behind links.
 */
const renamings = async (body: SuiteKit, origin: string, place: BenchPlace): Promise<readonly Renaming[]> => {
  const { depth, trees } = body.files;
  const up = Array.from({ length: depth }, () => "..");
  const [here, there] = [resolve(origin, ...up), resolve(body.origin, ...up)];
  const nameOf = (path: string): string => below(body.origin, path) ?? path;
  const linked = trees.map(async ([path, tree]): Promise<Renaming> => {
    const within = relative(here, resolve(here, "..", path));
    return [await place.tree(tree), nameOf(join(there, within))];
  });
  return [[body.origin, ""], ...(depth > 0 ? [[here, there] as const] : []), ...(await Promise.all(linked))];
};

interface FitnessOptions {
  readonly body: Pick<SuiteKit, "expected" | "verdict" | "sent">;
  readonly codec: CoverCodec;
  readonly universe: Universe;
}

/** What only some runs cover, here or there, does not count. */
const objectionTo = (found: Calibration, { body, codec, universe }: FitnessOptions): string | undefined => {
  const { expected, verdict, sent } = body;
  const { name, ending, trouble } = expected;
  const said = (what: string): string => `${what}. ${sentWords(sent)}`;
  if (trouble !== undefined) return undefined;
  if (found.trouble !== undefined) return said(`${name} cannot be measured here: ${found.trouble.replace(/\.$/, "")}`);
  if (!endsAlike({ ending, anyVerdict: verdict === "any" }, found.ending))
    return said(
      `${name} ends in another way here: it ${found.ending} here, and it ${ending} where the run was started`,
    );
  const steady = codec.decode(expected.steady);
  const nameOf = (number: number | undefined): string =>
    number === undefined ? "" : `${universe.kindOf(number)} ${universe.nameOf(number)}`;
  const here = intersection(steady, union(found.steady, found.unsteady));
  const [missing] = numbersIn(difference(steady, here));
  if (missing !== undefined)
    return said(
      `${name} covers ${count(here)} of the ${count(steady)} entities here that it covers where the run was started; for example, it does not cover ${nameOf(missing)}`,
    );
  const more = difference(found.steady, union(steady, codec.decode(expected.unsteady)));
  const [first] = numbersIn(more);
  if (first === undefined) return undefined;
  const many = count(more) === 1 ? "1 entity" : `${count(more)} entities`;
  return said(
    `${name} covers ${many} here that it does not cover where the run was started, for example ${nameOf(first)}`,
  );
};

const sentWords = (sent: readonly string[]): string =>
  sent.length === 0
    ? "pare sent no files: the program has to be installed here"
    : `pare sent ${sent.join(", ")}; everything else has to be installed here`;
