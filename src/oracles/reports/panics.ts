/** Panics of Rust and Go. */
import { withoutNoise } from "../noise.ts";
import { fileName, framesText, isFound, pathOf, type Fact, type Frame, type Reader } from "./report.ts";

const RUST = /^thread '.*?'(?: \(\d+\))? panicked at (\S+?):\d+:\d+:$/;
/** Before Rust 1.73. */
const RUST_OLD = /^thread '.*?' panicked at '(.*)', (\S+?):\d+:\d+$/;
const RUST_OVERFLOW = /^thread '.*?'(?: \(\d+\))? has overflowed its stack$/;
const GO = /^(panic|fatal error): (.+?)(?: \[recovered\])?$/;
const GO_STACK = /^goroutine \d+ .*\[.*\]:$/;
const GO_RUNTIME = /^(?:runtime[./]|panic$|internal\/runtime)/;

export const panics: Reader = (lines, input) => {
  const isGo = lines.some((line) => GO_STACK.test(line));
  return lines
    .map((line, at) => rust(line, lines[at + 1] ?? "") ?? (isGo ? go(lines, at, input) : undefined))
    .filter(isFound);
};

const rust = (line: string, next: string): Fact | undefined => {
  const [, said, oldFile] = RUST_OLD.exec(line) ?? [];
  const [, file] = RUST.exec(line) ?? [];
  if (file !== undefined) return rustPanic(file, next);
  if (said !== undefined && oldFile !== undefined) return rustPanic(oldFile, said);
  return RUST_OVERFLOW.test(line) ? { text: "thread has overflowed its stack", quotes: "verbatim" } : undefined;
};

const rustPanic = (file: string, said: string): Fact => ({
  text: `panicked at ${fileName(file)}: ${withoutNoise(said)}`,
  quotes: "names",
});

const go = (lines: readonly string[], at: number, input: string): Fact | undefined => {
  const [, kind, said] = GO.exec(lines[at] ?? "") ?? [];
  if (kind === undefined || said === undefined) return undefined;
  const after = lines.slice(at + 1);
  const begin = after.findIndex((other) => GO_STACK.test(other));
  const end = after.findIndex((other, index) => index > begin && other === "");
  const frames = goFrames(after.slice(begin + 1, end < 0 ? undefined : end));
  return { text: `${kind}: ${withoutNoise(said)}${framesText(frames, input)}`, quotes: "names" };
};

/** Two lines each: the function with its arguments, and the place. */
const goFrames = (lines: readonly string[]): readonly Frame[] =>
  lines
    .map((line, at): Frame | undefined => {
      const name = /^(?:created by )?(\S+?)\((?:.*)\)$/.exec(line)?.[1];
      if (name === undefined || GO_RUNTIME.test(name)) return undefined;
      return { name, file: pathOf((lines[at + 1] ?? "").trim().replace(/ \+0x[0-9a-f]+$/, "")) };
    })
    .filter(isFound);
