/** Immutable positions in a decision tree: forked by keeping a reference, each continuation computed at most once. */
import type { Candidates } from "../core/candidates.ts";
import type { Answers, Ask, Done, Later, Search, Step, Together } from "../core/search.ts";
import { FAIL, PASS, type Verdict } from "../core/verdict.ts";

/** What comes after the search that is under way. */
interface Frame<Input> {
  next(result: unknown, claims: Done<unknown>["claims"]): Search<Input, unknown>;
  readonly rest: Frame<Input> | undefined;
}

type Frames<Input> = Frame<Input> | undefined;

export type Node<Input> = AskNode<Input> | JoinNode<Input> | EndNode | PostponedNode<Input>;

/** Candidate `index` of `ask` is to be tested; those before it are answered. */
export interface AskNode<Input> {
  readonly kind: "ask";
  readonly ask: Ask<Input, unknown>;
  readonly index: number;
  readonly answers: AnswerList;
  readonly frames: Frames<Input>;
  /** Remembered continuations. The reason of an unresolved verdict may matter to a strategy: only the last one is kept. */
  readonly after: { fail?: Node<Input>; pass?: Node<Input>; unresolved?: [reason: string | undefined, Node<Input>] };
  /** Look-ahead's way past everything that was known: where it led, and in which epoch. */
  ahead?: { readonly node: Node<Input>; readonly epoch: number };
}

/** Searches side by side; each member is a tree of its own, entered at most once. */
export interface JoinNode<Input> {
  readonly kind: "join";
  readonly together: Together<Input, unknown>;
  readonly frames: Frames<Input>;
  /** Where the members that the committed walk has not left begin. */
  readonly starts: Map<number, Node<Input>>;
  /** How far look-ahead has come in members, through known answers. */
  readonly fronts: Map<number, Node<Input>>;
  /** Results of members that are known to end, in any order. */
  readonly results: Map<number, unknown>;
  /** In which epoch fronts and results were found: a skip begins a new one, in which other answers count. */
  epoch: number;
  /** How many members the committed walk has left. */
  left: number;
  /** What comes after which results. */
  continuation: { readonly results: readonly unknown[]; readonly node: Node<Input> } | undefined;
}

interface EndNode {
  readonly kind: "end";
  readonly done: Done<unknown>;
}

/** A search that has not been begun, or that is waited for. */
export interface PostponedNode<Input> {
  readonly kind: "postponed";
  readonly later: Later<Input, unknown>;
  readonly frames: Frames<Input>;
  begun: Node<Input> | undefined;
  /** It is waited for; `onArrival` is called when it is there, or is known to be broken. */
  waiting: boolean;
  onArrival?: () => void;
  broken?: { readonly error: unknown };
}

/** Goes from the top of a search to its first question. A loop, so that nesting of any depth costs no stack. */
export const enter = <Input>(start: Search<Input, unknown>, below?: Frames<Input>): Node<Input> => {
  let search = start;
  let frames = below;
  for (;;) {
    switch (search.kind) {
      case "then": {
        const then = search;
        frames = { next: (result, claims) => then.next(result as never, claims), rest: frames };
        search = then.search;
        break;
      }
      case "done": {
        if (frames === undefined) return { kind: "end", done: search };
        const frame: Frame<Input> = frames;
        frames = frame.rest;
        search = frame.next(search.result, search.claims);
        break;
      }
      case "ask":
        if (search.candidates.length > 0)
          return { kind: "ask", ask: search, index: 0, answers: NO_ANSWERS, frames, after: {} };
        search = search.next(NO_ANSWERS);
        break;
      case "together":
        if (search.searches.length > 0) return joinNode(search, frames);
        search = search.next([] as never);
        break;
      case "later":
        return { kind: "postponed", later: search, frames, begun: undefined, waiting: false };
    }
  }
};

