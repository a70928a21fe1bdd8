/** The live screen: it shows how a run stands, is drawn by a clock, and obeys keys. */
import type { TestCase } from "../core/test-case.ts";
import { beginning, type Progress } from "../progress/state.ts";
import { currentBug, type TriageProgress } from "../progress/triage.ts";
import { shownOf } from "./best.ts";
import { canvas, type Canvas, type Device } from "./canvas.ts";
import { historyPage, wholePage, type StepHistory } from "./history.ts";
import { helpEnd } from "./help-page.ts";
import { keysOf } from "./keys.ts";
import { stepOf, topOf } from "./scrolling.ts";
import { sceneLines, type Page, type BestView } from "./scene.ts";

/** What keys do to the run. */
interface Wheel {
  readonly paused: boolean;
  pause(): void;
  resume(): void;
  skip(): void;
  stop(): void;
}

/** Where keys come from, and what ends the listening. Missing where nobody can type. */
export interface Keyboard {
  listen(hear: (typed: string) => void): () => void;
  /** Ctrl-C, which the terminal does not see any more. */
  interrupt(): void;
  /** Ctrl-Z: stops this process; `back` is called when it goes on in the foreground. */
  suspend(back: () => void): void;
}

export interface ScreenOptions {
  readonly device: Device;
  readonly keyboard?: Keyboard;
  readonly colours: boolean;
  readonly title: string;
  readonly wheel: Wheel;
  /** The accepted steps up to the best, which has that key; read when somebody wants to see them. */
  readonly history?: (bestKey: string) => StepHistory | undefined;
  /** The address of the live page. */
  readonly address?: () => string | undefined;
}

/** Two frames a second; keys are answered at once. */
const FRAME_MS = 500;
/** A run that is over sooner needs no screen. */
const SHOW_AFTER_MS = 300;
const MESSAGE_MS = 6000;

export class Screen {
  readonly #options: ScreenOptions;
  readonly #canvas: Canvas;
  #state: Progress = beginning();
  /** When the run began, by `performance.now()`. */
  #startedAt = performance.now();
  #best: TestCase | undefined;
  #before: TestCase | undefined;
  #shown: { readonly best: TestCase; readonly as: BestView } | undefined;
  #page: Page = { kind: "main" };
  #history: StepHistory | undefined;
  /** The key of the best up to which it goes. */
  #historyKey: string | undefined;
  #over: "tests" | "time" = "tests";
  #message: { readonly text: string; readonly until: number } | undefined;
  #ended = false;
  #done: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #unsubscribeKeys: (() => void) | undefined;
  readonly #leave = (): void => this.#canvas.leave();
  readonly #redraw = (): void => this.draw();

  constructor(options: ScreenOptions) {
    this.#options = options;
    this.#canvas = canvas(options.device, options.colours);
  }

