/** From what was typed to an oracle for `reduce`: the effect of the original is measured first. */
import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { fileCase, onlyFile, type TestCase } from "../../core/test-case.ts";
import type { Subject, ProcessOracle } from "../../oracles/oracle.ts";
import { CALIBRATION_MS } from "../../oracles/timeouts.ts";
import { openRunnerSpace } from "../../runner/index.ts";
import { runsDirectoryOf } from "../../runs/place.ts";
import type { MeasureOptions } from "../options.ts";
import { calibrate, type Calibration } from "../reduce/calibrate.ts";
import { openMeasurer, type OpenMeasurer } from "../run/open.ts";
import { readTests, type TestFile } from "../tests.ts";
import { parseEffect, type EffectChoice } from "./effect.ts";
import { quantityOracle, type EffectOracle } from "./quantity.ts";
import type { Finding } from "../../core/verdict.ts";
import { absoluteProgram, fillIn } from "../../oracles/command-line.ts";
import { repeatLine } from "../../oracles/repeat-line.ts";
import { count } from "../covers.ts";
import { judgeEffect } from "../reduce/effect.ts";

export interface EffectOptions extends Omit<MeasureOptions, "tests" | "cover"> {
  readonly input: string;
  /** As typed: "coverage:sancov", "memory>=1G", "maximize:stderr/size". */
  readonly effect: string;
  readonly anyVerdict?: boolean;
}

/** The oracle is to be closed by who opened it. */
export const openEffect = async (options: EffectOptions): Promise<EffectOracle> => {
  const choice = parseEffect(options.effect);
  const cwd = resolve(options.cwd ?? process.cwd());
  const path = resolve(cwd, options.input);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new UserError("BAD_EFFECT", "--effect works on one file, not on a directory.", {
      advice: "Use pare suite reduce for all tests of a directory.",
    });
  const [test] = readTests([options.input], cwd) as [TestFile];
  const extraFiles = (options.extraFiles ?? []).map((other) => resolve(cwd, other));
  const subject: Subject = {
    name: basename(path),
    typed: options.input,
    origin: cwd,
    extraFiles,
    stdin: options.stdin ?? false,
  };
  const order = { options, choice, test, subject, command: commandOf(options, subject) };
  return choice.kind === "coverage" ? await coverage(order, choice.reader) : await quantity(order, choice);
};

interface Order {
  readonly options: EffectOptions;
  readonly test: TestFile;
  readonly subject: Subject;
  readonly command: readonly string[];
}

/** An argument that is the input as typed stands for the candidate, as everywhere. */
const commandOf = ({ command = [], inProcess }: EffectOptions, { typed }: Subject): readonly string[] => {
  if (command.length === 0 && inProcess === undefined)
    throw new UserError("NO_COMMAND", "There is no command after --.", {
      advice: "Write how the test is run, with {} for its path: -- ./prog {}",
    });
  return command.some((word) => word.includes("{}")) ? command : command.map((word) => (word === typed ? "{}" : word));
};

const coverage = async ({ options, test, subject, command }: Order, reader: string): Promise<EffectOracle> => {
  const { effect: _, input, anyVerdict = false, ...rest } = options;
  const cwd = subject.origin;
  const storage = join(runsDirectoryOf(cwd, options.runsDirectory), "readers");
  const opened = await openMeasurer({ ...rest, tests: [input], cover: reader, command, cwd }, [test], storage);
  try {
    const calibration = await calibrate({
      ...opened,
      candidate: { name: subject.name, mode: test.mode, bytes: test.bytes() },
      limits: limitsOf(options),
      anyVerdict,
    });
    return coverageOracle({ opened, calibration, command, subject, anyVerdict });
  } catch (error) {
    await opened.close();
    throw error;
  }
};

const limitsOf = ({ timeout = CALIBRATION_MS, signal = new AbortController().signal }: EffectOptions) => ({
  timeout,
  signal,
});

const quantity = async (
  { options, test, subject, command }: Order,
  choice: Exclude<EffectChoice, { readonly kind: "coverage" }>,
): Promise<EffectOracle> => {
  const { runner, scratch, close } = openRunnerSpace();
  try {
    const bytes = test.bytes();
    return await quantityOracle({
      setting: { subject, runner, scratch, ...(options.memory !== undefined && { memory: options.memory }) },
      words: command,
      effect: choice,
      original: fileCase({ path: subject.name, mode: test.mode, bytes: () => bytes }, bytes.length),
      anyVerdict: options.anyVerdict ?? false,
      ...limitsOf(options),
      close,
    });
  } catch (error) {
    await close();
    throw error;
  }
};

interface CoverageOptions {
  readonly opened: OpenMeasurer;
  readonly calibration: Calibration;
  readonly command: readonly string[];
  readonly subject: Subject;
  readonly anyVerdict: boolean;
}

const coverageOracle = ({ opened, calibration, command, subject, anyVerdict }: CoverageOptions): ProcessOracle => {
  if (calibration.error !== undefined) throw calibration.error;
  if (calibration.trouble !== undefined)
    throw new UserError("NO_EFFECT", `${subject.name} has no effect to keep: it ${calibration.trouble}.`, {
      advice: "Run the command on it by hand; --verdict any accepts every ending.",
    });
  const { measurer } = opened;
  const effect = { target: calibration.steady, ending: calibration.ending, anyVerdict };
  return {
    description: `covers the ${count(effect.target)} entities that ${subject.name} covers${anyVerdict ? "" : ` and ${effect.ending}`}`,
    identity: {
      kind: "coverage",
      measurer: opened.identity,
      entities: count(effect.target),
      ending: effect.ending,
      anyVerdict,
    },
    repeatLine: (path, candidate) =>
      repeatLine({ subject, path, candidate, command: (at) => fillIn(absoluteProgram(command, subject), subject, at) }),
    test: async (candidate: TestCase, { timeout }, signal): Promise<Finding> => {
      const { path, mode, bytes } = onlyFile(candidate);
      const measurement = await measurer.measure({ name: path, mode, bytes: bytes() }, { timeout, signal });
      return {
        ...judgeEffect(measurement, effect, measurer.universe),
        ms: measurement.ms,
        ...(measurement.timedOut && { evidence: { timedOut: true } }),
      };
    },
    close: () => opened.close(),
  };
};
