/** What a pass is: it lists what could be done to a text; how much of it is done, and in which order, is not its business. */
import type { Units } from "../formats/units.ts";
import type { TreeReader, SyntaxTree } from "./tree.ts";

/** A text as a pass sees it. */
export interface Syntax {
  readonly tree: SyntaxTree;
  readonly language: TreeReader;
  /** Names may be replaced by others. */
  readonly rename: boolean;
}

/** Another text in place of what stands from `start` to `end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Described {
  readonly name: string;
  /** For people: what it does, in a line. */
  readonly about: string;
}

/** Parts that may go, many at once. */
export interface CutPass extends Described {
  readonly kind: "cuts";
  /** What a claim of minimality is about. */
  readonly unit: string;
  units(syntax: Syntax): Units;
}

/** Edits that are tried one at a time, in order; a text that was changed is listed anew from the place of the change on. */
export interface EditPass extends Described {
  readonly kind: "edits";
  /** What a claim of minimality is about, where every edit takes one such part away. */
  readonly unit?: string;
  /** Candidates with more syntax errors than the text had are not worth a test. */
  readonly filtered: boolean;
  /** Edits in different places do not depend on each other: the first of each place are taken at once if possible, or many at once. */
  readonly independent?: boolean;
  /** Those of nodes that begin at `from` or later, in document order, an outer node before those inside it. */
  edits(syntax: Syntax, from: number): readonly Edit[];
}

/** Changes that do not depend on each other, each of them edits in several places: all are taken at once if possible. */
export interface RewritePass extends Described {
  readonly kind: "rewrites";
  /** Candidates with more syntax errors than the text had are not worth a test. */
  readonly filtered: boolean;
  rewrites(syntax: Syntax): readonly (readonly Edit[])[];
}

/** Rewrites of what lies deeper and deeper: a level is settled before the next one is listed. */
export interface LevelPass extends Described {
  readonly kind: "levels";
  /** Candidates with more syntax errors than the text had are not worth a test. */
  readonly filtered: boolean;
  /** `undefined` where nothing lies as deep; levels are counted from 0. */
  rewrites(syntax: Syntax, level: number): readonly (readonly Edit[])[] | undefined;
}

/** Changes in several places that only make sense together, tried one at a time; a text that was changed is listed anew. */
export interface CoupledPass extends Described {
  readonly kind: "coupled";
  /** Changes may make the text longer; they are for a search that has something make up for it. */
  readonly grows?: boolean;
  /** Each of them edits that do not overlap. Candidates with more syntax errors than the text had are not tested. */
  changes(syntax: Syntax): readonly (readonly Edit[])[];
}

/** Parts that may get shorter from within, character by character. */
export interface ShorteningPass extends Described {
  readonly kind: "shortenings";
  /** From `start` to `end`, in document order, without overlaps. */
  parts(syntax: Syntax): readonly { readonly start: number; readonly end: number }[];
}

/** Whole texts, the most wanted first; the first that fails is taken. */
export interface TextPass extends Described {
  readonly kind: "texts";
  texts(syntax: Syntax): readonly string[];
}

export type Pass = CutPass | EditPass | RewritePass | LevelPass | CoupledPass | ShorteningPass | TextPass;
