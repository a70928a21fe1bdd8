/** Undecided deltas in groups of equal rank, tried in chunks from the lowest rank up: the ground ProbDD and CDD share. */
import { numbered } from "../../core/candidates.ts";
import { minus, union, type Configuration } from "../../core/configuration.ts";
import type { Search } from "../../core/search.ts";
import { done, first, one } from "../../core/words.ts";
import { sliceInOrder, type Order } from "./order.ts";

interface Group<Delta> {
  readonly rank: number;
  readonly members: Configuration<Delta>;
}

/** Ascending by rank, none empty; members of equal rank are tried in the order of the sweep. */
export type Ranking<Delta> = readonly Group<Delta>[];

export interface RankRules {
  readonly order: Order;
  /** How many deltas a chunk may hold when one of this rank joins it; never more for a higher rank. */
  size(rank: number, lowest: number): number;
  /** The higher rank after the chunk could not be removed; `undefined` = taken as needed, not tried again. */
  raised(rank: number, chunk: Ranking<unknown>): number | undefined;
}

/** Tries chunk after chunk of the lowest ranks until every delta is removed or taken as needed. */
export const sweepRanks = <Delta>(
  c: Configuration<Delta>,
  ranking: Ranking<Delta>,
  rules: RankRules,
): Search<Configuration<Delta>, Configuration<Delta>> => {
  const lowest = ranking[0];
  if (lowest === undefined || c.length < 2) return done(c);
  const size = rules.size(lowest.rank, lowest.rank);
  return size < c.length && size <= lowest.members.length ? round(c, ranking, rules) : mixture(c, ranking, rules);
};

/** Chunks of the lowest rank alone. A chunk that stays rises above the others, so all of them are one question. */
const round = <Delta>(
  c: Configuration<Delta>,
  [lowest, ...higher]: Ranking<Delta>,
  rules: RankRules,
): Search<Configuration<Delta>, Configuration<Delta>> => {
  const { rank, members } = lowest as Group<Delta>;
  const size = rules.size(rank, rank);
  const count = Math.floor(members.length / size);
  const part = (from: number, to: number): Configuration<Delta> => sliceInOrder(members, from, to, rules.order);
  const candidates = numbered(count, (i) => minus(c, part(i * size, (i + 1) * size)));
  const step = { phase: "chunk", granularity: Math.ceil(c.length / size), removes: size };
  return first(candidates, step, (hit) => {
    const kept = (hit?.index ?? count) * size;
    const raised = rules.raised(rank, [{ rank, members: part(0, size) }]);
    const rest = filed(higher, rank, part(hit ? kept + size : kept, members.length));
    return sweepRanks(hit?.candidate ?? c, filed(rest, raised, part(0, kept)), rules);
  });
};

/** One chunk from several groups. Where it is all there is, it is taken to stay: the empty configuration is not asked about. */
const mixture = <Delta>(
  c: Configuration<Delta>,
  ranking: Ranking<Delta>,
  rules: RankRules,
): Search<Configuration<Delta>, Configuration<Delta>> => {
  const { chunk, rest } = lowestChunk(ranking, rules);
  const removed = chunk.map((group) => group.members).reduce(union);
  const stayed = (): Search<Configuration<Delta>, Configuration<Delta>> => {
    const refiled = chunk.reduce((into, { rank, members }) => filed(into, rules.raised(rank, chunk), members), rest);
    return sweepRanks(c, refiled, rules);
  };
  if (removed.length === c.length) return stayed();
  const step = { phase: "chunk", granularity: Math.ceil(c.length / removed.length), removes: removed.length };
  return one(
    () => minus(c, removed),
    step,
    (fails) => (fails ? sweepRanks(minus(c, removed), rest, rules) : stayed()),
  );
};

const lowestChunk = <Delta>(
  ranking: Ranking<Delta>,
  rules: RankRules,
): { readonly chunk: Ranking<Delta>; readonly rest: Ranking<Delta> } => {
  const chunk: Group<Delta>[] = [];
  const rest: Group<Delta>[] = [];
  let taken = 0;
  for (const { rank, members } of ranking) {
    const room = Math.max(0, rules.size(rank, ranking[0]?.rank ?? rank) - taken);
    const count = Math.min(room, members.length);
    if (count > 0) chunk.push({ rank, members: sliceInOrder(members, 0, count, rules.order) });
    if (count < members.length) rest.push({ rank, members: sliceInOrder(members, count, members.length, rules.order) });
    taken += count;
  }
  return { chunk, rest };
};

/** The ranking with more members of a rank; those without a rank are decided and stay outside. */
const filed = <Delta>(
  ranking: Ranking<Delta>,
  rank: number | undefined,
  members: Configuration<Delta>,
): Ranking<Delta> => {
  if (rank === undefined || members.length === 0) return ranking;
  const place = ranking.findIndex((group) => group.rank >= rank);
  if (place < 0) return [...ranking, { rank, members }];
  const found = ranking[place] as Group<Delta>;
  if (found.rank > rank) return ranking.toSpliced(place, 0, { rank, members });
  return ranking.with(place, { rank, members: union(found.members, members) });
};
