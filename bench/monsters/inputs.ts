/** Inputs on which a reducer could stand still: very deep, very long, very wide. */
import { closeSync, openSync, writeSync } from "node:fs";

export interface Monster {
  readonly name: string;
  readonly file: string;
  /** Its content, piece by piece. */
  readonly pieces: () => Iterable<string>;
}

const WORD = "needle";

function* nested(count: number, open: string, close: string): Iterable<string> {
  yield open.repeat(count);
  yield `"${WORD}"`;
  yield close.repeat(count);
  yield "\n";
}

function* repeated(count: number, piece: (index: number) => string): Iterable<string> {
  const middle = Math.floor(count / 2);
  for (let index = 0; index < count; index++) yield index === middle ? `${piece(index)}${WORD} ` : piece(index);
}

const CHUNK = "lorem ipsum dolor sit amet consectetur ".repeat(25);

export const MONSTERS: readonly Monster[] = [
  { name: "200,000 nested <div>", file: "deep.html", pieces: () => nested(200_000, "<div>", "</div>") },
  { name: "300,000 nested XML elements", file: "deep.xml", pieces: () => nested(300_000, "<e>", "</e>") },
  { name: "1,000,000 brackets", file: "deep.txt", pieces: () => nested(500_000, "[", "]") },
  { name: "1,000,000 brackets of JSON", file: "deep.json", pieces: () => nested(500_000, "[", "]") },
  {
    name: "one line of 300 MB",
    file: "line.txt",
    pieces: () => repeated(Math.ceil(300_000_000 / CHUNK.length), () => CHUNK),
  },
  { name: "2,000,000 lines", file: "lines.txt", pieces: () => repeated(2_000_000, (index) => `line ${index}\n`) },
];

/** Returns its size. */
export const writeMonster = (path: string, { pieces }: Monster): number => {
  const file = openSync(path, "w");
  let size = 0;
  try {
    for (const piece of pieces()) size += writeSync(file, piece);
  } finally {
    closeSync(file);
  }
  return size;
};
