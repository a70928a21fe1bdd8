/** Look-ahead: which questions are most probably asked next, over both outcomes of everything undecided, best first. */
import type { Step } from "../core/search.ts";
import { FAIL, PASS, type Verdict } from "../core/verdict.ts";
import { after, begin, ends, joined, member, type AskNode, type JoinNode, type Node } from "./nodes.ts";

export interface Outlook<Input> {
  /** The verdict on a question, if it is known by now. */
  known(node: AskNode<Input>): Verdict | undefined;
  /** The estimated probability that a question of this kind is answered "fail". */
  odds(step: Step): number;
}

/** A place the walk may come to. A join's members are visited one after the other, so that wide joins cost only what is used. */
interface Prospect<Input> {
  readonly node: Node<Input>;
  /** How probably the walk comes here. */
  readonly reach: number;
  /** How probably the answers assumed inside the open question are right; they matter when it ends. */
  readonly belief: number;
  /** For a join: the next member to visit. */
  readonly from: number;
  readonly order: number;
}

/** Prospects below this are not worth a test. */
const NEGLIGIBLE = 1e-6;

/**
 * Yields undecided questions, the most probable first. After each yield the outlook is asked again: an answer found meanwhile (in
 * the journal, say) leaves one continuation instead of two. Candidates are numbers here; nothing is built.
 */
export function* foresee<Input>(start: Node<Input>, outlook: Outlook<Input>): Generator<AskNode<Input>, void, void> {
  const prospects = new Prospects<Input>();
  prospects.add(start, 1);
  for (let best = prospects.take(); best !== undefined; best = prospects.take()) {
    const { node } = best;
    switch (node.kind) {
      case "ask":
        if (outlook.known(node) === undefined) yield node;
        follow(prospects, { ...best, node }, outlook);
        break;
      case "join":
        visit(prospects, { ...best, node }, outlook);
        break;
      case "postponed":
        if (best.reach === 1) prospects.add(begin(node), 1);
        break;
      case "end":
        break;
    }
  }
}

/** Adds what may come after a question. */
const follow = <Input>(
  prospects: Prospects<Input>,
  at: Prospect<Input> & { readonly node: AskNode<Input> },
  outlook: Outlook<Input>,
): void => {
  const { node, reach, belief } = at;
  const verdict = outlook.known(node);
  if (verdict !== undefined) return add(prospects, { verdict, chance: 1 }, at);
  const fails = outlook.odds(node.ask.step);
  const outcomes = [
    { verdict: FAIL, chance: fails },
    { verdict: PASS, chance: 1 - fails },
  ];
  if (outcomes.some(({ verdict: { outcome } }) => ends(node, outcome)))
    for (const outcome of outcomes) add(prospects, outcome, at);
  else {
    // Whatever the outcome, the next candidate is tested: no fork, only a guess to be right about when the question ends.
    const guess = fails > 0.5 ? FAIL : PASS;
    prospects.add(after(node, guess), reach, belief * Math.max(fails, 1 - fails));
  }
};

const add = <Input>(
  prospects: Prospects<Input>,
  { verdict, chance }: { readonly verdict: Verdict; readonly chance: number },
  { node, reach, belief }: Prospect<Input> & { readonly node: AskNode<Input> },
): void => {
  if (reach * belief * chance < NEGLIGIBLE) return;
  if (ends(node, verdict.outcome)) prospects.add(after(node, verdict), reach * belief * chance);
  else prospects.add(after(node, verdict), reach * chance, belief);
};

/** Adds the next unfinished member of a join, or what comes after it. */
const visit = <Input>(
  prospects: Prospects<Input>,
  at: Prospect<Input> & { readonly node: JoinNode<Input> },
  outlook: Outlook<Input>,
): void => {
  const { node: join, reach } = at;
  for (let index = Math.max(at.from, join.left); index < join.together.searches.length; index++) {
    if (join.results.has(index)) continue;
    const front = advanceFront(join, index, { outlook, certain: reach === 1 });
    if (front.kind === "end") continue;
    prospects.add(front, reach);
    prospects.add(join, reach, 1, index + 1);
    return;
  }
  const continuation = joined(join);
  if (continuation !== undefined) prospects.add(continuation, reach);
};

/** Moves the front of a member over everything known. */
const advanceFront = <Input>(
  join: JoinNode<Input>,
  index: number,
  { outlook, certain }: { readonly outlook: Outlook<Input>; readonly certain: boolean },
): Node<Input> => {
  let front = join.fronts.get(index) ?? member(join, index);
  for (;;) {
    const verdict = front.kind === "ask" ? outlook.known(front) : undefined;
    if (front.kind === "ask" && verdict !== undefined) front = after(front, verdict);
    else if (front.kind === "postponed" && certain) front = begin(front);
    else if (front.kind === "join" && front.continuation !== undefined) front = front.continuation;
    else break;
  }
  join.fronts.set(index, front);
  if (front.kind === "end") join.results.set(index, front.done.result);
  return front;
};

/** A heap of prospects: the most probable first, then the earliest added. */
class Prospects<Input> {
  readonly #heap: Prospect<Input>[] = [];
  #order = 0;

  add(node: Node<Input>, reach: number, belief = 1, from = 0): void {
    const heap = this.#heap;
    const added: Prospect<Input> = { node, reach, belief, from, order: this.#order++ };
    let at = heap.length;
    for (; at > 0; at = (at - 1) >> 1) {
      const parent = heap[(at - 1) >> 1] as Prospect<Input>;
      if (!sooner(added, parent)) break;
      heap[at] = parent;
    }
    heap[at] = added;
  }

  take(): Prospect<Input> | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && sooner(heap[child + 1] as Prospect<Input>, heap[child] as Prospect<Input>))
        child++;
      if (!sooner(heap[child] as Prospect<Input>, last)) break;
      heap[at] = heap[child] as Prospect<Input>;
      at = child;
    }
    heap[at] = last;
    return top;
  }
}

const sooner = (a: Prospect<unknown>, b: Prospect<unknown>): boolean =>
  a.reach > b.reach || (a.reach === b.reach && a.order < b.order);
