/** What the server of the live page answers. */
import { Hono, type Context } from "hono";
import { streamSSE } from "hono/streaming";
import { commentStyles } from "../languages/comment-styles.ts";
import type { Progress } from "../progress/state.ts";
import { htmlDocument } from "../reporters/html/document.ts";
import { bookJson } from "../reporters/reduce/step-log-pack.ts";
import type { StepLog } from "../reporters/reduce/report-data.ts";
import { guard, isToken } from "./guard.ts";
import { LIVE_STYLE } from "./style.ts";
import type { Viewers } from "./viewers.ts";

export type LiveControl = "pause" | "resume" | "skip" | "stop";

/** A run as the page sees it. */
export interface LiveRun {
  progress(): Progress;
  /** Milliseconds since it began. */
  now(): number;
  /** The base name of the input. */
  readonly name: string;
  /** The steps up to the best; those behind `after` where that is on the way. `undefined` before there are any. */
  book(after?: number): StepLog | undefined;
  /** The content of a step, and what the oracle saw. */
  content(step: number): Uint8Array | undefined;
  output(step: number): string | undefined;
  control(control: LiveControl): void;
}

export interface AppOptions {
  readonly run: LiveRun;
  readonly script: string;
  readonly token: string;
  /** Another one for every server: a page with steps of another run at this address must not continue from them. */
  readonly session: string;
  readonly viewers: Viewers;
  readonly port: () => number;
}

const PAGE = htmlDocument({
  head: [
    '<meta name="referrer" content="no-referrer">',
    '<link rel="icon" href="data:,">',
    "<title>pare</title>",
    '<link rel="stylesheet" href="/live.css">',
  ],
  main: '<div id="app"><main><h1>pare</h1><p>Loading…</p><noscript><p>This page needs JavaScript.</p></noscript></main></div>',
  scripts: `<script type="application/json" id="comments">${JSON.stringify(commentStyles())}</script>\n<script src="/live.js"></script>\n`,
});

const CONTROLS: readonly string[] = ["pause", "resume", "skip", "stop"] satisfies readonly LiveControl[];

export const liveApp = ({ run, script, token, session, viewers, port }: AppOptions): Hono => {
  const app = new Hono();
  app.use(guard(port));
  app.get("/", (context) => context.html(PAGE));
  app.get("/live.js", (context) => context.body(script, 200, { "Content-Type": "text/javascript; charset=utf-8" }));
  app.get("/live.css", (context) => context.body(LIVE_STYLE, 200, { "Content-Type": "text/css; charset=utf-8" }));
  app.get("/api/state", (context) => context.json({ session, progress: run.progress(), now: run.now() }));
  app.get("/api/events", (context) =>
    streamSSE(context, async (stream) => {
      let id = 0;
      const send = (data: string): Promise<void> => stream.writeSSE({ data, id: String(id++) });
      await viewers.watch(send, (leave) => stream.onAbort(leave));
    }),
  );
  app.get("/api/steps", (context) => {
    const of = context.req.query("of") ?? session;
    const book = run.book(of === session ? numberIn(context.req.query("after")) : undefined);
    return book === undefined ? context.json({ error: "no steps" }, 404) : json(context, bookJson(book));
  });
  app.get("/api/steps/:step", (context) => {
    const step = numberIn(context.req.param("step"));
    const known = step !== undefined && run.content(step) !== undefined;
    if (!known) return context.json({ error: "no such step" }, 404);
    const output = run.output(step);
    return context.json({ number: step, ...(output !== undefined && { output }) });
  });
  app.get("/api/steps/:step/content", (context) => {
    const step = numberIn(context.req.param("step"));
    const content = step === undefined ? undefined : run.content(step);
    if (content === undefined) return context.json({ error: "no such step" }, 404);
    context.header("Content-Disposition", attachment(`${run.name}.step-${step}`));
    // Whatever it is: nothing that a browser shows or runs.
    context.header("Content-Type", "application/octet-stream");
    // A copy: the buffer behind a `Buffer` may be shared with anything else of this process.
    return context.body(Uint8Array.from(content).buffer);
  });
  app.post("/api/control/:control", (context) => {
    // By the header alone: addresses are logged, cookies and forms are sent by other pages, too.
    if (!isToken(context.req.header("x-pare-token"), token))
      return context.json({ error: "the token of the address is needed" }, 403);
    const control = context.req.param("control");
    if (!CONTROLS.includes(control)) return context.json({ error: "no such control" }, 404);
    run.control(control as LiveControl);
    return context.json({ ok: true });
  });
  app.notFound((context) => context.json({ error: "not found" }, 404));
  app.onError((_, context) => context.json({ error: "something broke" }, 500));
  return app;
};

const json = (context: Context, text: string): Response =>
  context.body(text, 200, { "Content-Type": "application/json; charset=utf-8" });

/** Steps are known by numbers alone: there is no path in an address. */
const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

/** A name with signs of its own (quotes, ends of lines, other letters) cannot change the header. */
const attachment = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^\w.+-]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name)}`;
