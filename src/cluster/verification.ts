/** Workers are believed as far as they are checked: some answers are asked for a second time elsewhere, and who is wrong is not believed any more. */
import { createHmac } from "node:crypto";
import type { Case } from "../core/case.ts";
import type { Finding, Outcome } from "../core/verdict.ts";
import type { ClusterExecutor } from "./executor.ts";
import { NobodyElse, type ClusterRun } from "./run.ts";
import { UserError } from "../core/errors.ts";
import type { Executor } from "../core/executor.ts";

interface VerificationOptions<C extends Case> {
  readonly executor: ClusterExecutor<C>;
  readonly run: ClusterRun;
  /** The share of the answers that are asked for a second time, from 0 to 1. */
  readonly share: number;
  /** Decides which these are. No worker must know it: it would tell the truth where it is asked twice. */
  readonly salt: string;
  /** Outcomes that are tested here as well when they are settled. */
  readonly proves: readonly Outcome[];
  /** A test on this machine, under the limits that decide. */
  readonly here: (candidate: C, signal: AbortSignal) => Promise<Finding>;
  /** Told once, when the same candidate is answered now one way, now another, on this machine. */
  readonly onFlaky: (size: number) => void;
}

type Opinions = readonly [Finding, Finding];

/** Runs on this machine that decide who is right, and those that prove an outcome. */
const JUDGING_RUNS = 10;
const PROVING_RUNS = 3;

/**
 * A worker is wrong when somebody else says otherwise and this machine, which is the judge, agrees with them every time. Where this
 * machine itself wavers, the test is flaky, and nobody is blamed. What ran out of time says nothing: machines are not equally fast.
 */
export class Verification<C extends Case> implements VerifiedExecutor<C> {
  readonly #options: VerificationOptions<C>;
  readonly #listeners = new Set<(distrust: Distrust) => void>();
  /** By key, what was said last. */
  readonly #answers = new Map<string, Finding>();
  readonly #distrusted = new Set<string>();
  #isFlaky = false;

  constructor(options: VerificationOptions<C>) {
    this.#options = options;
  }

  get capacity(): number {
    return this.#options.executor.capacity;
  }

  onCapacity(listener: () => void): () => void {
    return this.#options.executor.onCapacity(listener);
  }

  onDistrust(listener: (distrust: Distrust) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** What is asked once more is asked somebody else. */
  async run(candidate: C, signal: AbortSignal): Promise<Finding> {
    const known = this.#answers.get(candidate.key());
    if (known !== undefined && !isTimedOut(known)) return await this.confirm(candidate, known, signal);
    const finding = this.#noted(candidate, await this.#options.executor.run(candidate, signal));
    if (isTimedOut(finding) || !this.#isChosen(candidate)) return finding;
    const second = await this.#second(candidate, finding, signal);
    return isTimedOut(second) ? finding : await this.#agreed(candidate, [finding, second], finding, signal);
  }

  /** By somebody else than who was asked before; and here, where it matters. */
  async settle(candidate: C, signal: AbortSignal): Promise<Finding> {
    const known = this.#answers.get(candidate.key());
    const finding = await this.#elsewhere(candidate, known?.by, signal);
    const isDisputed = known !== undefined && ![known, finding].some(isTimedOut) && known.outcome !== finding.outcome;
    const settled = isDisputed ? await this.#judged(candidate, [known, finding], finding, signal) : finding;
    const mustBeProved = settled.by !== undefined && this.#options.proves.includes(settled.outcome);
    return mustBeProved ? await this.#proved(candidate, settled, known, signal) : this.#noted(candidate, settled);
  }

  get isVerifying(): boolean {
    return this.#options.share > 0 && !this.#isFlaky;
  }

  async confirm(candidate: C, known: Finding, signal: AbortSignal): Promise<Finding> {
    const second = await this.#second(candidate, known, signal);
    if (isTimedOut(second)) return { ...second, provisional: true };
    return await this.#agreed(candidate, [known, second], second, signal);
  }

  async close(): Promise<void> {
    await this.#options.executor.close();
  }

  #isChosen(candidate: C): boolean {
    const { share, salt } = this.#options;
    return createHmac("sha256", salt).update(candidate.key()).digest().readUInt32BE() < share * 2 ** 32;
  }

  #noted(candidate: C, finding: Finding): Finding {
    this.#answers.set(candidate.key(), withoutEvidence(finding));
    return finding;
  }