/** A question that no tree asks: nothing comes after it. */
export const standalone = <Input>(candidates: Candidates<Input>, step: Step): AskNode<Input> => {
  const ask: Ask<Input, unknown> = { kind: "ask", candidates, until: [], step, next: () => ({ ...NOTHING }) };
  return { kind: "ask", ask, index: 0, answers: NO_ANSWERS, frames: undefined, after: {} };
};

const NOTHING: Done<undefined> = { kind: "done", result: undefined, claims: [] };

/** The position after an answer. Strategies see reasons of unresolved verdicts only. */
export const after = <Input>(node: AskNode<Input>, verdict: Verdict): Node<Input> => {
  if (verdict.outcome === "fail") return (node.after.fail ??= advance(node, FAIL));
  if (verdict.outcome === "pass") return (node.after.pass ??= advance(node, PASS));
  const kept = node.after.unresolved;
  if (kept !== undefined && kept[0] === verdict.reason) return kept[1];
  const next = advance(node, verdict);
  node.after.unresolved = [verdict.reason, next];
  return next;
};

/** Does this outcome end the question, so that the strategy decides anew? */
export const ends = (node: AskNode<unknown>, outcome: Verdict["outcome"]): boolean =>
  node.index + 1 === node.ask.candidates.length || node.ask.until.includes(outcome);

const advance = <Input>(node: AskNode<Input>, verdict: Verdict): Node<Input> => {
  const answers = new AnswerList(node.answers, verdict);
  if (ends(node, verdict.outcome)) return enter(node.ask.next(answers), node.frames);
  return { kind: "ask", ask: node.ask, index: node.index + 1, answers, frames: node.frames, after: {} };
};

const joinNode = <Input>(together: Together<Input, unknown>, frames: Frames<Input>): JoinNode<Input> => ({
  kind: "join",
  together,
  frames,
  starts: new Map(),
  fronts: new Map(),
  results: new Map(),
  epoch: 0,
  left: 0,
  continuation: undefined,
});

/** Where a member begins. */
export const member = <Input>(join: JoinNode<Input>, index: number): Node<Input> => {
  const known = join.starts.get(index);
  if (known !== undefined) return known;
  const entered = enter(join.together.searches.at(index));
  join.starts.set(index, entered);
  return entered;
};

/** The position after a join with these results. */
export const joined = <Input>(join: JoinNode<Input>, results: readonly unknown[]): Node<Input> => {
  const known = join.continuation;
  if (known?.results.every((result, index) => Object.is(result, results[index])) === true) return known.node;
  const node = enter(join.together.next(results as never), join.frames);
  join.continuation = { results, node };
  return node;
};

/** Where a postponed search begins; the node itself as long as the search is waited for. Throws what a promise was rejected with. */
export const begin = <Input>(node: PostponedNode<Input>): Node<Input> => {
  if (node.begun !== undefined) return node.begun;
  if (node.broken !== undefined) throw node.broken.error;
  if (node.waiting) return node;
  const search = node.later.search();
  if (!(search instanceof Promise)) return (node.begun = enter(search, node.frames));
  node.waiting = true;
  search
    .then((found) => void (node.begun = enter(found, node.frames)))
    .catch((error: unknown) => void (node.broken = { error }))
    .finally(() => node.onArrival?.());
  return node;
};

/** Answers as a list that grows at its end and shares what came before. */
class AnswerList implements Answers {
  readonly length: number;
  readonly last: Verdict | undefined;
  readonly #before: AnswerList | undefined;

  constructor(before?: AnswerList, last?: Verdict) {
    this.#before = before;
    this.last = last;
    this.length = before === undefined ? 0 : before.length + 1;
  }

  list(): readonly Verdict[] {
    const verdicts = this.last === undefined ? [] : [this.last];
    for (let at = this.#before; at?.last !== undefined; at = at.#before) verdicts.push(at.last);
    return verdicts.toReversed();
  }
}

const NO_ANSWERS = new AnswerList();
