/** The registry of kinds: which one is meant, and what holds for any of them. A kind is listed in ./every.ts. */
import { UserError } from "../../core/errors.ts";
import type { Kind, Pair } from "../kind.ts";
import * as every from "./every.ts";

/** In the order of their names. */
export const KINDS: readonly Kind[] = Object.values(every);

type EndsOf<K> = K extends Kind<infer E> ? E : never;
type All<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer Every) => void
  ? Every
  : never;

/** What the user has typed: every kind takes what is its own. */
export type Ends = All<EndsOf<(typeof every)[keyof typeof every]>>;

/** The kind that is meant by what was typed in a directory. */
export const kindFor = (ends: Ends, origin: string): Kind => {
  const meant = KINDS.filter((kind) => kind.applies(ends, origin));
  const [kind] = meant;
  if (kind !== undefined && meant.length === 1) return kind;
  throw new UserError(
    "USAGE",
    kind === undefined ? "No comparison was given." : "More than one comparison was given.",
    { advice: `Give one of these. ${KINDS.map(({ name, about }) => `${name}: ${about}`).join(". ")}.` },
  );
};

/** The noun for the changes of a kind. */
export const nounOf = (name: string): string => KINDS.find((kind) => kind.name === name)?.noun ?? "change";

/** The two files or directories that are compared, as typed, where the ends are such. */
export const pairOf = (ends: Ends): Pair | undefined => ends.paths ?? (valuesOf(ends, "pair")[0] as Pair | undefined);

/** The names of files that the kind reads, as typed; a list may be one without naming a file. */
export const filesOf = (ends: Ends): readonly string[] => [
  ...(pairOf(ends) ?? []),
  ...(valuesOf(ends, "list") as readonly string[]),
];

const valuesOf = (ends: Ends, takes: "pair" | "list"): readonly unknown[] =>
  KINDS.flatMap(({ flags }) => Object.entries(flags))
    .filter(([name, flag]) => flag.takes === takes && ends[name as keyof Ends] !== undefined)
    .map(([name]) => ends[name as keyof Ends]);
