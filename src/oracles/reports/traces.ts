/** Stack traces whose lines begin with "at": JavaScript, Java and the other languages of its machine, .NET. */
import { withoutNoise } from "../noise.ts";
import { cycleText, framesText, isFound, pathOf, WRAPPER, type Fact, type Frame, type ReportReader } from "./report.ts";

const FRAME = /^\s+at (?:async |new )?(.+)$/;
const HEADER =
  /^(?:Exception in thread "[^"]*" |Caused by: |Unhandled exception\. |Uncaught |\(node:\d+\) )*((?:[A-Za-z_$][\w$]*[./])*[A-Z][\w$]*(?: \[\w+\])?)(?:: (.*))?$/;
/** How far above its first frame the header of a trace may stand: messages have several lines. */
const REACH = 12;

/** Frames of the platform: they say how, not where. */
const PLATFORM = /^(?:node:|internal\/|java\.base\/|jdk\.|java\.|sun\.|Module\.|Object\.<anonymous>$)/;
const ENDLESS = /StackOverflowError|Maximum call stack size/;

export const traces: ReportReader = (lines, input) =>
  lines
    .map((line, at) => (FRAME.test(line) && !FRAME.test(lines[at - 1] ?? "") ? trace(lines, at, input) : undefined))
    .filter(isFound);

const trace = (lines: readonly string[], at: number, input: string): Fact | undefined => {
  for (let above = at - 1; above >= Math.max(0, at - REACH); above--) {
    const [, type, message = ""] = HEADER.exec(lines[above] ?? "") ?? [];
    if (type === undefined) continue;
    if (WRAPPER.test(message)) return undefined;
    const said = `${type}${message === "" ? "" : `: ${withoutNoise(message)}`}`;
    const frames = framesAt(lines, at);
    if (!ENDLESS.test(said)) return { text: `${said}${framesText(frames, input)}`, quotes: "names" };
    const place = cycleText(frames.map(({ name }) => name));
    return { text: said, quotes: "names", ...(place !== "" && { place }) };
  }
  return undefined;
};

const framesAt = (lines: readonly string[], at: number): readonly Frame[] => {
  const end = lines.findIndex((line, index) => index > at && !FRAME.test(line));
  return lines
    .slice(at, end < 0 ? undefined : end)
    .map(frame)
    .filter(({ name, file }) => !PLATFORM.test(name) && !PLATFORM.test(file ?? ""));
};

const frame = (line: string): Frame => {
  const text = FRAME.exec(line)?.[1] ?? "";
  const [, name, place] = /^(.+?) ?\(([^()]*)\)(?: in .*)?$/.exec(text) ?? [];
  if (name === undefined || place === undefined) return { name: withoutNoise(text), file: pathOf(text) };
  return { name: name.replace(/ \[as .*\]$/, ""), file: pathOf(place) };
};
