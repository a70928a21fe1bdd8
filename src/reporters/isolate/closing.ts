/** What reporters are told about an isolation, as plain data. */
import type { Tests } from "../reduce/closing.ts";

/** A change as people see it. */
export interface ReportedChange {
  readonly id: string;
  readonly file?: string;
  readonly line?: number;
  readonly old?: string;
  readonly new?: string;
  /** "added", "renamed", … for what is no piece of text. */
  readonly what?: string;
  /** Lines of the bad text, from 0, half-open. */
  readonly span?: { readonly file: string; readonly from: number; readonly to: number };
  readonly commit?: string;
  readonly author?: string;
  readonly date?: string;
  readonly message?: string;
}

/** One thing to do next: a line to copy, and what it is for. */
export interface NextStep {
  readonly line: string;
  readonly purpose: string;
}

/** What an isolation came to. */
export interface IsolationClosing {
  readonly status: "complete" | "stopped";
  /** Why it was stopped: the word, and the same for people. */
  readonly reason?: string;
  readonly reasonWords?: string;
  /** It was stopped by hand: the command that resumes it. */
  readonly resume?: string;
  readonly kind: string;
  /** What a change of this kind is called: "flag", "package". */
  readonly noun: string;
  readonly titles: { readonly good: string; readonly bad: string };
  /** How the ends are recognised. */
  readonly words: { readonly good: string; readonly bad: string };
  readonly changes: number;
  /** In so many files, where that is known. */
  readonly changedFiles?: number;
  readonly trigger: readonly ReportedChange[];
  /** So many parts of the trigger do it, each without the others; one unless given. */
  readonly causes?: number;
  /** It has the trigger. Missing when it was not looked for. */
  readonly patch?: readonly ReportedChange[];
  readonly proof: {
    readonly goodPlusPatchFails?: boolean;
    readonly badMinusTriggerPasses?: boolean;
    /** Places of changes that have to go with the trigger. */
    readonly alongside?: readonly string[];
    readonly remarks: readonly string[];
  };
  readonly advice: readonly string[];
  readonly next: readonly NextStep[];
  readonly tests: Tests;
  readonly searchTests: { readonly trigger: number; readonly patch: number };
  readonly levels: readonly {
    readonly goal: "trigger" | "patch";
    readonly name: string;
    readonly changes: number;
    readonly tests: number;
    readonly unresolved: number;
  }[];
  readonly unresolvedReasons: readonly { readonly reason: string; readonly count: number }[];
  readonly wallMs: number;
  /** The run's directory and what was written, as people would type it. */
  readonly run: string;
  readonly files: readonly string[];
  readonly notes: readonly string[];
  /** The command, to repeat it. */
  readonly command: string;
}

/** What reports have beyond the closing lines. */
export interface IsolationReport extends IsolationClosing {
  /** culprit.patch as text; missing for kinds without files. */
  readonly patchText?: string;
  readonly environment: readonly (readonly [name: string, value: string])[];
  /** ISO 8601. */
  readonly date: string;
}
