/** Look-ahead: which questions are most probably asked next, over both outcomes of everything undecided, best first. */
import { attempt } from "../core/maybe.ts";
import type { Stretch } from "../core/search.ts";
import { FAIL, PASS, type Verdict } from "../core/verdict.ts";
import {
  after,
  begin,
  ends,
  joined,
  member,
  type AskNode,
  type JoinNode,
  type Node,
  type PostponedNode,
} from "./nodes.ts";
import { Prospects, type Prospect } from "./prospects.ts";
import type { Sounding } from "./soundings.ts";

export interface Outlook<Input> {
  /** The verdict on a question, if it is known by now. A provisional one may still turn out otherwise. */
  known(node: AskNode<Input>): { readonly verdict: Verdict; readonly provisional: boolean } | undefined;
  /** The estimated probability that a question is answered "fail". */
  odds(node: AskNode<Input>): number;
  /** Changes when answers that were known do not count any more. */
  readonly epoch: number;
  /** What would tell how the questions about a list will be answered. */
  soundings(stretch: Stretch<Input>): readonly Sounding<Input>[];
  /** How many tests can run at once. */
  readonly workers: number;
  /** Called when a search that was waited for is there. */
  readonly onArrival: () => void;
}

/**
 * Yields undecided questions, the most probable first. After each yield the outlook is asked again: an answer found meanwhile (in
 * the journal, say) leaves one continuation instead of two. Candidates are numbers here; nothing is built. A strategy that throws
 * on a path that is only foreseen is not followed there: if the walk comes to it, it throws again. Prospects below the least probability
 * are left out.
 */
export function* foresee<Input>(
  start: Node<Input>,
  outlook: Outlook<Input>,
  least: number,
): Generator<AskNode<Input>, void, void> {
  const prospects = new Prospects<Input>(least);
  prospects.add({ node: start, reach: 1 });
  const sounded = new Set<object>();
  for (let best = prospects.take(); best !== undefined; best = prospects.take()) {
    const { node } = best;
    if (node.kind === "ask") {
      if (outlook.known(node) === undefined) yield node;
      if (best.beside) continue;
      sound(prospects, { ...best, node }, { outlook, sounded });
      follow(prospects, { ...best, node }, outlook);
    } else if (node.kind === "join") visit(prospects, { ...best, node }, outlook);
    else if (node.kind === "postponed") {
      const begun = begunFrom(node, best.reach, outlook);
      if (begun !== node) prospects.add({ node: begun, reach: best.reach });
      else if (isSoonThere(node)) return;
    }
  }
}

/**
 * A sounding that tells as much as can be is worth as much as a question that is reached with this probability. Few workers are soon
 * busy with what is asked next; with many, what is asked next is known no better, and soundings tell more than a guess.
 */
const soundingWorth = (workers: number): number => Math.min(1, Math.max(0.3, workers / 24));

/** Adds what would tell how questions about the same list will be answered, once for each list. */
const sound = <Input>(
  prospects: Prospects<Input>,
  { node, reach }: Prospect<Input> & { readonly node: AskNode<Input> },
  { outlook, sounded }: { readonly outlook: Outlook<Input>; readonly sounded: Set<object> },
): void => {
  const { stretch } = node.ask;
  if (stretch === undefined || sounded.has(stretch.list)) return;
  sounded.add(stretch.list);
  const most = reach * soundingWorth(outlook.workers);
  for (const { node: beside, worth } of outlook.soundings(stretch))
    prospects.add({ node: beside, reach: most * worth, beside: true });
};

/** What takes less to read than this for each certain visit is begun: half of a longer text may be read in vain. */
const EFFORT = 400_000;
const MAX_DOUBT = 0.5;

/** A search that is being begun, and there in a moment: questions that are less probable would take the places of its own. */
const isSoonThere = <Input>({ waiting, later: { effort } }: PostponedNode<Input>): boolean =>
  waiting && effort !== undefined && effort() < EFFORT / 2;

/** Where a postponed search begins; the node itself if that is not worth the effort, or if it is waited for. */
const begunFrom = <Input>(
  node: PostponedNode<Input>,
  reach: number,
  outlook: Outlook<Input>,
): Node<Input> | undefined => {
  const { effort } = node.later;
  const needed = effort === undefined ? 1 : Math.min(MAX_DOUBT, effort() / EFFORT);
  if (node.begun === undefined && reach < needed) return node;
  const begun = attempt(() => begin(node));
  if (begun === node) node.onArrival ??= outlook.onArrival;
  return begun;
};

