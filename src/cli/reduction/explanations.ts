/** What is explained where a reduction from the command line cannot begin: the original is examined, much as `pare check` does, but in copies only. */
import { statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import type { Diagnosis } from "../check/diagnose.ts";
import { findingOf } from "../check/text.ts";
import { explainTrivial } from "../check/trivial.ts";
import type { Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { explainNotFailing, missingInLesson } from "./not-failing.ts";
import { refinementsOf } from "./options.ts";

/** Where an examination takes place. */
interface ExaminationPlace {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

export class Explanations {
  /** What counts, in words, once it is known. */
  condition = "";
  readonly #inputs: readonly string[];
  /** As people call them. */
  readonly #input: string;
  readonly #settings: Settings;
  readonly #place: ExaminationPlace;
  /** What was learnt looks like a mistake. */
  #doubt: UserError | undefined;
  /** It was looked at, and is none. */
  #isTrusted = false;

  constructor(inputs: readonly string[], settings: Settings, place: ExaminationPlace) {
    this.#inputs = inputs;
    this.#input = inputs.join(" ");
    this.#settings = settings;
    this.#place = place;
  }

  /**
   * A lesson that looks like a mistake is examined before the search; the run goes on if the doubt was unfounded. Refinements replace
   * what was learnt: then the user has said what counts.
   */
  async judgeLesson(description: string): Promise<void> {
    const isRefined = Object.keys(refinementsOf(this.#settings)).length > 0;
    if (this.#isTrusted || this.#settings.differs !== undefined || !this.#isFile() || isRefined) return;
    const { directory } = this.#place.terminal;
    const extraFiles = (this.#settings.with ?? []).map((path) => basename(path));
    const path = resolve(directory, this.#input);
    this.#doubt = missingInLesson({ description, input: this.#input, path, directory, extraFiles });
    if (this.#doubt === undefined) return;
    const diagnosis = await this.#examine();
    // Without runs to compare with, the doubt stays.
    if (findingOf(diagnosis) !== "fine" || diagnosis.inPlace.length === 0)
      throw explainNotFailing(this.#input, diagnosis, this.#doubt);
    this.#isTrusted = true;
    this.#doubt = undefined;
  }

  /** What to throw instead: the error itself where nothing is to be explained. */
  async of(error: unknown): Promise<unknown> {
    const { oracleServer, differs, effect, keepPassing } = this.#settings;
    if (this.#place.signal.aborted || oracleServer !== undefined || differs !== undefined) return error;
    if (!(error instanceof UserError)) return error;
    if (error.code === "TRIVIAL") return await this.#explainedTrivial(error);
    if (error.code !== "NOT_FAILING" || effect !== undefined || keepPassing !== undefined) return error;
    if (this.#doubt !== undefined || !this.#isFile()) return error;
    return explainNotFailing(this.#input, await this.#examine(), error);
  }

  /** What a copy of a file may miss is looked for; a directory brings what it needs. */
  #isFile(): boolean {
    const path = resolve(this.#place.terminal.directory, this.#input);
    return this.#inputs.length === 1 && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  }

  async #explainedTrivial(error: UserError): Promise<UserError> {
    const { whyTrivial } = await import("../commands/check.ts");
    const found = await whyTrivial(this.#inputs, this.#settings, this.#place);
    return found === undefined ? error : explainTrivial(this.#input, found, this.condition);
  }

  async #examine(): Promise<Diagnosis> {
    const { examinationApart } = await import("../commands/check.ts");
    return await examinationApart(this.#input, this.#settings, this.#place);
  }
}
