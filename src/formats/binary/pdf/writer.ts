/** A PDF document after changes: streams of objects are packed anew, and tables tell where objects are now. */
import { joined } from "../../pieces.ts";
import { deflate } from "../deflate.ts";
import { merged, Moves, type Edit } from "../moves.ts";
import { isDeflated, numbersIn, type PdfDocument, type PdfObject, type Row, type Section } from "./document.ts";
import { entriesOf, valueOf, type PdfValue } from "./syntax.ts";

export interface Changes {
  /** Objects by their numbers. */
  readonly gone: ReadonlySet<number>;
  /** In the file, or in the stream of objects with the number `home`. */
  readonly edits: readonly (Edit & { readonly home: number })[];
}

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

const replaced = ({ start, end }: Pick<PdfValue, "start" | "end">, text: string): Edit => ({
  start,
  end,
  by: bytesOf(text),
});

/** The length of a stream, wherever it is told. */
export const lengthEdit = ({ objects }: PdfDocument, { value }: PdfObject, length: number): readonly Edit[] => {
  const told = valueOf(value, "Length");
  const place = told?.kind === "reference" ? objects.get(Number(told.text))?.value : told;
  return place === undefined ? [] : [replaced(place, String(length))];
};

const withoutParameters = (value: PdfValue): readonly Edit[] =>
  entriesOf(value)
    .filter(({ key }) => key.text === "/DecodeParms")
    .map(({ key, value: { end } }) => replaced({ start: key.start, end }, ""));

export const encoded = (value: PdfValue, data: Uint8Array): Uint8Array =>
  isDeflated(value) ? deflate(data, true) : data;

const applied = (bytes: Uint8Array, edits: readonly Edit[]): Uint8Array => {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, by } of merged(edits)) {
    pieces.push(bytes.subarray(at, start), by);
    at = end;
  }
  return joined([...pieces, bytes.subarray(at)]);
};

const byHome = <Each extends { readonly home: number }>(all: readonly Each[]): ReadonlyMap<number, readonly Each[]> => {
  const homes = new Map<number, Each[]>();
  for (const each of all) {
    const known = homes.get(each.home);
    if (known === undefined) homes.set(each.home, [each]);
    else known.push(each);
  }
  return homes;
};

/** The streams of objects that change, and what else is gone with them; `places` has the order of what is left in them. */
const repacked = (
  document: PdfDocument,
  { gone, edits }: Changes,
): {
  readonly edits: readonly Edit[];
  readonly gone: ReadonlySet<number>;
  readonly places: ReadonlyMap<number, number>;
} => {
  const found: Edit[] = [];
  const allGone = new Set(gone);
  const places = new Map<number, number>();
  const membersIn = byHome([...document.objects.values()]);
  const editsIn = byHome(edits);
  for (const [home, text] of document.texts) {
    const members = membersIn.get(home) ?? [];
    const inside = editsIn.get(home) ?? [];
    if (inside.length === 0 && !members.some(({ number }) => gone.has(number))) continue;
    const left = members.filter(({ number }) => !gone.has(number));
    const object = document.objects.get(home);
    if (object?.data === undefined) continue;
    if (left.length === 0) {
      allGone.add(home);
      continue;
    }
    const bodies = left.map(({ start, end }) => {
      const within = inside.filter((edit) => edit.start >= start && edit.end <= end);
      return applied(
        text.subarray(start, end),
        within.map((edit) => ({ start: edit.start - start, end: edit.end - start, by: edit.by })),
      );
    });
    let offset = 0;
    const heads = left.map(({ number }, i) => {
      places.set(number, i);
      const head = `${number} ${offset}`;
      offset += (bodies[i] as Uint8Array).length + 1;
      return head;
    });
    const head = bytesOf(`${heads.join(" ")}\n`);
    const data = encoded(object.value, joined([head, ...bodies.flatMap((body) => [body, bytesOf("\n")])]));
    const numbers = [
      [valueOf(object.value, "N"), left.length],
      [valueOf(object.value, "First"), head.length],
    ] as const;
    for (const [place, number] of numbers) if (place !== undefined) found.push(replaced(place, String(number)));
    found.push(
      { ...object.data, by: data },
      ...lengthEdit(document, object, data.length),
      ...withoutParameters(object.value),
    );
  }
  return { edits: found, gone: allGone, places };
};

/** How often places are told anew before they must be right. */
const MAX_ROUNDS = 6;