  /** What two opinions come to; `otherwise` where nobody can tell. */
  async #agreed(candidate: C, opinions: Opinions, otherwise: Finding, signal: AbortSignal): Promise<Finding> {
    const [first, second] = opinions;
    if (second.outcome !== first.outcome) return await this.#judged(candidate, opinions, otherwise, signal);
    for (const worker of first.by ?? []) this.#options.run.verified(worker, true);
    const { by, ...rest } = second;
    const vouchers = by === undefined || first.by === undefined ? undefined : [...new Set([...first.by, ...by])];
    return this.#noted(candidate, { ...rest, ...(vouchers !== undefined && { by: vouchers }) });
  }

  /** Who says that the time is not enough has said nothing: then this machine is asked. */
  async #second(candidate: C, { by }: Finding, signal: AbortSignal): Promise<Finding> {
    const finding = await this.#elsewhere(candidate, by, signal);
    return isTimedOut(finding) && finding.by !== undefined ? await this.#options.here(candidate, signal) : finding;
  }

  async #elsewhere(candidate: C, except: readonly string[] | undefined, signal: AbortSignal): Promise<Finding> {
    const { executor, here } = this.#options;
    try {
      return await executor.settle(candidate, signal, except ?? []);
    } catch (error) {
      if (!(error instanceof NobodyElse)) throw error;
      return await here(candidate, signal);
    }
  }

  /** This machine decides, if it can. */
  async #judged(candidate: C, opinions: Opinions, otherwise: Finding, signal: AbortSignal): Promise<Finding> {
    const trusted = opinions.filter(({ by }) => by === undefined || by.some((worker) => !this.#distrusted.has(worker)));
    if (trusted.length === 1) return this.#noted(candidate, trusted[0] as Finding);
    if (this.#isFlaky) return otherwise;
    const own = new Set(opinions.flatMap(({ by, outcome }) => (by === undefined ? [outcome] : [])));
    let truth = otherwise;
    for (let run = 0; run < JUDGING_RUNS; run++) {
      truth = await this.#options.here(candidate, signal);
      if (isTimedOut(truth)) return otherwise;
      if (own.add(truth.outcome).size > 1) return this.#waver(candidate, otherwise);
    }
    for (const opinion of opinions) this.#judge(candidate, opinion, truth, JUDGING_RUNS);
    return this.#noted(candidate, truth);
  }

  #waver({ size }: C, otherwise: Finding): Finding {
    if (!this.#isFlaky) this.#options.onFlaky(size);
    this.#isFlaky = true;
    return otherwise;
  }

  /** What this machine never says is not believed to anybody. */
  async #proved(candidate: C, settled: Finding, known: Finding | undefined, signal: AbortSignal): Promise<Finding> {
    let here = settled;
    for (let run = 0; run < PROVING_RUNS; run++) {
      here = await this.#options.here(candidate, signal);
      if (here.outcome === settled.outcome) return this.#noted(candidate, ownFinding(settled));
      if (isTimedOut(here)) return settled;
    }
    if (this.#isFlaky) return this.#noted(candidate, here);
    for (const opinion of [settled, known])
      if (opinion?.outcome === settled.outcome) this.#judge(candidate, opinion, here, PROVING_RUNS);
    return this.#noted(candidate, here);
  }

  #judge(candidate: C, said: Finding, truth: Finding, runs: number): void {
    const isRight = said.outcome === truth.outcome;
    for (const worker of said.by ?? []) {
      if (this.#distrusted.has(worker)) continue;
      this.#options.run.verified(worker, isRight);
      if (isRight) continue;
      this.distrust(worker, accusation(candidate.size, said, truth, runs));
    }
  }

  /** What nobody else vouches for has to be asked again. */
  distrust(worker: string, reason: string): void {
    const { run } = this.#options;
    this.#distrusted.add(worker);
    for (const [key, { by }] of this.#answers)
      if (by?.every((each) => this.#distrusted.has(each)) === true) this.#answers.delete(key);
    run.distrust(worker, reason);
    const distrust = { worker, name: run.nameOf(worker), ...(!run.isManned && { error: nobodyLeft(reason) }) };
    for (const listener of this.#listeners) listener(distrust);
  }
}

const isTimedOut = ({ evidence }: Finding): boolean => evidence?.timedOut === true;

/** This machine vouches for it. */
const ownFinding = (finding: Finding): Finding => {
  const { by: _, ...own } = finding;
  return own;
};

/** All answers of a run are held in memory. */
const withoutEvidence = ({ evidence, ...finding }: Finding): Finding =>
  evidence?.timedOut === true ? { ...finding, evidence: { timedOut: true } } : finding;

/** Nothing that rests on the word of this worker counts any more. */
export interface Distrust {
  readonly worker: string;
  /** The name that people are shown. */
  readonly name: string;
  /** Nobody is left who could be asked. */
  readonly error?: UserError;
}

export interface VerifiedExecutor<C extends Case> extends Executor<C> {
  settle(candidate: C, signal: AbortSignal): Promise<Finding>;
  /** Some answers are asked for a second time. */
  readonly isVerifying: boolean;
  /** What holds after somebody else was asked than who vouches for it; the second answer where that cannot be told. */
  confirm(candidate: C, known: Finding, signal: AbortSignal): Promise<Finding>;
  /** What a worker has said is nonsense. */
  distrust(worker: string, reason: string): void;
  /** Returns what ends the telling. */
  onDistrust(listener: (distrust: Distrust) => void): () => void;
}

const spoken = ({ outcome, reason }: Finding): string =>
  `"${outcome}"${reason === undefined ? "" : ` (${reason.slice(0, 100)})`}`;

/** "it gave a wrong answer: …", after the name of the worker. */
const accusation = (size: number, said: Finding, truth: Finding, runs: number): string =>
  `it gave a wrong answer: it answered ${spoken(said)} for a candidate of ${size} bytes, and this machine answers ${spoken(truth)}, ${runs} times out of ${runs}. ` +
  "Its other answers are not used";

/** `reason`: why the last one was set aside. */
export const nobodyLeft = (reason: string): UserError =>
  new UserError("WORKERS_DIFFER", `No worker is left. The last one was set aside: ${reason}.`, {
    advice:
      "The test finds something else there: a program or a file that it names by an absolute path is missing or is another one. " +
      "Name it from $PARE_ORIGIN so that it is sent along, install the same one on the workers, or let the test fail when it is missing. " +
      "To resume, run the same command with other workers or without a cluster.",
  });
