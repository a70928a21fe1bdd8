/** The workers of a run, as their reports show them: who is ready, who was set aside, how fast they are. */
import { BEAT_MS, SILENCE_MS, type MessageStamp, type WorkerReport } from "../protocol.ts";
import type { ClusterWorkerFigures } from "../../core/cluster-figures.ts";
import type { ClusterNote } from "../run.ts";
import { usual } from "../usual.ts";

type SentReport = WorkerReport & Partial<Pick<MessageStamp, "at">>;

interface WorkerState {
  report: SentReport;
  at: number;
  /** How many jobs of this run it has answered. */
  done: number;
  latencyMs: number | undefined;
  /** When its last jobs were answered. */
  readonly recent: number[];
  /** How many of its answers were compared with those of others. */
  verified: number;
  /** As people were told last. */
  told: "nothing" | "joined" | "aside";
}

const RECENT = 50;
/** So many that were set aside the cluster is told of, and why in so many characters. */
const MAX_ASIDE = 32;
const MAX_WORDS = 1000;

export class Roster {
  readonly #run: string;
  readonly #onNote: (note: ClusterNote) => void;
  readonly #onChange: () => void;
  readonly #workers = new Map<string, WorkerState>();
  /** Who gets no more jobs, and why; also those that have gone. */
  readonly #aside = new Map<string, string>();
  #slots = 0;
  #ready = 0;

  constructor(run: string, on: { readonly note: (note: ClusterNote) => void; readonly change: () => void }) {
    this.#run = run;
    this.#onNote = on.note;
    this.#onChange = on.change;
  }

  /** The slots of the workers that are ready. */
  get slots(): number {
    return this.#slots;
  }

  /** How many workers are ready. */
  get ready(): number {
    return this.#ready;
  }