/** `undefined` where tables do not come to an end: the more they tell, the longer they are. */
export const written = (document: PdfDocument, changes: Changes): Uint8Array | undefined => {
  const { bytes, objects, sections } = document;
  const packed = repacked(document, changes);
  const cuts = [...objects.values()].filter(({ home, number }) => home === 0 && packed.gone.has(number));
  const edits = [
    ...changes.edits.filter(({ home }) => home === 0),
    ...packed.edits,
    ...cuts.map(({ start, end }) => ({ start, end, by: new Uint8Array(0) })),
  ];
  const rooms = new Map(
    sections.map((section) => [section, (section.object?.data?.end ?? 0) - (section.object?.data?.start ?? 0)]),
  );
  const rowOf = (row: Row, place: (at: number) => number): Row => {
    if (row.number > 0 && packed.gone.has(row.number)) return { ...row, type: 0, place: 0, more: 0 };
    if (row.type === 2) return { ...row, more: packed.places.get(row.number) ?? row.more };
    return row.type === 1 ? { ...row, place: place(row.place) } : row;
  };
  const tables = (place: (at: number) => number): readonly Edit[] => [
    ...sections.flatMap((section) => {
      const rows = section.rows.map((row) => rowOf(row, place));
      const prev = valueOf(section.trailer, "Prev");
      const before = prev === undefined ? [] : [replaced(prev, wide(place(Number(prev.text)), prev))];
      return [
        ...before,
        ...sizeEdit(document, section, packed.gone),
        ...(section.object === undefined ? [tableEdit(section, rows)] : streamEdits(section, rows, rooms)),
      ];
    }),
    replaced(document.startxref, wide(place((sections[0] as Section).start), document.startxref)),
  ];
  let all = merged([...edits, ...tables((at) => at)]);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const moves = new Moves(all);
    const next = merged([...edits, ...tables((at) => at + moves.shift(at))]);
    const isSteady = next.length === all.length && next.every(({ by }, i) => by.length === all[i]?.by.length);
    all = next;
    if (isSteady) return applied(bytes, all);
  }
  return undefined;
};

const wide = (value: number, { start, end }: Pick<PdfValue, "start" | "end">): string =>
  String(value).padStart(end - start, "0");

const highest = (some: readonly Row[]): number => some.reduce((most, { number }) => Math.max(most, number), 0);

/** One more than the highest number that is there, if it was that before; streams keep all their rows. */
const sizeEdit = ({ sections }: PdfDocument, section: Section, gone: ReadonlySet<number>): readonly Edit[] => {
  const place = valueOf(section.trailer, "Size");
  const rows = sections.flatMap((each) => each.rows);
  if (place === undefined || section.object !== undefined || Number(place.text) !== highest(rows) + 1) return [];
  const left = rows.filter(({ number, type }) => type === 1 && !gone.has(number));
  return [replaced(place, wide(highest(left) + 1, place))];
};

/** Runs of rows that are there, and the head of the list of free ones. */
const tableEdit = (section: Section, rows: readonly Row[]): Edit => {
  const kept = rows.filter(({ number, type }) => type === 1 || number === 0);
  const lines: string[] = [];
  for (let from = 0; from < kept.length;) {
    let to = from + 1;
    while (kept[to]?.number === (kept[to - 1]?.number ?? 0) + 1) to++;
    lines.push(`${kept[from]?.number ?? 0} ${to - from}\n`);
    for (const { type, place, more } of kept.slice(from, to)) {
      const told = String(type === 1 ? place : 0).padStart(10, "0");
      lines.push(`${told} ${String(more).padStart(5, "0")} ${type === 1 ? "n" : "f"} \n`);
    }
    from = to;
  }
  return replaced(section, `xref\n${lines.length === 0 ? "0 0\n" : lines.join("")}`);
};

/** Rows in a stream keep their widths. What the stream does not need any more is filled with spaces, so that its length is steady. */
const streamEdits = (section: Section, rows: readonly Row[], rooms: Map<Section, number>): readonly Edit[] => {
  const { object } = section;
  if (object?.data === undefined) return [];
  const widths = numbersIn(valueOf(object.value, "W"));
  const data = Uint8Array.from(
    rows.flatMap(({ type, place, more }) =>
      [type, place, more].flatMap((value, i) =>
        Array.from({ length: widths[i] ?? 0 }, (_, k) => Math.floor(value / 256 ** ((widths[i] ?? 0) - 1 - k)) % 256),
      ),
    ),
  );
  const stored = encoded(object.value, data);
  const room = Math.max(rooms.get(section) ?? 0, stored.length);
  rooms.set(section, room);
  const told = valueOf(object.value, "Length");
  const end = bytesOf(`\nendstream${" ".repeat(room - stored.length)}\nendobj\n`);
  return [
    { start: object.data.start, end: object.end, by: joined([stored, end]) },
    ...(told === undefined ? [] : [replaced(told, wide(stored.length, told))]),
    ...withoutParameters(object.value),
  ];
};
