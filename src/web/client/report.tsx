/** The script of a report: unpacks the steps that stand in it and shows them. */
import { render } from "preact";
import { BookReader } from "../steps/book.ts";
import { fromBase64 } from "../steps/diff.ts";
import { readBook, type SentBook } from "../steps/read.ts";
import { showCopyButtons } from "./copy-buttons.tsx";
import { Steps } from "./steps.tsx";

const unpacked = async (packed: string): Promise<SentBook> => {
  const bytes = fromBase64(packed.trim()) as Uint8Array<ArrayBuffer>;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(stream).json()) as SentBook;
};

const show = async (): Promise<void> => {
  const place = document.getElementById("steps");
  const packed = document.getElementById("book")?.textContent;
  if (place === null || packed === undefined || packed === null) return;
  const book = readBook(await unpacked(packed));
  if (book === undefined) return;
  place.textContent = "";
  render(<Steps reader={new BookReader(book)} name={document.querySelector("h1")?.textContent ?? "input"} />, place);
};

showCopyButtons();
void show();
