/** The state of the run as the server tells it; a connection that is lost is made again, until the run has ended. */
import { useEffect, useState } from "preact/hooks";
import { isOver } from "../../progress/selectors.ts";
import type { Progress } from "../../progress/state.ts";
import type { SentBook } from "../steps/read.ts";

export interface Feed {
  readonly connected: boolean;
  /** How often nobody has answered since. */
  readonly tries: number;
  /** Which server has told it: another one may be at the same address later, with another run. */
  readonly session: string;
  readonly progress?: Progress;
  /** When the message was sent by the clock of the run, and when it came by the clock of the page. */
  readonly sent: number;
  readonly came: number;
  /** All steps: comes with the last message. */
  readonly book?: SentBook;
}

interface Message {
  readonly session: string;
  readonly progress: Progress;
  readonly now: number;
  readonly book?: SentBook;
}

const RETRY_MS = 1000;

export const useFeed = (): Feed => {
  const [feed, set] = useState<Feed>({ connected: false, tries: 0, session: "", sent: 0, came: 0 });
  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const connect = (): void => {
      source = new EventSource("/api/events");
      source.addEventListener("open", () => set((before) => ({ ...before, connected: true, tries: 0 })));
      source.addEventListener("message", ({ data }) => {
        const { session, progress, now, book } = JSON.parse(data as string) as Message;
        over = isOver(progress);
        set({
          connected: true,
          tries: 0,
          session,
          progress,
          sent: now,
          came: performance.now(),
          ...(book !== undefined && { book }),
        });
      });
      source.addEventListener("error", () => {
        source?.close();
        set((before) => ({ ...before, connected: false, tries: before.tries + 1 }));
        // A run that has ended says no more.
        if (!over) timer = setTimeout(connect, RETRY_MS);
      });
    };
    connect();
    return () => {
      source?.close();
      clearTimeout(timer);
    };
  }, []);
  return feed;
};

/** The time of the run, which goes on between messages. */
export const useNow = ({ sent, came, progress, connected }: Feed): number => {
  const [, tick] = useState(0);
  const stands = !connected || (progress !== undefined && (isOver(progress) || progress.paused));
  useEffect(() => {
    if (stands) return undefined;
    const timer = setInterval(() => tick((times) => times + 1), 500);
    return () => clearInterval(timer);
  }, [stands]);
  return stands ? sent : sent + performance.now() - came;
};
