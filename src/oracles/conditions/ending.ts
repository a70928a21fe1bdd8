/** `--exit` and `--signal`: how the command ends. */
import { exitCode, signalName, wordOr } from "../../settings/readers.ts";
import { value, type Setting } from "../../settings/setting.ts";
import { endingOf, endingWords } from "../signature.ts";
import type { Trial } from "../trial.ts";
import { wrongCondition, type Condition } from "./condition.ts";

const endingText = (trial: Trial): string => {
  const ending = endingOf(trial);
  return ending === undefined ? "did not end" : endingWords(ending);
};

const exitSetting = value(
  { group: "Test", flags: "--exit <code|nonzero>", about: "the command must exit with this code" },
  wordOr("nonzero", exitCode),
  "number",
);

export const exit: Condition<number | "nonzero", typeof exitSetting> = {
  setting: exitSetting,
  replaces: "everything",
  check: (given) => {
    if (given === "nonzero" || exitCode.read(String(given)) === given) return given;
    throw wrongCondition(`${given} is not an exit code.`, "Give --exit a number from 0 to 255, or nonzero.");
  },
  refutedBy: (given, trial) => {
    const meets = given === "nonzero" ? trial.code !== 0 && trial.code !== undefined : trial.code === given;
    return meets ? undefined : endingText(trial);
  },
  describe: (given) => [given === "nonzero" ? "exits with a code other than 0" : `exits with ${given}`],
};

const signalSetting = value(
  { group: "Test", flags: "--signal <name>", about: "this signal must end the command" },
  signalName,
) satisfies Setting;

export const signal: Condition<string, typeof signalSetting> = {
  setting: signalSetting,
  replaces: "everything",
  excludes: {
    others: ["exit"],
    message: "A process ends with an exit code or by a signal, not both.",
    advice: "Give --exit or --signal.",
  },
  check: (given) => {
    const name = signalName.read(given);
    if (name !== undefined) return name;
    throw wrongCondition(
      `There is no signal ${given}.`,
      "Give its name, as kill -l lists it: SEGV, ABRT, FPE, ILL, BUS, KILL, TERM, …",
    );
  },
  refutedBy: (given, trial) => (trial.signal === given ? undefined : endingText(trial)),
  describe: (given) => [`is ended by ${given}`],
};
