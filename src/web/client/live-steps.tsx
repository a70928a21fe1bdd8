/** The accepted steps of a run that goes on: only those that are new are asked for. */
import { useEffect, useRef, useState } from "preact/hooks";
import { BookReader, type Book } from "../steps/book.ts";
import { readBook, type SentBook } from "../steps/read.ts";
import type { Feed } from "./feed.tsx";

/** At most so often. */
const ASK_MS = 700;

export const useSteps = ({ progress, book }: Feed): BookReader | undefined => {
  const [reader, set] = useState<BookReader>();
  const held = useRef<BookReader | undefined>(undefined);
  const asking = useRef(false);
  const latest = useRef("");
  const key = progress?.bestKey ?? "";
  const begun = progress?.run?.path ?? "";
  latest.current = `${begun} ${key}`;
  useEffect(() => {
    if (begun === "" || asking.current) return;
    asking.current = true;
    const ask = async (): Promise<void> => {
      const wanted = latest.current;
      const next = await asked(held.current);
      if (next !== undefined) set((held.current = next));
      await new Promise((resolve) => {
        setTimeout(resolve, ASK_MS);
      });
      if (latest.current !== wanted) await ask();
    };
    void ask().finally(() => {
      asking.current = false;
    });
  }, [key, begun]);
  useEffect(() => {
    const whole = book && readBook(book);
    if (whole !== undefined) set((held.current = new BookReader(whole)));
  }, [book]);
  return reader;
};

const asked = async (held: BookReader | undefined): Promise<BookReader | undefined> => {
  const last = held?.book.steps.at(-1)?.number ?? held?.book.start.number;
  const response = await fetch(`/api/steps${last === undefined ? "" : `?after=${last}`}`).catch(() => undefined);
  if (response?.ok !== true) return undefined;
  const sent = (await response.json()) as SentBook;
  if (sent.goesOn && sent.steps.length === 0) return undefined;
  const book: Book | undefined = readBook(sent, held?.book);
  return book && new BookReader(book, sent.goesOn ? held : undefined);
};
