/** JSON, with numbers and strings as they are written. Comments and commas at the end are read where that is asked for. */
import { Unparsable } from "../../core/errors.ts";
import type { Doc, DocumentFormat, Member } from "./document.ts";

/** What is in strings is looked at when they are read. */
const TOKEN = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null|[[\]{}:,]/y;
const SPACE = /[ \t\r\n\uFEFF]*/y;
const SPACE_AND_COMMENTS = /(?:[ \t\r\n\uFEFF]+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;

/** `loose`: as settings are written by people. */
export const jsonFormat = (loose: boolean): DocumentFormat => ({
  name: "JSON",
  parse: (text) => parsed(text, loose),
  print: (doc, { text }) => `${printed(doc, layoutOf(text))}${/[ \t\r\n]*$/.exec(text)?.[0] ?? ""}`,
  show: (value) => printed(value, { indent: undefined, comma: ", ", colon: ": " }),
});

/** A container that is being read. */
type OpenNode =
  | { readonly kind: "map"; readonly members: Member[]; readonly names: Set<string>; key: string; raw: string }
  | { readonly kind: "list"; readonly items: Doc[] };

const CLOSING = { map: "}", list: "]" } as const;

const parsed = (text: string, loose: boolean): Doc => {
  const { next, ahead } = tokensOf(text, loose ? SPACE_AND_COMMENTS : SPACE);
  const open: OpenNode[] = [];
  for (;;) {
    let value = begun(next(), open);
    const inner = open.at(-1);
    // An empty container, or a value that is complete, may complete what is around it.
    if (value === undefined && inner !== undefined && ahead() === CLOSING[inner.kind]) value = closed(open, next());
    else if (value === undefined) {
      named(inner, next);
      continue;
    }
    while (value !== undefined) {
      const top = open.at(-1);
      if (top === undefined) {
        if (ahead() !== "") throw unexpected(ahead());
        return value;
      }
      added(top, value);
      const token = next();
      if (token === CLOSING[top.kind]) value = closed(open, token);
      else if (token !== ",") throw unexpected(token);
      else if (loose && ahead() === CLOSING[top.kind]) value = closed(open, next());
      else {
        named(top, next);
        value = undefined;
      }
    }
  }
};

interface Tokens {
  /** The next token, taken; "" at the end. */
  next(): string;
  ahead(): string;
}

const tokensOf = (text: string, space: RegExp): Tokens => {
  let at = 0;
  let waiting: string | undefined;
  const read = (): string => {
    space.lastIndex = at;
    space.exec(text);
    at = space.lastIndex;
    if (at === text.length) return "";
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) throw unexpected(text.slice(at, at + 20));
    at += token.length;
    return token;
  };
  return {
    next: () => {
      const token = waiting ?? read();
      waiting = undefined;
      return token;
    },
    ahead: () => (waiting ??= read()),
  };
};

const unexpected = (token: string): Unparsable =>
  new Unparsable(token === "" ? "it ends too early" : `unexpected ${JSON.stringify(token)}`);

/** A scalar, or nothing when a container has begun. */
const begun = (token: string, open: OpenNode[]): Doc | undefined => {
  if (token === "{") open.push({ kind: "map", members: [], names: new Set(), key: "", raw: "" });
  else if (token === "[") open.push({ kind: "list", items: [] });
  else if (token === "" || "]}:,".includes(token)) throw unexpected(token);
  else return scalar(token);
  return undefined;
};

const scalar = (raw: string): Doc => ({
  kind: "scalar",
  text: raw.startsWith('"') ? JSON.stringify(stringOf(raw)) : raw,
  origin: raw,
});

const stringOf = (raw: string): string => {
  try {
    return JSON.parse(raw) as string;
  } catch {
    throw unexpected(raw);
  }
};

/** In an object, reads the name that comes before the value. */
const named = (top: OpenNode | undefined, next: () => string): void => {
  if (top?.kind !== "map") return;
  const raw = next();
  if (!raw.startsWith('"')) throw unexpected(raw);
  const key = stringOf(raw);
  if (top.names.has(key)) throw new Unparsable(`the name ${raw} is there twice`);
  top.names.add(key);
  [top.key, top.raw] = [key, raw];
  const colon = next();
  if (colon !== ":") throw unexpected(colon);
};

const added = (top: OpenNode, value: Doc): void => {
  if (top.kind === "list") top.items.push(value);
  else top.members.push({ key: top.key, value, origin: top.raw });
};

const closed = (open: OpenNode[], token: string): Doc => {
  const top = open.pop();
  if (top === undefined) throw unexpected(token);
  return top.kind === "list"
    ? { kind: "list", items: top.items, origin: undefined }
    : { kind: "map", members: top.members, origin: undefined };
};

interface JsonLayout {
  /** For each depth; everything on one line without. */
  readonly indent: string | undefined;
  readonly comma: string;
  readonly colon: string;
}

/** As the text has it. */
const layoutOf = (text: string): JsonLayout => {
  const colon = /"\s*:(?! )/.test(text.slice(0, 10_000)) ? ":" : ": ";
  const indent = /^[^\n]*[[{][ \t]*\r?\n([ \t]*)\S/.exec(text)?.[1];
  return { indent, colon, comma: indent === undefined && /,\s/.test(text) ? ", " : "," };
};

/** Where a container is opened, the rest of it is put aside: depth costs no stack. */
const printed = (root: Doc, { indent, comma, colon }: JsonLayout): string => {
  const pieces: string[] = [];
  const waiting: (string | { readonly doc: Doc; readonly depth: number })[] = [{ doc: root, depth: 0 }];
  const line = (depth: number): string => (indent === undefined ? "" : `\n${indent.repeat(depth)}`);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === "string") {
      pieces.push(next);
      continue;
    }
    const { doc, depth } = next;
    if (doc.kind === "scalar") {
      pieces.push(doc.origin as string);
      continue;
    }
    const children =
      doc.kind === "list"
        ? doc.items.map((value) => ({ name: "", value }))
        : doc.members.map(({ origin, value }) => ({ name: `${origin as string}${colon}`, value }));
    const [opening, closing] = doc.kind === "list" ? ["[", "]"] : ["{", "}"];
    pieces.push(opening);
    waiting.push(children.length === 0 ? closing : `${line(depth)}${closing}`);
    for (let index = children.length - 1; index >= 0; index--) {
      const { name, value } = children[index] as { readonly name: string; readonly value: Doc };
      waiting.push({ doc: value, depth: depth + 1 }, `${index === 0 ? "" : comma}${line(depth + 1)}${name}`);
    }
  }
  return pieces.join("");
};
