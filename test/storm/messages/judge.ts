/** What every answer has to be, whatever was asked. */

export interface Answer {
  readonly code: number | undefined;
  readonly out: string;
  readonly err: string;
}

/** Those of docs/guide/reduce.md. */
const CODES = [0, 1, 2, 3, 4, 5, 129, 130, 143];

const isJson = (line: string): boolean => {
  try {
    return typeof JSON.parse(line) === "object";
  } catch {
    return false;
  }
};

const asksForJson = (argv: readonly string[]): boolean => {
  const own = argv.includes("--") ? argv.slice(0, argv.indexOf("--")) : argv;
  return (
    own.includes("--json") &&
    !own.some((word) => ["--help", "-h", "--version", "help", "completion", "runtime"].includes(word))
  );
};

/** What is wrong with an answer; nothing if it is as it must be. */
export const faultsOf = (argv: readonly string[], { code, out, err }: Answer): readonly string[] => {
  const all = `${out}${err}`;
  const last = out.trimEnd().split("\n").at(-1) ?? "";
  return [
    ...(code === undefined || !CODES.includes(code) ? [`exit code ${code}`] : []),
    ...(/^\s+at .*:\d+:\d+\)?$/m.test(all) ? ["a stack trace"] : []),
    ...(/INTERNAL|bug in pare/.test(all) ? ["INTERNAL"] : []),
    ...(code !== 0 && all.trim() === "" && !argv.includes("--quiet") ? ["no message"] : []),
    ...(asksForJson(argv) && !isJson(last) ? [`no JSON: ${JSON.stringify(last.slice(0, 100))}`] : []),
    // oxlint-disable-next-line no-control-regex -- these are what is looked for
    ...(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/u.test(all)
      ? ["a control character"]
      : []),
  ];
};
