/** Just enough XML for coverage reports: elements and their attributes, in order. Comments, declarations and text are passed over. */

export interface Element {
  readonly name: string;
  readonly kind: "open" | "close";
  readonly attributes: Readonly<Record<string, string>>;
}

/** An element without content is opened and closed. Throws a SyntaxError where the text ends within something. */
export function* elements(text: string): Generator<Element> {
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
    const passed = SKIPPED.find(([start]) => text.startsWith(start, at));
    if (passed) {
      at = after(text, at, passed[1]);
      continue;
    }
    TAG.lastIndex = at;
    const [tag, slash, name, inside = "", empty] = TAG.exec(text) ?? [];
    if (tag === undefined || name === undefined) throw new SyntaxError(`it is no XML at character ${at}`);
    at += tag.length;
    if (slash === "/") yield { name, kind: "close", attributes: {} };
    else {
      yield { name, kind: "open", attributes: attributesIn(inside) };
      if (empty === "/") yield { name, kind: "close", attributes: {} };
    }
  }
}

const SKIPPED: readonly (readonly [start: string, end: string])[] = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
  ["<!", ">"],
];

const TAG = /<(\/?)([^\s/>="'<]+)((?:\s+[^\s=/>]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;

const after = (text: string, at: number, end: string): number => {
  const found = text.indexOf(end, at);
  if (found < 0) throw new SyntaxError(`it ends before a "${end}"`);
  return found + end.length;
};

const attributesIn = (text: string): Record<string, string> => {
  const attributes: Record<string, string> = {};
  for (const [, name, double, single] of text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    attributes[name as string] = plain(double ?? single ?? "");
  return attributes;
};

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const plain = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name: string | undefined) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex as string, 16));
  });