  /** Takes the terminal, a moment later. */
  open(): void {
    this.#timer = setTimeout(() => {
      this.#enter();
      this.#timer = setInterval(this.#redraw, FRAME_MS).unref();
    }, SHOW_AFTER_MS).unref();
  }

  show(state: Progress): void {
    if (state === this.#state) return;
    this.#startedAt = performance.now() - state.ms;
    const note = state.warnings.at(-1);
    // For a while: the line below it is of use for longer.
    if (note !== undefined && note.message !== this.#state.warnings.at(-1)?.message) this.say(`note: ${note.message}`);
    this.#state = state;
  }

  /** The same content again is no news. */
  best(best: TestCase): void {
    if (best.key() === this.#best?.key()) return;
    this.#before = this.#best;
    this.#best = best;
  }

  /** Resolves when nobody looks at a page any more: a run that ends does not take it away. */
  async viewerDone(): Promise<void> {
    if (!this.#canvas.entered || this.#page.kind === "main") return;
    this.#ended = true;
    this.draw();
    await new Promise<void>((resolve) => (this.#done = resolve));
  }

  say(text: string): void {
    this.#message = { text, until: performance.now() + MESSAGE_MS };
  }

  /** Gives the terminal back as it was. */
  close(): void {
    clearTimeout(this.#timer);
    this.#quiet();
    process.off("exit", this.#leave);
    process.off("SIGWINCH", this.#redraw);
    this.#canvas.leave();
  }

  draw(): void {
    if (!this.#canvas.entered) return;
    const { device, title, keyboard } = this.#options;
    const now = performance.now();
    if (this.#message !== undefined && this.#message.until < now) this.#message = undefined;
    const { columns, rows } = device;
    this.#renew();
    const page = this.#page;
    this.#canvas.draw(
      sceneLines({
        state: this.#state,
        now: now - this.#startedAt,
        columns,
        rows,
        title,
        over: this.#over,
        page,
        shown: this.#look(),
        message: this.#ended ? "the run has ended: esc shows the result" : this.#message?.text,
        withoutKeys: keyboard === undefined,
      }),
    );
  }

  #enter(): void {
    process.on("exit", this.#leave);
    process.on("SIGWINCH", this.#redraw);
    this.#unsubscribeKeys ??= this.#options.keyboard?.listen((typed) => this.#hear(typed));
    this.#canvas.enter();
    this.draw();
  }

  #quiet(): void {
    this.#unsubscribeKeys?.();
    this.#unsubscribeKeys = undefined;
  }

  /** The best is looked at only when it is another one than the last time. */
  #look(): BestView | undefined {
    const best = this.#best;
    if (best !== undefined && this.#shown?.best !== best) this.#shown = { best, as: shownOf(best, this.#before) };
    return this.#shown?.as;
  }

  #hear(typed: string): void {
    for (const key of keysOf(typed)) this.#obey(key);
    this.draw();
  }

  #obey(key: string): void {
    const { keyboard } = this.#options;
    if (key === "interrupt") return this.#done === undefined ? keyboard?.interrupt() : this.#done();
    if (key === "suspend") return this.#suspend();
    if (key === "redraw") {
      this.#canvas.leave();
      return this.#canvas.enter();
    }
    if (this.#page.kind === "main") this.#steer(key);
    else this.#turn(key);
  }

  #suspend(): void {
    this.#quiet();
    this.#canvas.leave();
    this.#options.keyboard?.suspend(() => this.#enter());
  }

  #steer(key: string): void {
    const { wheel, address } = this.#options;
    const { triage } = this.#state;
    if (triage !== undefined && key !== "space") this.#scrollBugs(key, triage);
    if (key === "p" || key === "space") return wheel.paused ? wheel.resume() : wheel.pause();
    if (key === "s") return this.#skip();
    if (key === "q") {
      this.say("stopping; the best so far is kept");
      return wheel.stop();
    }
    if (key === "t" && triage === undefined) this.#over = this.#over === "tests" ? "time" : "tests";
    if (key === "w") this.say(address?.() ?? "there is no live page: start with --web");
    if (key === "?") this.#page = { kind: "help", top: 0 };
    if (key === "h" || key === "d") this.#lookBack(key);
  }

  #skip(): void {
    const { pass, stage, triage } = this.#state;
    const bug = triage && currentBug(triage);
    if (bug !== undefined) {
      this.say(`skipping #${bug.id}; its best so far is kept`);
      return this.#options.wheel.skip();
    }
    if (stage !== "searching" || pass === undefined) return;
    this.say(`skipping ${pass}; the result then has no guarantee`);
    this.#options.wheel.skip();
  }

  /** A page of steps goes on with the run: who looks at the last step sees the new one. */
  #renew(): void {
    const page = this.#page;
    const { bestKey } = this.#state;
    if ((page.kind !== "history" && page.kind !== "diff") || bestKey === this.#historyKey) return;
    const history = this.#readHistory();
    if (history === undefined || history.count === 0) return;
    if (page.kind === "diff") this.#page = { ...(wholePage(history) ?? page), top: page.top };
    else {
      const isLast = page.at === page.count;
      const next = historyPage(history, isLast ? history.count : page.at, this.#state);
      this.#page = isLast ? next : { ...next, top: page.top };
    }
  }

  #readHistory(): StepHistory | undefined {
    this.#historyKey = this.#state.bestKey;
    return (this.#history = this.#options.history?.(this.#historyKey));
  }

  #lookBack(key: "h" | "d"): void {
    this.#readHistory();
    const history = this.#history;
    if (history === undefined || history.count === 0) return this.say("no step has been accepted yet");
    if (key === "h") this.#page = historyPage(history, history.count, this.#state);
    else this.#page = wholePage(history) ?? this.#page;
    if (this.#page.kind === "main") this.say("the steps cannot be rebuilt: a record was lost");
  }

  /** Keys on a page that is looked at. */
  #turn(key: string): void {
    if ((key === "h" && this.#page.kind === "diff") || (key === "d" && this.#page.kind === "history"))
      return this.#lookBack(key);
    if (["escape", "q", "enter", "h", "d", "?"].includes(key)) {
      this.#page = { kind: "main" };
      return this.#done?.();
    }
    const page = this.#page;
    if (page.kind === "history") {
      const at = stepOf(page, key);
      if (at !== undefined && this.#history !== undefined) this.#page = historyPage(this.#history, at, this.#state);
    }
    const { columns, rows: all } = this.#options.device;
    const rows = Math.max(1, all - AROUND);
    const most =
      page.kind === "help"
        ? helpEnd(this.#state, columns, all - 3)
        : page.kind === "main"
          ? 0
          : page.rows.length - rows;
    const top = topOf({ top: page.top ?? 0, most, rows }, key);
    if (top !== undefined) this.#page = { ...page, top };
  }

  /** The rows of bugs; escape goes back to the one that is being reduced. */
  #scrollBugs(key: string, { bugs }: TriageProgress): void {
    const page = this.#page;
    if (page.kind !== "main") return;
    const rows = Math.max(1, this.#options.device.rows - AROUND);
    const top = topOf({ top: page.top ?? 0, most: Math.max(0, bugs.length - 1), rows }, key);
    if (top !== undefined) this.#page = { kind: "main", top };
    if (key === "escape") this.#page = { kind: "main" };
  }
}

/** Rows that are not for what is scrolled. */
const AROUND = 8;
