/** The test script that `pare init` writes: for sh, with a comment on everything that can be changed. */
import { quote } from "../../oracles/command-line.ts";

/** How the failure is recognised. */
export type InitSymptom =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "crash" }
  | { readonly kind: "hang"; readonly seconds: number };

export interface ScriptOptions {
  /** As typed. */
  readonly input: string;
  /** The path of the script, as typed. */
  readonly path: string;
  /** For a shell; the candidate is "$1". */
  readonly line: string;
  readonly symptom: InitSymptom;
}

/** "3", "crash", "hang 10", or a text that is printed. `undefined` for nothing. */
export const symptomOf = (words: string): InitSymptom | undefined => {
  const text = words.trim();
  if (text === "") return undefined;
  if (/^\d{1,3}$/.test(text)) return { kind: "exit", code: Number(text) };
  if (text === "crash") return { kind: "crash" };
  const seconds = /^hang(?:s)? (\d+)$/.exec(text)?.[1];
  return seconds === undefined ? { kind: "text", text } : { kind: "hang", seconds: Number(seconds) };
};

/** "exits with 3". */
export const symptomWords = (symptom: InitSymptom): string => {
  switch (symptom.kind) {
    case "text":
      return `prints ${symptom.text}`;
    case "exit":
      return `exits with ${symptom.code}`;
    case "crash":
      return "is ended by a signal (a crash)";
    case "hang":
      return `is still running after ${symptom.seconds} s`;
  }
};

/** The command as the script runs it: words that name the input are the candidate, other files are where they were. */
export const scriptLine = (words: readonly string[], input: string, isFile: (word: string) => boolean): string =>
  words
    .map((word) => {
      if (word === input || word === "{}") return '"$1"';
      if (word.startsWith("/") || !isFile(word)) return quote(word);
      return `"$origin"/${quote(word.replace(/^\.\//, ""))}`;
    })
    .join(" ");

const runOf = ({ line, symptom }: ScriptOptions): string =>
  symptom.kind === "hang"
    ? `timeout ${symptom.seconds} sh -c ${quote(line.replaceAll('"$origin"', '"$2"'))} sh "$1" "$origin" > /dev/null 2>&1`
    : `output=$(${line} 2>&1)`;

const checkOf = (symptom: InitSymptom): readonly string[] => {
  switch (symptom.kind) {
    case "text":
      return ["case $output in", `  *${quote(symptom.text)}*) exit 0 ;;`, "  *) exit 1 ;;", "esac"];
    case "exit":
      return [`[ "$code" -eq ${symptom.code} ]`];
    case "crash":
      return ["# A shell adds 128 to the number of the signal.", '[ "$code" -ge 128 ]'];
    case "hang":
      return ["# timeout exits with 124 if it had to end the command.", '[ "$code" -eq 124 ]'];
  }
};

export const scriptText = (options: ScriptOptions): string => {
  const { input, path, symptom } = options;
  const script = path.includes("/") ? path : `./${path}`;
  return `#!/bin/sh
# The test for ${input}, written by pare init. It decides whether a candidate still shows the failure:
#   exit 0: yes, it still fails    exit 125: cannot tell    any other code: the failure is gone
#
# Is the test right?  pare check ${quote(input)} --test ${quote(script)}
# Reduce:             pare ${quote(input)} --test ${quote(script)}
#
# pare runs it in a fresh directory that contains nothing but the candidate, under the name of the input (a directory: in
# a copy of it).
# $1 is the candidate. $origin is the directory where pare was started: other files are there.
origin=\${PARE_ORIGIN:-$PWD}

# What every candidate has to be: remove the # to reject some before the command runs, for example those that another
# compiler does not accept.
# gcc -fsyntax-only "$1" || exit 1

# The command that shows the failure, with all that it prints.
${runOf(options)}
code=$?

# The failure: the command ${symptomWords(symptom)}.
${checkOf(symptom).join("\n")}
`;
};
