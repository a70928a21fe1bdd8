/** `--hang`: the command does not end. */
import { duration, type ValueReader } from "../../settings/readers.ts";
import { value } from "../../settings/setting.ts";
import { wrongCondition, type Condition } from "./condition.ts";

/** Conditions count a hang in seconds. */
const seconds: ValueReader<number> = {
  wants: duration.wants,
  read: (typed) => {
    const ms = duration.read(typed);
    return ms === undefined ? undefined : ms / 1000;
  },
};

const setting = value(
  { group: "Test", flags: "--hang <seconds>", about: "fails if the command is still running after this long" },
  seconds,
  "number",
);

export const hang: Condition<number, typeof setting> = {
  setting,
  replaces: "everything",
  excludes: {
    others: ["exit", "signal"],
    message: "A command that hangs does not end.",
    advice: "Give --hang without --exit and --signal.",
  },
  check: (given) => {
    if (given > 0) return given;
    throw wrongCondition(`${given} is not a number of seconds.`, "Give --hang a number above 0.");
  },
  refutedBy: (_, trial) => (trial.timedOut ? undefined : "ends by itself"),
  describe: (given) => [`is still running after ${given} s`],
};
