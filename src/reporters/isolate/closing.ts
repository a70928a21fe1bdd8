/** What an isolation came to, as reporters are told it: its result, and what people can do with it. */
import type { IsolateResult } from "../../isolate/result.ts";
import type { Tests } from "../reduce/closing.ts";

/** One thing to do next: a line to copy, and what it is for. */
export interface NextStep {
  readonly line: string;
  readonly purpose: string;
}

type Unchanged = Omit<IsolateResult, "proof" | "files" | "advice" | "tests" | "warnings">;

/** Paths are as people would type them. */
export interface IsolationClosing extends Unchanged {
  /** Why it was stopped, for people. */
  readonly reasonWords?: string;
  /** It was stopped by hand: the command that resumes it. */
  readonly resume?: string;
  /** What a change of this kind is called: "flag", "package". */
  readonly noun: string;
  readonly proof: Omit<IsolateResult["proof"], "alongside"> & {
    /** Places of changes that have to go with the trigger. */
    readonly alongside?: readonly string[];
  };
  readonly advice: readonly string[];
  readonly next: readonly NextStep[];
  readonly tests: Tests;
  /** What was written. */
  readonly files: readonly string[];
  readonly notes: readonly string[];
  /** The command, to repeat it. */
  readonly command: string;
}

/** A change as people see it. */
export type ReportedChange = IsolationClosing["trigger"][number];

/** What reports have beyond the closing lines. */
export interface IsolationReport extends IsolationClosing {
  /** culprit.patch as text; missing for kinds without files. */
  readonly patchText?: string;
  readonly environment: readonly (readonly [name: string, value: string])[];
  /** ISO 8601. */
  readonly date: string;
}
