/** PDF: pages and other objects with what refers to them, entries of dictionaries, elements of lists, streams. */
import { Unrenderable } from "../../../core/errors.ts";
import type { Container, Content } from "../container.ts";
import type { Edit } from "../moves.ts";
import { stage, type Deltas } from "../stage.ts";
import { decoded, documentOf, isPdf, type PdfDocument, type PdfObject } from "./document.ts";
import { entriesOf, numberOf, valueOf, type PdfValue } from "./syntax.ts";
import { encoded, lengthEdit, written, type Changes } from "./writer.ts";

const NONE: Deltas = { length: 0, print: () => [] };
const NOTHING = new Uint8Array(0);
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));
/** Lists that get shorter when one of what they refer to is gone; others tell by places. */
const LOOSE_LISTS = new Set(["/Kids", "/Contents", "/Annots", "/Fields"]);
/** What pages, streams and tables cannot be read without. */
const NEEDED = new Set(
  ["Type", "Kids", "Count", "Parent", "Length", "Filter", "DecodeParms", "Pages", "Linearized"].map((key) => `/${key}`),
);

type HomeEdit = Changes["edits"][number];

/** A value inside another, the key that it stands behind, and the edit that takes it away. */
interface Inner {
  readonly value: PdfValue;
  readonly key: string;
  readonly inList: boolean;
  readonly edit: Edit;
}

/** All values inside of a value, the outer ones first. */
const innerOf = (outer: PdfValue): readonly Inner[] => {
  const found: Inner[] = [];
  const waiting = [{ value: outer, key: "" }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, key } = next;
    const inner: Inner[] =
      value.kind === "array"
        ? value.items.map((item) => ({
            value: item,
            key,
            inList: true,
            edit: { start: item.start, end: item.end, by: bytesOf(" ") },
          }))
        : entriesOf(value).map((entry) => ({
            value: entry.value,
            key: entry.key.text,
            inList: false,
            edit: { start: entry.key.start, end: entry.value.end, by: NOTHING },
          }));
    found.push(...inner);
    waiting.push(...inner.filter((each) => each.value.items.length > 0).toReversed());
  }
  return found;
};

const typeOf = ({ value }: PdfObject): string => valueOf(value, "Type")?.text ?? "";
const isTable = (object: PdfObject): boolean => ["/ObjStm", "/XRef"].includes(typeOf(object));
const isTree = ({ value }: PdfObject): boolean =>
  valueOf(value, "Kids") !== undefined && valueOf(value, "Count") !== undefined;
const isLinear = ({ value }: PdfObject): boolean => valueOf(value, "Linearized") !== undefined;

/** Hints for reading while a file still comes are wrong after any change, so they go. */
const printed = (document: PdfDocument, { gone, edits }: Changes): readonly Uint8Array[] => {
  const linear = [...document.objects.values()].filter(isLinear).map(({ number }) => number);
  const bytes = written(document, { gone: new Set([...gone, ...linear]), edits });
  if (bytes === undefined) throw new Unrenderable("places do not come to rest");
  return [bytes];
};

const deltas = (document: PdfDocument, length: number, changesOf: (gone: Uint8Array) => Changes): Deltas => ({
  length,
  print: (gone) => (gone.includes(1) ? printed(document, changesOf(gone)) : [document.bytes]),
});

/** By object: the edits that take references to it away. */
const usesIn = (document: PdfDocument): ReadonlyMap<number, readonly HomeEdit[]> => {
  const uses = new Map<number, HomeEdit[]>();
  const outer = [
    ...[...document.objects.values()].map(({ value, home }) => ({ value, home })),
    ...document.sections
      .filter(({ object }) => object === undefined)
      .map(({ trailer }) => ({ value: trailer, home: 0 })),
  ];
  for (const { value: whole, home } of outer)
    for (const { value, key, inList, edit } of innerOf(whole)) {
      if (value.kind !== "reference") continue;
      const by = inList && !LOOSE_LISTS.has(key) ? bytesOf("null") : edit.by;
      const number = Number(value.text);
      const known = uses.get(number) ?? [];
      known.push({ ...edit, by, home });
      uses.set(number, known);
    }
  return uses;
};

