/** Assertions of C, C++, GLib, Chromium and their kin. */
import { fileName, isFound, type Fact, type ReportReader } from "./report.ts";

interface Form {
  readonly pattern: RegExp;
  /** Names of the groups: expression, function, file. */
  readonly groups: readonly ("expression" | "function" | "file")[];
}

const FORMS: readonly Form[] = [
  // glibc: "prog: file.c:12: function: Assertion `expression' failed."
  { pattern: /(?:^|: )(\S+?):\d+: (.+?): Assertion [`'](.*)' failed/, groups: ["file", "function", "expression"] },
  // BSD and macOS: "Assertion failed: (expression), function f, file x.c, line 12."
  {
    pattern: /Assertion failed: \(?(.*?)\)?, function (.+?), file (.+?), line \d+/,
    groups: ["expression", "function", "file"],
  },
  // musl: "Assertion failed: expression (file.c: function: 12)"
  { pattern: /Assertion failed: (.*) \((\S+): (.+): \d+\)/, groups: ["expression", "file", "function"] },
  // GLib: "ERROR:file.c:12:function: assertion failed: (expression)"
  { pattern: /ERROR:(\S+?):\d+:(.+?): assertion failed:? (.*)/, groups: ["file", "function", "expression"] },
  // GLib: "(process:1): Domain-CRITICAL **: 12:00:00.000: function: assertion 'expression' failed"
  { pattern: /\*\*: (?:[\d:.]+: )?(\S+): assertion '(.*)' failed/, groups: ["function", "expression"] },
  // glog and V8: "file.cc:12] Check failed: expression"
  { pattern: /(?:(\S+?):\d+\] ?)?(?:# )?(?:Check|Debug check) failed: (.*)/, groups: ["file", "expression"] },
  // LLVM: "UNREACHABLE executed at file.cpp:12!"
  { pattern: /UNREACHABLE executed at (\S+?):\d+!/, groups: ["file"] },
];

export const assertions: ReportReader = (lines) => lines.map(assertion).filter(isFound);

/** What is in every form: most lines have none of it. */
const WORDS = /ssert|heck failed|UNREACHABLE/;

const assertion = (line: string): Fact | undefined => {
  if (!WORDS.test(line)) return undefined;
  for (const { pattern, groups } of FORMS) {
    const match = pattern.exec(line);
    if (match === null) continue;
    const part = (name: Form["groups"][number]): string | undefined => match[groups.indexOf(name) + 1];
    const expression = groups.includes("expression") ? part("expression") : "unreachable";
    const where = groups.includes("function") ? part("function") : undefined;
    const file = groups.includes("file") ? part("file") : undefined;
    const place = (where === undefined ? "" : ` in ${where}`) + (file === undefined ? "" : ` (${fileName(file)})`);
    return { text: `assertion failed: ${expression}${place}`, quotes: "verbatim" };
  }
  return undefined;
};