/** Adds what may come after a question. */
const follow = <Input>(
  prospects: Prospects<Input>,
  at: Prospect<Input> & { readonly node: AskNode<Input> },
  outlook: Outlook<Input>,
): void => {
  const { node, reach, belief } = at;
  const answer = outlook.known(node);
  if (answer !== undefined) {
    if (belief < 1) return add(prospects, at, { verdict: answer.verdict, chance: 1 });
    return prospects.add({ node: pastKnown(node, outlook).node, reach });
  }
  const fails = outlook.odds(node);
  if (ends(node, "fail") || ends(node, "pass")) {
    add(prospects, at, { verdict: FAIL, chance: fails });
    add(prospects, at, { verdict: PASS, chance: 1 - fails });
  } else {
    // Whatever the outcome, the next candidate is tested: no fork, only a guess to be right about when the question ends.
    const guess = attempt(() => after(node, fails > 0.5 ? FAIL : PASS));
    prospects.add({ node: guess, reach, belief: belief * Math.max(fails, 1 - fails) });
  }
};

const add = <Input>(
  prospects: Prospects<Input>,
  { node, reach, belief }: Prospect<Input> & { readonly node: AskNode<Input> },
  { verdict, chance }: { readonly verdict: Verdict; readonly chance: number },
): void => {
  // Only the end of a question depends on the answers that are assumed inside it.
  const isEnd = ends(node, verdict.outcome);
  const probably = reach * chance * (isEnd ? belief : 1);
  if (probably < prospects.least) return;
  prospects.add({ node: attempt(() => after(node, verdict)), reach: probably, ...(!isEnd && { belief }) });
};

/**
 * The first position from here that is not known (none where the strategy throws), and how far the answers on the way there are
 * final. That part is remembered, so that a long known stretch is walked once.
 */
const pastKnown = <Input>(
  from: AskNode<Input>,
  outlook: Outlook<Input>,
): { readonly node: Node<Input> | undefined; readonly sure: Node<Input> } => {
  let sure: Node<Input> = from.ahead?.epoch === outlook.epoch ? from.ahead.node : from;
  let node: Node<Input> | undefined = sure;
  for (let certain = true; node?.kind === "ask";) {
    const asked: AskNode<Input> = node;
    const answer = outlook.known(asked);
    if (answer === undefined) break;
    node = attempt(() => after(asked, answer.verdict));
    certain &&= !answer.provisional;
    if (certain && node !== undefined) sure = node;
  }
  from.ahead = { node: sure, epoch: outlook.epoch };
  return { node, sure };
};

/** Adds the next unfinished member of a join, or what comes after it. */
const visit = <Input>(
  prospects: Prospects<Input>,
  at: Prospect<Input> & { readonly node: JoinNode<Input> },
  outlook: Outlook<Input>,
): void => {
  const { node: join, reach } = at;
  const { length } = join.together.searches;
  renew(join, outlook.epoch);
  for (let index = Math.max(at.from, join.left); index < length; index++) {
    if (join.results.has(index)) continue;
    const front = advanceFront(join, index, { outlook, reach });
    if (front?.kind === "end") continue;
    prospects.add({ node: front, reach });
    prospects.add({ node: join, reach, from: index + 1 });
    return;
  }
  if (join.results.size < length) return;
  const results = Array.from({ length }, (_, index) => join.results.get(index));
  prospects.add({ node: attempt(() => joined(join, results)), reach });
};

/** What was found in another epoch does not count, but for members the walk has left. */
const renew = (join: JoinNode<unknown>, epoch: number): void => {
  if (join.epoch === epoch) return;
  join.epoch = epoch;
  join.fronts.clear();
  for (const index of join.results.keys()) if (index >= join.left) join.results.delete(index);
  join.continuation = undefined;
};

/** Moves the front of a member over everything known; `undefined` where its strategy throws. */
const advanceFront = <Input>(
  join: JoinNode<Input>,
  index: number,
  { outlook, reach }: { readonly outlook: Outlook<Input>; readonly reach: number },
): Node<Input> | undefined => {
  let front = attempt(() => join.fronts.get(index) ?? member(join, index));
  let sure = front;
  for (let at = front; at !== undefined; at = front) {
    const before: Node<Input> = at;
    const firm = sure === before;
    if (before.kind === "ask" && outlook.known(before) !== undefined) {
      const past = pastKnown(before, outlook);
      front = past.node;
      if (firm) sure = past.sure;
    } else if (before.kind === "postponed") front = begunFrom(before, reach, outlook);
    else if (before.kind === "join" && before.epoch === outlook.epoch) front = before.continuation?.node ?? before;
    if (before.kind !== "ask" && firm) sure = front;
    if (front === before) break;
  }
  if (sure !== undefined) join.fronts.set(index, sure);
  if (sure?.kind === "end") join.results.set(index, sure.done.result);
  return front;
};
