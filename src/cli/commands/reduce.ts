/** `pare reduce`: makes a failing file or directory small. */
import { existsSync, readFileSync } from "node:fs";
import { findInputs } from "../../reduce/inputs.ts";
import { checkPlaces } from "../../runs/output/place.ts";
import { readArguments } from "../arguments.ts";
import { checkOracle, inputOf } from "../oracle-choice.ts";
import { resumeCommand } from "../resume-command.ts";
import { checkCover, withKeepPassing } from "../reduction/effect.ts";
import { takenInputs } from "../reduction/inputs.ts";
import type { Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { REDUCE } from "../usages.ts";

export const run = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  const { inputs, settings: given, printed } = takenInputs(readArguments(REDUCE, typed, terminal), terminal);
  const [input, ...more] = inputs;
  if (input !== undefined) checkFiles(input, given, terminal.directory);
  checkCover(typed, given);
  const settings = withKeepPassing(given);
  const name = inputOf(input, "reduce");
  checkOracle(settings, name, { usage: REDUCE, typed, ...terminal });
  const streams = printed === undefined ? terminal : { ...terminal, out: terminal.err };
  findInputs([name, ...more], terminal.directory);
  const { ReduceCommand } = await import("../reduction/reduction.ts");
  const code = await new ReduceCommand([name, ...more], settings, streams, resumeCommand(typed)).run();
  if (printed !== undefined && existsSync(printed)) await terminal.out.bytes(readFileSync(printed));
  return code;
};

/** Before anything is opened for writing: --events must not empty what is read, nor the result take its place. */
const checkFiles = (input: string, settings: Settings, cwd: string): void => {
  const { output, inPlace, test, with: extraFiles, events } = settings;
  checkPlaces({ cwd, input, output, inPlace, test, extraFiles, events });
};
