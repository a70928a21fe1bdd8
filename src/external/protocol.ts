/** What external passes print: JSON lines, version 1. What breaks the rules is refused, line by line, with the reason. */
import { isUtf8 } from "node:buffer";
import type { ByteEdit, Change } from "../passes/external.ts";
import { checkedEdits, type About } from "./edits.ts";
import { Refused } from "./refused.ts";
import { difference } from "./whole-file.ts";

/** Raised with every change that older passes would not understand. */
export const PASS_PROTOCOL = 1;

/** More of them in one answer are passed over. */
export const MAX_CHANGES = 100_000;

/** A line may be as long as that, and as the whole file takes in JSON at most (six bytes for one) besides. */
const LONGEST_LINE = 1024 * 1024;
const MAX_ESCAPED = 6;

export interface Answer {
  /** What the pass calls itself. */
  readonly name?: string;
  readonly changes: readonly Change[];
  readonly refusals: readonly Refused[];
}

/** Throws a `Refused` for an answer that is no use at all: another protocol, or no text. */
export const readAnswer = (printed: Uint8Array, file: Uint8Array): Answer => {
  if (!isUtf8(printed)) throw new Refused("not-utf-8", "what it printed is not UTF-8");
  const lines = Buffer.from(printed.buffer, printed.byteOffset, printed.length).toString("utf8").split("\n");
  const about = { file, isUtf8: isUtf8(file) };
  const longest = LONGEST_LINE + MAX_ESCAPED * file.length;
  const changes: Change[] = [];
  const refusals: Refused[] = [];
  let header: Header | undefined;
  let isFirst = true;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    try {
      if (line.length > longest) throw new Refused("too-long", `it is longer than ${longest} characters`);
      const said = objectIn(line);
      if (isFirst && "protocol" in said) header = headerOf(said);
      else if (changes.length === MAX_CHANGES) throw new Refused("too-many", `there are more than ${MAX_CHANGES}`);
      else changes.push(...changeOf(said, about));
    } catch (error) {
      if (!(error instanceof Refused) || error.kind === "protocol") throw error;
      refusals.push(new Refused(error.kind, `line ${index + 1}: ${error.message}`));
      if (error.kind === "too-many") break;
    }
    isFirst = false;
  }
  return { ...header, changes, refusals };
};

type Said = Readonly<Record<string, unknown>>;

interface Header {
  readonly name?: string;
}

const objectIn = (line: string): Said => {
  let said: unknown;
  try {
    said = JSON.parse(line);
  } catch {
    throw new Refused("no-json", `this is not JSON: ${excerpt(line)}`);
  }
  if (typeof said === "object" && said !== null && !Array.isArray(said)) return said as Said;
  throw new Refused("no-change", `this is not a change: ${excerpt(line)}`);
};

const excerpt = (line: string): string => (line.length > 60 ? `${line.slice(0, 60)}…` : line);

const headerOf = ({ protocol, name }: Said): Header => {
  if (protocol !== PASS_PROTOCOL)
    throw new Refused("protocol", `it speaks protocol ${JSON.stringify(protocol)}, and pare speaks ${PASS_PROTOCOL}`);
  if (name === undefined) return {};
  if (typeof name === "string" && /^[^\p{C}]{1,40}$/u.test(name)) return { name };
  throw new Refused("name", "its name is not a text of 1 to 40 characters");
};

/** Nothing where the file would stay as it is. */
const changeOf = (said: Said, about: About): readonly Change[] => {
  if ("edits" in said) return [checkedEdits(said["edits"], about)];
  if (!("text" in said) && !("data" in said))
    throw new Refused("no-change", 'a change has "edits", or the whole file as "text" or "data"');
  const all = { ...said, start: 0, end: about.file.length };
  const [edit] = checkedEdits([all], about);
  const change = difference(about.file, (edit as ByteEdit).data);
  return change === undefined ? [] : [[change]];
};