  /** The median of the usual latencies of all who have answered, in milliseconds. */
  get latencyMs(): number | undefined {
    const known = [...this.#workers.values()].flatMap(({ latencyMs }) => (latencyMs === undefined ? [] : [latencyMs]));
    return known.toSorted((a, b) => a - b)[Math.floor(known.length / 2)];
  }

  /** Was it known before? One that is older than the last is somebody's repetition. */
  see(report: SentReport, now: number): boolean {
    const known = this.#workers.get(report.worker);
    if (known === undefined) this.#workers.set(report.worker, fresh(report, now));
    else if (!isRepeated(report, known.report)) {
      known.report = report;
      known.at = now;
    }
    this.#review(now);
    return known !== undefined;
  }

  /** `latencyMs`: missing for a job that says nothing about others. */
  answered(worker: string, latencyMs: number | undefined, now: number): void {
    const seen = this.#workers.get(worker);
    if (seen === undefined) return;
    seen.done += 1;
    if (latencyMs !== undefined) seen.latencyMs = usual(seen.latencyMs, latencyMs);
    seen.recent.push(now);
    if (seen.recent.length > RECENT) seen.recent.shift();
  }

  verified(worker: string): void {
    const seen = this.#workers.get(worker);
    if (seen !== undefined) seen.verified += 1;
  }

  /** Its machinery broke, or it was wrong. It gets no more jobs of this run. */
  setAside(worker: string, reason: string, now: number): void {
    if (!this.#aside.has(worker)) this.#aside.set(worker, reason.slice(0, MAX_WORDS));
    this.#review(now);
  }

  isAside(worker: string): boolean {
    return this.#aside.has(worker);
  }

  /** The last ones by their ids, and why: as the cluster is told every second. */
  get aside(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#aside].slice(-MAX_ASIDE));
  }

  /** The name that people are shown. */
  nameOf(worker: string): string {
    return this.#workers.get(worker)?.report.name ?? worker;
  }

  /** Is somebody ready who is none of these? */
  hasOthers(than: readonly string[], now: number): boolean {
    return [...this.#workers].some(
      ([worker, seen]) => !than.includes(worker) && this.#stateOf(worker, seen, now) === "ready",
    );
  }

  /** Is somebody ready, or about to be? */
  isManned(now: number): boolean {
    return [...this.#workers].some(([worker, seen]) => ["ready", "opening"].includes(this.#stateOf(worker, seen, now)));
  }

  /**
   * Is it there, trusted, and at work on a job that it claimed at `since`? One that was cut off lets go of the jobs of a run that it does not
   * hear of any more; when it is back, its reports say that it has none.
   */
  isAtWork(worker: string, since: number, now: number): boolean {
    const seen = this.#workers.get(worker);
    if (seen === undefined || this.#aside.has(worker) || now - seen.at >= SILENCE_MS) return false;
    return seen.at < since + BEAT_MS || (this.#partOf(seen)?.running ?? 0) > 0;
  }

  /** Looks who has fallen silent. */
  tick(now: number): void {
    this.#review(now);
  }

  list(now: number): readonly ClusterWorkerFigures[] {
    return [...this.#workers].map(([worker, seen]) => {
      const { report, done, verified, latencyMs = 0, recent } = seen;
      const part = this.#partOf(seen);
      const reason = this.#aside.get(worker) ?? part?.reason;
      const since = now - (recent[0] ?? now);
      return {
        name: report.name,
        slots: report.slots,
        running: part?.running ?? 0,
        done,
        verified,
        rate: (1000 * recent.length) / Math.max(since, 1000),
        latencyMs,
        load: report.load,
        state: this.#stateOf(worker, seen, now),
        ...(reason !== undefined && { reason }),
      };
    });
  }

  #partOf({ report }: WorkerState): WorkerReport["runs"][number] | undefined {
    return report.runs.find(({ run }) => run === this.#run);
  }

  #stateOf(worker: string, seen: WorkerState, now: number): ClusterWorkerFigures["state"] {
    if (this.#aside.has(worker)) return "unfit";
    if (now - seen.at >= SILENCE_MS) return "silent";
    if (seen.report.draining) return "draining";
    return this.#partOf(seen)?.state ?? "opening";
  }

  #review(now: number): void {
    let slots = 0;
    this.#ready = 0;
    for (const [worker, seen] of this.#workers) {
      const state = this.#stateOf(worker, seen, now);
      if (state === "ready") {
        slots += seen.report.slots;
        this.#ready += 1;
      }
      this.#tell(worker, seen, state);
      // Silent for so long that it will be a new one when it comes back.
      if (now - seen.at > 20 * SILENCE_MS) this.#workers.delete(worker);
    }
    if (slots === this.#slots) return;
    this.#slots = slots;
    this.#onChange();
  }

  #tell(worker: string, seen: WorkerState, state: ClusterWorkerFigures["state"]): void {
    const { name, slots } = seen.report;
    if (state === "ready" && seen.told !== "joined") {
      seen.told = "joined";
      const differs = this.#partOf(seen)?.differs;
      this.#onNote({ type: "joined", worker, name, slots, ...(differs !== undefined && { differs }) });
    } else if (state === "unfit" && seen.told !== "aside") {
      seen.told = "aside";
      this.#onNote({
        type: "set aside",
        name,
        reason: this.#aside.get(worker) ?? this.#partOf(seen)?.reason ?? "unfit",
      });
    } else if ((state === "silent" || state === "draining") && seen.told === "joined") {
      seen.told = "nothing";
      this.#onNote({ type: "left", worker, name, slots });
    }
  }
}

/** What is older than any message may be comes from a clock that was set back, in milliseconds. */
const OLDEST_MS = 120_000;

const isRepeated = ({ at = 0 }: SentReport, { at: last = 0 }: SentReport): boolean =>
  at < last && last - at < OLDEST_MS;

const fresh = (report: SentReport, at: number): WorkerState => ({
  report,
  at,
  done: 0,
  latencyMs: undefined,
  recent: [],
  verified: 0,
  told: "nothing",
});
