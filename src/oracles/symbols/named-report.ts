/** The report of a sanitizer that was told not to look for names, with the names it would have had. */
import type { NamedPlace } from "./symbolizer.ts";

const MODULE = String.raw`\((.+)\+(0x[0-9a-f]+)\)(?: \(BuildId: [0-9a-f]+\))?`;
const FRAME = /^(\s*#)(\d+)( 0x[0-9a-f]+ )(.*)$/;
const IN_MODULE = new RegExp(String.raw`^ ${MODULE}\s*$`);
const SUMMARY = new RegExp(String.raw`^(SUMMARY: \w+: .+?) (${MODULE})\s*$`);

type Lookup = (module: string, offset: string) => Promise<readonly NamedPlace[]>;

/** Does a text have addresses that could have names? */
export const hasAddresses = (text: string): boolean => text.includes("+0x");

/** "in parse src/parse.c:12:3"; where the file is not known, the module is. */
const frameText = ({ name, at }: NamedPlace, module: string): string =>
  name === undefined ? ` ${at ?? module}` : `in ${name} ${at ?? module}`;

/** A call that was inlined is a frame of its own: the numbers below it change. */
export const namedReport = async (text: string, lookup: Lookup): Promise<string> => {
  const lines: string[] = [];
  let more = 0;
  for (const line of text.split("\n")) {
    const [, start, number, address, rest = ""] = FRAME.exec(line) ?? [];
    if (start === undefined || number === "0") more = 0;
    if (start === undefined) {
      lines.push(await summary(line, lookup));
      continue;
    }
    const frames = await named(rest, lookup);
    for (const [at, frame] of frames.entries()) lines.push(`${start}${Number(number) + more + at}${address}${frame}`);
    more += frames.length - 1;
  }
  return lines.join("\n");
};

/** The frames of an address; what is not known stays as it is. */
const named = async (rest: string, lookup: Lookup): Promise<readonly string[]> => {
  const [, module, offset] = IN_MODULE.exec(rest) ?? [];
  const places = module === undefined || offset === undefined ? [] : await lookup(module, offset);
  return places.length === 0 ? [rest] : places.map((place) => frameText(place, rest.trim()));
};

const UNKNOWN: NamedPlace = { name: undefined, at: undefined };

const summary = async (line: string, lookup: Lookup): Promise<string> => {
  const [, start, rest = "", module, offset] = SUMMARY.exec(line) ?? [];
  if (start === undefined || module === undefined || offset === undefined) return line;
  const [{ name, at } = UNKNOWN] = await lookup(module, offset);
  return `${start} ${at ?? rest}${name === undefined ? "" : ` in ${name}`}`;
};
