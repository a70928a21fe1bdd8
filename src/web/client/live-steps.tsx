/** The accepted steps of a run that goes on: only those that are new are asked for. */
import { useEffect, useRef, useState } from "preact/hooks";
import { BookReader, type Book } from "../steps/book.ts";
import { readBook, type SentBook } from "../steps/read.ts";
import type { Feed } from "./feed.tsx";

/** At most so often. */
const ASK_MS = 700;

export interface StepsSoFar {
  readonly reader: BookReader | undefined;
  readonly state: "loading" | "too large" | "here";
}

interface Held {
  readonly session: string;
  readonly reader: BookReader;
}

/** Those of another session are of no use: their numbers may mean other steps. */
export const useSteps = ({ session, progress, book }: Feed): StepsSoFar => {
  const [reader, set] = useState<Held>();
  const [refused, refuse] = useState(false);
  const held = useRef<Held | undefined>(undefined);
  const asking = useRef(false);
  const latest = useRef({ session, wanted: "" });
  const key = progress?.bestKey ?? "";
  const begun = progress?.run?.path ?? "";
  latest.current = { session, wanted: `${session} ${begun} ${key}` };
  useEffect(() => {
    if (begun === "" || asking.current) return;
    asking.current = true;
    const ask = async (): Promise<void> => {
      const { session: of, wanted } = latest.current;
      const { next, none } = await asked(of, held.current?.session === of ? held.current.reader : undefined);
      refuse(none);
      // Meanwhile the last message may have brought all of them, or another run has begun.
      if (next !== undefined && latest.current.session === of) set((held.current = { session: of, reader: next }));
      await new Promise((resolve) => {
        setTimeout(resolve, ASK_MS);
      });
      if (latest.current.wanted !== wanted) await ask();
    };
    void ask().finally(() => {
      asking.current = false;
    });
  }, [key, begun, session]);
  useEffect(() => {
    const whole = book && readBook(book);
    if (whole !== undefined) set((held.current = { session, reader: new BookReader(whole) }));
  }, [book]);
  const isHere = reader?.session === session;
  return { reader: isHere ? reader.reader : undefined, state: isHere ? "here" : refused ? "too large" : "loading" };
};

interface Asked {
  readonly next?: BookReader | undefined;
  /** There is nothing that could be sent. */
  readonly none: boolean;
}

const asked = async (of: string, held: BookReader | undefined): Promise<Asked> => {
  const last = held?.book.steps.at(-1)?.number ?? held?.book.start.number;
  const response = await fetch(`/api/steps${last === undefined ? "" : `?after=${last}&of=${of}`}`).catch(
    () => undefined,
  );
  if (response?.ok !== true) return { none: response?.status === 404 };
  const sent = (await response.json()) as SentBook;
  if (sent.goesOn && sent.steps.length === 0) return { none: false };
  const book: Book | undefined = readBook(sent, held?.book);
  return { next: book && new BookReader(book, sent.goesOn ? held : undefined), none: false };
};