/** How many pages go from each node above them. */
const countEdits = (
  document: PdfDocument,
  pages: ReadonlySet<number>,
  gone: ReadonlySet<number>,
): readonly HomeEdit[] => {
  const lost = new Map<number, number>();
  for (const page of gone) {
    if (!pages.has(page)) continue;
    const seen = new Set<number>();
    for (let at = parentOf(document, page); at !== undefined && !seen.has(at); at = parentOf(document, at)) {
      seen.add(at);
      lost.set(at, (lost.get(at) ?? 0) + 1);
    }
  }
  return [...lost].flatMap(([node, count]) => {
    const object = document.objects.get(node);
    const place = object && valueOf(object.value, "Count");
    if (object === undefined || place === undefined) return [];
    const by = bytesOf(String(Math.max(0, Number(place.text) - count)));
    return [{ start: place.start, end: place.end, by, home: object.home }];
  });
};

const parentOf = ({ objects }: PdfDocument, number: number): number | undefined => {
  const object = objects.get(number);
  const parent = object && valueOf(object.value, "Parent");
  return parent?.kind === "reference" ? Number(parent.text) : undefined;
};

const objects = (document: PdfDocument): Deltas => {
  const all = [...document.objects.values()];
  const inner = all.flatMap(({ value }) => innerOf(value));
  const lengths = new Set(inner.filter(({ key }) => key === "/Length").map(({ value }) => Number(value.text)));
  const roots = new Set(document.sections.map(({ trailer }) => Number(valueOf(trailer, "Root")?.text)));
  const pages = new Set(
    all.filter(isTree).flatMap(({ value }) => valueOf(value, "Kids")?.items.map(({ text }) => Number(text)) ?? []),
  );
  const units = all.filter(
    (object) =>
      !isTable(object) &&
      !isTree(object) &&
      !isLinear(object) &&
      !lengths.has(object.number) &&
      !roots.has(object.number),
  );
  const uses = usesIn(document);
  return deltas(document, units.length, (flags) => {
    const gone = new Set(units.filter((_, i) => flags[i] === 1).map(({ number }) => number));
    const edits = [...gone].flatMap((number) => uses.get(number) ?? []);
    return { gone, edits: [...edits, ...countEdits(document, pages, gone)] };
  });
};

/** The two identifiers of a file are no list that could be shorter. */
const entries = (document: PdfDocument): Deltas => {
  const identifiers = new Set(document.sections.map(({ trailer }) => Number(valueOf(trailer, "ID")?.text)));
  const edits = [...document.objects.values()]
    .filter((object) => !isTable(object) && !identifiers.has(object.number))
    .flatMap(({ value, home }) =>
      innerOf(value)
        .filter((each) => !NEEDED.has(each.key) && (!each.inList || each.value.kind !== "number"))
        .map(({ edit }) => ({ ...edit, home })),
    );
  return deltas(document, edits.length, (flags) => ({
    gone: new Set(),
    edits: edits.filter((_, i) => flags[i] === 1),
  }));
};

const contents = (document: PdfDocument): readonly Content[] =>
  [...document.objects.values()]
    .filter((object) => object.data !== undefined && !isTable(object) && numberOf(object.value, "Length") !== 0)
    .toSorted((a, b) => a.start - b.start)
    .map((object): Content => {
      const { value, data = { start: 0, end: 0 } } = object;
      const isPlain = valueOf(value, "DecodeParms") === undefined;
      const text = isPlain ? decoded(document.bytes, object) : undefined;
      return {
        bytes: () => text ?? document.bytes.subarray(data.start, data.end),
        embed: (by) => {
          const stored = text === undefined ? by : encoded(value, by);
          const edits = [{ ...data, by: stored }, ...lengthEdit(document, object, stored.length)];
          return printed(document, { gone: new Set(), edits: edits.map((edit) => ({ ...edit, home: 0 })) });
        },
      };
    });

const pdfStage = (unit: string, deltasOf: (document: PdfDocument) => Deltas): Container["stages"][number] =>
  stage(unit, (bytes) => {
    const document = documentOf(bytes);
    return document === undefined ? NONE : deltasOf(document);
  });

export const pdf: Container = {
  name: "pdf",
  isRigid: true,
  recognises: isPdf,
  stages: [pdfStage("pdf objects", objects), pdfStage("pdf entries", entries)],
  contents: (bytes) => {
    const document = documentOf(bytes);
    return document === undefined ? [] : contents(document);
  },
};
