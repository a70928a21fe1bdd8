/** How far a search has come through its passes, and what each of them has cost: what estimates are made from. */
import type { Turns } from "../core/notes.ts";
import { COSTS } from "./pass-costs.ts";

export interface Work {
  /** Fine passes come after the coarse ones, in rounds; in the end everything is asked about once more. */
  readonly turn: "coarse" | "fine" | "proof";
  /** The fine pass that is under way, and the size when its round began. Rounds are counted from 0. */
  readonly pass: string;
  readonly round: number;
  readonly start: number;
  /** The last visit of each fine pass. */
  readonly visits: Readonly<Record<string, Visit>>;
  /** Tests that fine passes have run. */
  readonly tests: number;
}

interface Cost {
  /** Tests that were run, and the size when it began. */
  readonly tests: number;
  readonly size: number;
}

export interface Visit extends Cost {
  readonly round: number;
  /** The visit before this one. */
  readonly earlier?: Cost;
}

const BEGINNING: Work = { turn: "coarse", pass: "", round: 0, start: 0, visits: {}, tests: 0 };

/** The fine passes in their order: those of the language, then those for all languages. */
export const fineOrder = ({ fine }: Turns): readonly string[] => {
  const common = Object.keys(COSTS).filter((pass) => fine.includes(pass));
  return [...fine.filter((pass) => !Object.hasOwn(COSTS, pass) && !TIDYING.has(pass)), ...common];
};

/** These have a turn whenever something has gone. */
const TIDYING: ReadonlySet<string> = new Set(["white space", "blank lines", "layout"]);

/** What of a state matters here. */
interface Standing {
  readonly run?: { readonly turns?: Turns };
  readonly work?: Work;
  readonly best: number;
}

/** After a test of a pass; nothing where the passes are not known. */
export const worked = ({ run, work, best }: Standing, pass: string, ran: boolean): Work | undefined => {
  if (run?.turns === undefined) return undefined;
  const at = entered(work ?? BEGINNING, run.turns, pass, best);
  if (at.turn !== "fine") return at;
  const visit = at.visits[at.pass];
  const tests = ran ? 1 : 0;
  // What only tidies up is counted with the pass before it.
  const visits =
    visit === undefined ? at.visits : { ...at.visits, [at.pass]: { ...visit, tests: visit.tests + tests } };
  return { ...at, visits, tests: at.tests + tests };
};

const entered = (work: Work, turns: Turns, pass: string, size: number): Work => {
  if (pass === work.pass && work.turn === "fine") return work;
  const order = fineOrder(turns);
  const at = order.indexOf(pass);
  if (work.turn === "coarse")
    return at < 0 || turns.coarse.includes(pass) ? work : visiting(anew(work, size), pass, size);
  if (turns.proof.includes(pass) && (work.turn === "proof" || at < 0)) return { ...work, turn: "proof", pass: "" };
  if (at < 0) return work;
  const isBack = work.turn === "proof" || (work.visits[pass] !== undefined && at < order.indexOf(work.pass));
  return visiting(isBack ? anew({ ...work, round: work.round + 1 }, size) : work, pass, size);
};

const anew = (work: Work, start: number): Work => ({ ...work, turn: "fine", start });

const visiting = (work: Work, pass: string, size: number): Work => {
  const { round, visits } = work;
  const known = visits[pass];
  if (known?.round === round) return { ...work, pass };
  const earlier = known && { earlier: { tests: known.tests, size: known.size } };
  return { ...work, pass, visits: { ...visits, [pass]: { round, tests: 0, size, ...earlier } } };
};
