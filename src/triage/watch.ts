/** A triage in front of people: how its bugs stand, and what is done to it by hand. */
import type { BugStanding } from "../core/notes.ts";
import { counted } from "../progress/figures.ts";
import { Controls } from "../driver/controls.ts";
import type { ReduceEvent } from "../core/notes.ts";
import { kindOf } from "./bug.ts";
import type { Bucket } from "./bucket.ts";
import type { TriageNote, TriageOptions } from "./options.ts";
import type { SetAside } from "./symptom.ts";

const stateOf = ({ rate, known, members, reduced }: Bucket): BugStanding["state"] => {
  if (rate !== undefined) return "flaky";
  if (known !== undefined && members.length === 0) return "known";
  return reduced?.complete === true ? "done" : "waiting";
};

const standingOf = (bucket: Bucket): BugStanding => {
  const { id, symptom, members, best, witness, known, reduced } = bucket;
  const before = reduced?.before ?? best?.bytes ?? witness?.bytes.length ?? known?.reduced?.before ?? 0;
  return {
    id,
    title: symptom.title,
    kind: kindOf(symptom.title, symptom.kind),
    files: members.length,
    before,
    now: reduced?.bytes.length ?? before,
    tests: reduced?.tests ?? 0,
    state: stateOf(bucket),
  };
};

interface SortedSoFar {
  readonly aside: readonly SetAside[];
  readonly duplicates: number;
}

const MAX_TOLD = 10;

export class TriageWatch {
  /** For reductions: a pause is theirs, too. */
  readonly controls = new Controls();
  readonly #emit: (note: TriageNote) => void;
  readonly #signal: AbortSignal;
  readonly #unlisten: (() => void) | undefined;
  /** Leaves the bug that is being reduced. */
  #leave: (() => void) | undefined;
  readonly #bugs = new Set<number>();

  constructor(
    { controls, jobs, files }: Pick<TriageOptions, "controls"> & { readonly jobs: number; readonly files: number },
    emit: (note: TriageNote) => void,
    signal: AbortSignal,
  ) {
    this.#emit = emit;
    this.#signal = signal;
    emit({ type: "triage", files, jobs });
    if (controls?.paused === true) this.#pause("pause");
    this.#unlisten = controls?.listen((control) => {
      if (control === "skip") this.#leave?.();
      if (control === "pause" || control === "resume") this.#pause(control);
    });
  }

  #pause(control: "pause" | "resume"): void {
    this.controls[control]();
    this.#emit({ type: "control", control });
  }

  /** Resolves when it is not paused, or is stopped. */
  async going(): Promise<void> {
    while (this.controls.paused && !this.#signal.aborted)
      await new Promise<void>((resolve) => {
        const end = (): void => {
          unlisten();
          this.#signal.removeEventListener("abort", end);
          resolve();
        };
        const unlisten = this.controls.listen(end);
        this.#signal.addEventListener("abort", end);
      });
  }

  bug(bucket: Bucket): void {
    this.#bugs.add(bucket.id);
    this.#tell(standingOf(bucket));
  }

  sorted({ aside, duplicates }: SortedSoFar): void {
    this.#emit({ type: "sorted", aside: aside.length, copies: duplicates });
  }

  /** What was set aside, and what was not looked at. */
  aside({ aside }: SortedSoFar, [first, ...more]: readonly string[]): void {
    const others = more.length === 0 ? "" : ` and ${counted(more.length, "other file")}`;
    if (first !== undefined)
      this.#emit({ type: "note", text: `left out: ${first}${others}: no finds of a fuzzer, but beside some` });
    for (const { shown, reason, why } of aside.slice(0, MAX_TOLD))
      this.#emit({ type: "note", text: `set aside: ${shown}: ${reason}: ${why}` });
    if (aside.length > MAX_TOLD)
      this.#emit({ type: "note", text: `… and ${aside.length - MAX_TOLD} more set aside; triage.json lists them all` });
  }

  /** A bug is being reduced, by the run whose events are seen; `leave` ends that. */
  turn(bucket: Bucket, leave: () => void): (event: ReduceEvent) => void {
    this.#leave = leave;
    let standing: BugStanding = { ...standingOf(bucket), state: "reducing" };
    let run = "";
    this.#tell(standing);
    return (event) => {
      if (event.type === "run" && "input" in event) run = event.path;
      if (event.type !== "test" && event.type !== "best") return;
      if (event.type === "best") standing = { ...standing, now: event.size };
      else standing = { ...standing, tests: event.number, ...given(event.step.pass) };
      this.#tell(standing, event.type === "best" ? { run, key: event.key } : undefined);
    };
  }

  /** The turn is over. */
  turned(bucket: Bucket, isOver: boolean): void {
    this.#leave = undefined;
    const standing = standingOf(bucket);
    this.#tell(isOver && standing.state === "waiting" ? { ...standing, state: "unfinished" } : standing);
  }

  end(status: "complete" | "stopped", output: string): void {
    this.#unlisten?.();
    this.#emit({ type: "triaged", status, output });
  }

  #tell(bug: BugStanding, best?: { readonly run: string; readonly key: string }): void {
    this.#emit({ type: "bug", bug, bugs: this.#bugs.size, ...(best !== undefined && { best }) });
  }
}

const given = (pass: string | undefined): Pick<BugStanding, "pass"> => (pass === undefined ? {} : { pass });
