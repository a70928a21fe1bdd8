/** What is known of directories of some kind: how their tests find what they need, and how the result is handed on. */
import type { CaseLink, TestCase } from "../core/test-case.ts";

/** A directory, as it was read. */
export interface Root {
  /** Absolute. */
  readonly path: string;
  readonly source: TestCase;
  /** Folders in it that are no part of the source, below it. */
  readonly left: readonly string[];
}

export interface Project {
  /** For people. */
  readonly name: string;
  /** What is not part of the source but decides outcomes, as plain data. */
  readonly identity: unknown;
  /** What the search starts from: the source, with links to what is not reduced. */
  readonly start: TestCase;
  /** Other texts for files that must say more precisely what they ask for, by path; tried before the search. */
  readonly precise: ReadonlyMap<string, string>;
  /** What a candidate finds besides what it is made of. */
  provided(candidate: TestCase): readonly CaseLink[];
  /** The lines of a shell that make a fresh copy of the result ready. */
  setUp(result: TestCase): readonly string[];
}

/** `undefined` for a directory that is of another kind. */
export type Recognizer = (root: Root) => Project | undefined;
