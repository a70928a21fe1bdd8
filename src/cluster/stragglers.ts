/** Which jobs are given out once more: those of machines that have gone, those that take too long, and those that nobody has taken. */
import type { Attempt, Flight } from "./flight.ts";
import { isLate } from "./flight.ts";
import type { Roster } from "./roster.ts";

/** At most one slot in so many works on what another one is slow with. */
const DUPLICATED_SHARE = 8;

export interface Straggler {
  readonly flight: Flight;
  /** Its worker has gone; else it is slow. */
  readonly isLost: boolean;
  /** Who has it; nobody has taken it where that is missing. */
  readonly worker: string | undefined;
}

type Claims = readonly NonNullable<Attempt["claim"]>[];

/** The oldest first: what the search waits for is among them. The next free worker gets what is given out once more. */
export const stragglers = (
  flights: ReadonlySet<Flight>,
  claims: Claims,
  roster: Roster,
  now: number,
): readonly Straggler[] => {
  const isHeld = ({ worker, at }: Claims[number]): boolean => roster.isAtWork(worker, at, now);
  const outlook = { now, usualMs: roster.latencyMs, isHeld };
  // As long as all are at work, it is no wonder that a job waits.
  const isFree = claims.filter(isHeld).length < roster.slots;
  const twice = [...flights].filter(({ attempts }) => attempts.length > 1).length;
  let spare = Math.ceil(roster.slots / DUPLICATED_SHARE) - twice;
  return [...flights].flatMap((flight) => {
    if (roster.slots === 0 || !isLate(flight, outlook)) return [];
    const claim = flight.attempts.at(-1)?.claim;
    const worker = claim?.worker;
    const isLost = claim !== undefined && !isHeld(claim);
    const somebody = worker === undefined ? isFree : roster.ready > 1;
    if (!isLost && (spare <= 0 || !somebody)) return [];
    spare -= 1;
    return [{ flight, isLost, worker }];
  });
};
