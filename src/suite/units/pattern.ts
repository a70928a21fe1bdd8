/** Units that begin where an expression matches; what stands before the first match is the header. */
import { NOTHING, type Units } from "./units.ts";

/** The expression sees the bytes as Latin-1 text with `^` at every line, so that no byte is lost whatever the test is made of. */
export const patternUnits = (bytes: Uint8Array, pattern: string): Units => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const source = Buffer.from(pattern, "utf8").toString("latin1");
  const starts: number[] = [];
  for (const match of text.matchAll(new RegExp(source, "gm")))
    if (starts.at(-1) !== match.index) starts.push(match.index);
  if (starts.at(-1) === bytes.length) starts.pop();
  const units = starts.map((start, index) => bytes.subarray(start, starts[index + 1] ?? bytes.length));
  return { ...NOTHING, header: bytes.subarray(0, starts[0] ?? bytes.length), units };
};
