/** Panics of Rust and Go. */
import { withoutNoise } from "../noise.ts";
import {
  cycleText,
  fileName,
  framesText,
  isFound,
  pathOf,
  type Fact,
  type Frame,
  type ReportReader,
} from "./report.ts";

const RUST = /^thread '.*?'(?: \(\d+\))? panicked at (\S+?):(\d+):\d+:$/;
/** Before Rust 1.73. */
const RUST_OLD = /^thread '.*?' panicked at '(.*)', (\S+?):(\d+):\d+$/;
const RUST_OVERFLOW = /^thread '.*?'(?: \(\d+\))? has overflowed its stack$/;
/** Programs that catch their panics print them behind a mark of their own. */
const GO = /^(?:\S{1,3} )?(?:\[ERROR\] )?(panic|fatal error): (.+?)(?: \[recovered(?:, repanicked)?\])?$/;
const GO_ENDLESS = /^stack overflow/;
const GO_STACK = /^goroutine \d+ .*\[.*\]:$/;
/** A frame as those programs print it: a line for each, with the place in brackets. */
const GO_CAUGHT = /^\s+(\S+)(?: in goroutine \d+)? \((\S+\.go):\d+\)$/;
/** What catches, prints and passes on panics. */
const GO_CATCHING = /^(?:debug\.Stack|panic)$|Stack$|\.func\d+$/;
const GO_RUNTIME = /^(?:runtime[./]|panic$|internal\/runtime)/;

export const panics: ReportReader = (lines, input) => {
  const isGo = lines.some((line) => GO_STACK.test(line) || GO_CAUGHT.exec(line)?.[2] === "runtime/panic.go");
  return lines
    .map((line, at) => rust(line, lines[at + 1] ?? "") ?? (isGo ? go(lines, at, input) : undefined))
    .filter(isFound);
};

const rust = (line: string, next: string): Fact | undefined => {
  const [, said, oldFile, oldAt] = RUST_OLD.exec(line) ?? [];
  const [, file, at] = RUST.exec(line) ?? [];
  if (file !== undefined) return rustPanic(file, at, next);
  if (said !== undefined && oldFile !== undefined) return rustPanic(oldFile, oldAt, said);
  return RUST_OVERFLOW.test(line) ? { text: "thread has overflowed its stack", quotes: "verbatim" } : undefined;
};

const rustPanic = (file: string, line: string | undefined, said: string): Fact => ({
  text: `panicked at ${fileName(file)}: ${withoutNoise(said)}`,
  quotes: "names",
  place: `${fileName(file)}:${line}`,
});

const go = (lines: readonly string[], at: number, input: string): Fact | undefined => {
  const [, kind, said] = GO.exec(lines[at] ?? "") ?? [];
  if (kind === undefined || said === undefined) return undefined;
  const after = lines.slice(at + 1);
  const caught = caughtFrames(after);
  if (caught.length > 0) return { text: `${kind}: ${withoutNoise(said)}${framesText(caught, input)}`, quotes: "names" };
  const begin = after.findIndex((other) => GO_STACK.test(other));
  const end = after.findIndex((other, index) => index > begin && other === "");
  const frames = goFrames(after.slice(begin + 1, end < 0 ? undefined : end));
  const cycle = GO_ENDLESS.test(said) ? cycleText(frames.map(({ name }) => name)) : "";
  const where = cycle === "" ? framesText(frames, input) : ` in ${cycle}`;
  return { text: `${kind}: ${withoutNoise(said)}${where}`, quotes: "names" };
};

/** Those that come before anything else but blank lines. */
const caughtFrames = (lines: readonly string[]): readonly Frame[] => {
  const begin = lines.findIndex((line) => line.trim() !== "");
  const end = lines.findIndex((line, at) => at >= begin && !GO_CAUGHT.test(line));
  return lines
    .slice(begin, end)
    .map((line): Frame => {
      const [, name = "", file = ""] = GO_CAUGHT.exec(line) ?? [];
      return { name, file };
    })
    .filter(({ name }) => !GO_CATCHING.test(name));
};

/** Two lines each: the function with its arguments, and the place. What stands above the last `panic` has only passed it on. */
const goFrames = (all: readonly string[]): readonly Frame[] => {
  const lines = all.slice(all.findLastIndex((line) => line.startsWith("panic(")) + 1);
  return lines
    .map((line, at): Frame | undefined => {
      // Methods have brackets of their own: "toml.(*lexer).next(0xc000, {0x1, 0x2})".
      const name = /^(?:created by )?(\S+)\([^()]*\)$/.exec(line)?.[1];
      if (name === undefined || GO_RUNTIME.test(name)) return undefined;
      return { name, file: pathOf((lines[at + 1] ?? "").trim().replace(/ \+0x[0-9a-f]+$/, "")) };
    })
    .filter(isFound);
};
