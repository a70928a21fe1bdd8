/** Lists of things that need each other: what is kept brings what it needs, and users go before what they use. */
import { elements, whole } from "../../core/configuration.ts";
import type { Search } from "../../core/search.ts";
import { chain, done, over } from "../../core/words.ts";
import { closureOf, reversed, type Graph } from "../../dependences/graph.ts";
import { swept, sweptInBundles, type ListSearch } from "./list-search.ts";

/** By thing: 1 if it is kept. */
export type KeptMarks = Uint8Array;
export type Keeping = Search<KeptMarks, KeptMarks>;

/** Units of a text, files of a directory. */
export interface Things {
  readonly graph: Graph;
  /** Who uses whom; the graph the other way round unless given. */
  readonly users?: Graph;
  /** Those that need each other in a circle together, behind what they need; an outer thing before those inside it. */
  readonly groups: readonly (readonly number[])[];
  /** By thing: the one after those inside it. */
  readonly after: Int32Array;
  /** By delta: its bundle, if small ones are not worth a question each. */
  bundlesOf?(deltas: readonly Delta[]): Int32Array;
}

/** Things that go together. */
export type Delta = readonly number[];

/** Things that need each other in a circle are one; then they are asked about one by one, and whatever a user of has gone too late. */
export const inOrder = (things: Things, settled: ReadonlySet<number>): Keeping => {
  const all = new Uint8Array(things.after.length).fill(1);
  const deltas = things.groups
    .map((group) => group.filter((thing) => !settled.has(thing)))
    .filter(({ length }) => length > 0);
  const circles = new Set(deltas.filter(({ length }) => length > 1).flat());
  return chain(sliced(things, all, deltas), ({ kept, brought }) =>
    chain(removing(kept, brought), (left) =>
      again(things, { kept: left, before: all, open: circles, unasked: settled }),
    ),
  );
};

interface Slice {
  readonly kept: KeptMarks;
  /** Deltas that are there only because others need them. */
  readonly brought: readonly Delta[];
}

/** Each question is about some deltas with all they need, and nothing else: only what is needed for its own sake must be found. */
const sliced = ({ graph, bundlesOf }: Things, all: KeptMarks, deltas: readonly Delta[]): Search<KeptMarks, Slice> => {
  const asked = new Set(deltas.flat());
  const others = [...all.keys()].filter((thing) => !asked.has(thing));
  const sliceOf = (roots: readonly Delta[]): KeptMarks => closureOf(graph, [...others, ...roots.flat()]);
  const list = whole(deltas);
  return chain(
    over(bundlesOf === undefined ? swept(list) : sweptInBundles(bundlesOf(deltas))(list), (c) => sliceOf(elements(c))),
    (c) => {
      const roots = elements(c);
      const kept = roots.length === deltas.length ? all : sliceOf(roots);
      const isRoot = new Set(roots);
      return done({ kept, brought: deltas.filter((delta) => !isRoot.has(delta) && kept[delta[0] as number] === 1) });
    },
  );
};

interface Swept {
  readonly kept: KeptMarks;
  /** What was kept before the sweep. */
  readonly before: KeptMarks;
  /** What is to be asked again in any case. */
  readonly open: ReadonlySet<number>;
  /** What was not asked about. */
  readonly unasked: ReadonlySet<number>;
}

/** What stayed for the sake of something that went after it is asked again, with all that is in it. */
const again = (things: Things, { kept, before, open, unasked }: Swept): Keeping => {
  const { after, groups, graph, users = reversed(graph) } = things;
  if (kept === before) return done(kept);
  const place = new Int32Array(after.length);
  for (const [index, group] of groups.entries()) for (const thing of group) place[thing] = index;
  const wentLater = (thing: number): boolean => {
    for (let at = users.from[thing] as number; at < (users.from[thing + 1] as number); at++) {
      const user = users.needs[at] as number;
      const isGone = before[user] === 1 && kept[user] === 0;
      const isLater = unasked.has(thing) || (place[user] as number) <= (place[thing] as number);
      if (isGone && isLater && user !== thing) return true;
    }
    return false;
  };
  const asked = groups.flat().filter((thing) => kept[thing] === 1 && (open.has(thing) || wentLater(thing)));
  if (asked.length === 0) return done(kept);
  const inside = (thing: number): Delta =>
    Array.from({ length: (after[thing] as number) - thing }, (_, index) => thing + index).filter(
      (each) => kept[each] === 1,
    );
  const isAsked = new Set(asked);
  const others = new Set(groups.flat().filter((thing) => !isAsked.has(thing)));
  return chain(removing(kept, asked.map(inside)), (left) =>
    again(things, { kept: left, before: kept, open: new Set(), unasked: others }),
  );
};

/** What is left of `all` without some of the deltas. */
export const removing = (all: KeptMarks, deltas: readonly Delta[], search: ListSearch = swept): Keeping => {
  const left = (remaining: readonly Delta[]): KeptMarks => {
    const kept = all.slice();
    for (const delta of deltas) for (const thing of delta) kept[thing] = 0;
    for (const delta of remaining) for (const thing of delta) kept[thing] = 1;
    return kept;
  };
  const list = whole(deltas);
  return chain(
    over(search(list), (c) => left(elements(c))),
    (c) => done(c.length === list.length ? all : left(elements(c))),
  );
};
