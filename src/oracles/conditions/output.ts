/** `--match`, `--match-stdout`, `--match-stderr` and `--no-match`: what the command prints. */
import { pattern, wrongPattern } from "../../settings/readers.ts";
import { many } from "../../settings/setting.ts";
import { textOf, type Trial } from "../trial.ts";
import { wrongCondition, type Condition } from "./condition.ts";

const compile = (typed: string): RegExp => {
  try {
    return new RegExp(typed, "m");
  } catch (error) {
    throw wrongCondition(
      `The regular expression ${JSON.stringify(typed)} cannot be read: ${wrongPattern(typed)}.`,
      String.raw`It must be a JavaScript regular expression: write \( \[ \* for the characters themselves.`,
      error,
    );
  }
};

const matches = (typed: string, texts: readonly string[]): boolean => texts.some((text) => compile(typed).test(text));

const check = (given: readonly string[]): readonly string[] => {
  for (const typed of given) compile(typed);
  return given;
};

const setting = (flag: string, about: string) => many({ group: "Test", flags: `${flag} <re>`, about }, pattern);

type OutputCondition = Condition<readonly string[], ReturnType<typeof setting>>;

/** Some of these streams must match. */
const prints = (
  streams: readonly ("stdout" | "stderr")[],
  words: { readonly flag: string; readonly about: string; readonly says: string },
): OutputCondition => ({
  setting: setting(words.flag, words.about),
  replaces: "output",
  check,
  refutedBy: (given, trial) => {
    const texts = streams.map((stream) => textOf(trial[stream]));
    const missing = given.find((typed) => !matches(typed, texts));
    return missing === undefined ? undefined : `nothing matches ${missing}`;
  },
  describe: (given) => given.map((typed) => `${words.says} /${typed}/`),
});

export const match = prints(["stdout", "stderr"], {
  flag: "--match",
  about: "the output (standard output or standard error) must match; repeatable",
  says: "prints something that matches",
});

export const matchStdout = prints(["stdout"], {
  flag: "--match-stdout",
  about: "standard output must match; repeatable",
  says: "prints on stdout something that matches",
});

export const matchStderr = prints(["stderr"], {
  flag: "--match-stderr",
  about: "standard error must match; repeatable",
  says: "prints on stderr something that matches",
});

export const noMatch: OutputCondition = {
  setting: setting("--no-match", "the output must not match; repeatable"),
  replaces: "nothing",
  check,
  refutedBy: (given, trial: Trial) => {
    const texts = [textOf(trial.stdout), textOf(trial.stderr)];
    const unwanted = given.find((typed) => matches(typed, texts));
    return unwanted === undefined ? undefined : `something matches ${unwanted}`;
  },
  describe: (given) => given.map((typed) => `prints nothing that matches /${typed}/`),
};
