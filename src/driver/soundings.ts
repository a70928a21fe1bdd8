/** Soundings: tests beside the tree that say which stretches of a list can go, and so which way a sweep over it will take. */
import { numbered } from "../core/candidates.ts";
import type { Stretch } from "../core/search.ts";
import type { Verdict } from "../core/verdict.ts";
import { standalone, type AskNode } from "./nodes.ts";

/** What a test of a stretch alone has said: it can go, or something in it is needed. */
type SoundingAnswer = "free" | "held" | undefined;

/** A stretch of a list. Its halves are looked at only if something in it is needed. */
interface Block<Input> {
  readonly from: number;
  readonly to: number;
  /** The test of it alone; missing as long as nobody wanted it. */
  node?: AskNode<Input>;
  halves?: readonly [Block<Input>, Block<Input>];
}

/** A sounding that has not been made, and what it is worth: up to 1 if it tells as much as can be. */
export interface Sounding<Input> {
  readonly node: AskNode<Input>;
  readonly worth: number;
}

export type Verdicts<Input> = (node: AskNode<Input>) => { readonly verdict: Verdict } | undefined;

/** A stretch that can go alone can nearly always go with others; one that cannot is sometimes set free by them. */
const FREE = 0.97;
const HELD = 0.05;
/** The opposite is a surprise. */
const SURELY_FREE = 0.8;
const SURELY_HELD = 0.1;
/** What is worth less is not looked at. */
const MIN_WORTH = 0.1;

export class Soundings<Input> {
  readonly #lists = new WeakMap<object, readonly Block<Input>[]>();
  readonly #verdictOf: Verdicts<Input>;

  constructor(verdictOf: Verdicts<Input>) {
    this.#verdictOf = verdictOf;
  }

  /** The soundings that would tell most of what is open. */
  wanted(stretch: Stretch<Input>): readonly Sounding<Input>[] {
    let blocks = this.#lists.get(stretch.list);
    if (blocks === undefined) this.#lists.set(stretch.list, (blocks = blocksOf(stretch)));
    if (blocks.length < 2) return [];
    const density = this.#density(blocks, stretch.gap);
    const found: Sounding<Input>[] = [];
    const rate = 1 - density;
    const open: Considered<Input>[] = blocks.map((block) => ({
      block,
      worth: 1,
      free: rate ** (block.to - block.from),
      isHeld: false,
    }));
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { block, worth } = next;
      if (block.from >= stretch.open.to || worth < MIN_WORTH) continue;
      const said = this.#said(block) ?? (next.isHeld ? "held" : undefined);
      if (said === "free") continue;
      const free = said === "held" ? 0 : next.free;
      if (said === undefined) found.push({ node: nodeOf(block, stretch), worth: worth * entropy(free) });
      if (block.to - block.from < 2) continue;
      const [first, second] = (block.halves ??= halvesOf(block));
      for (const [half, other] of [
        [first, second],
        [second, first],
      ] as const)
        open.push({
          block: half,
          worth: worth * (1 - free),
          free: whereHeld(rate ** (half.to - half.from), rate ** (other.to - other.from)),
          isHeld: said === "held" && this.#said(other) === "free",
        });
    }
    return found.filter((sounding) => sounding.worth >= MIN_WORTH);
  }

  /** The soundings of a list that were ever wanted, of what lies before a place. */
  *of(list: object, before: number): Generator<AskNode<Input>, void, void> {
    const open = [...(this.#lists.get(list) ?? [])];
    for (let block = open.pop(); block !== undefined; block = open.pop()) {
      if (block.node !== undefined && block.from < before) yield block.node;
      if (block.halves !== undefined) open.push(...block.halves);
    }
  }

  /** An answer of the walk that is the opposite of what soundings have said: they were made of too much or too little, and count no more. */
  learn(stretch: Stretch<Input>, goes: boolean): void {
    const chance = this.chance(stretch);
    if (goes ? chance > SURELY_HELD : chance < SURELY_FREE) return;
    const open = [...(this.#lists.get(stretch.list) ?? [])];
    for (let block = open.pop(); block !== undefined; block = open.pop()) {
      if (this.#said(block) === (goes ? "held" : "free")) delete block.node;
      if (block.halves !== undefined) open.push(...block.halves);
    }
  }

  /** How probably the stretch can go, by all that is known of the list. */
  chance({ list, from, to, within, gap }: Stretch<Input>): number {
    const blocks = this.#lists.get(list) ?? [];
    const density = this.#density(blocks, gap);
    const free = (start: number, end: number): number => {
      let known = 1;
      let covered = 0;
      for (const block of blocks) {
        known *= this.#free(block, { from: start, to: end, density }, false);
        covered += Math.max(0, Math.min(end, block.to) - Math.max(start, block.from));
      }
      return known * (1 - density) ** Math.max(0, end - start - covered);
    };
    if (within === undefined) return free(from, to);
    const rest = free(within.from, from) * free(to, within.to);
    return whereHeld(free(from, to), rest);
  }

  #free(block: Block<Input>, range: Range, isHeld: boolean): number {
    const from = Math.max(block.from, range.from);
    const to = Math.min(block.to, range.to);
    if (from >= to) return 1;
    const [part, all] = [to - from, block.to - block.from];
    const said = this.#said(block) ?? (isHeld ? "held" : undefined);
    if (said === "free") return FREE ** (part / all);
    if (block.halves !== undefined) {
      const [first, second] = block.halves;
      const [one, other] = [this.#said(first), this.#said(second)];
      if (one !== undefined || other !== undefined)
        return (
          this.#free(first, range, said === "held" && other === "free") *
          this.#free(second, range, said === "held" && one === "free")
        );
    }
    const rate = 1 - range.density;
    if (said === undefined) return rate ** part;
    return part === all ? HELD : Math.max(HELD, whereHeld(rate ** part, rate ** (all - part)));
  }

  #said({ node }: Block<Input>): SoundingAnswer {
    const outcome = node && this.#verdictOf(node)?.verdict.outcome;
    return outcome && (outcome === "fail" ? "free" : "held");
  }

  /** How many of a list are needed, as far as is known; at first, one for each gap. */
  #density(blocks: readonly Block<Input>[], gap: number): number {
    let [held, seen] = [1, Math.max(gap, 1)];
    const open = [...blocks];
    for (let block = open.pop(); block !== undefined; block = open.pop()) {
      const said = this.#said(block);
      const halves = block.halves?.filter((half) => this.#said(half) !== undefined) ?? [];
      if (said === "held" && halves.length > 0) open.push(...halves);
      else if (said !== undefined) {
        seen += block.to - block.from;
        if (said === "held") held++;
      }
    }
    return Math.min(0.9, held / (seen + 1));
  }
}

interface Considered<Input> {
  readonly block: Block<Input>;
  readonly worth: number;
  /** How probably it can go, if nobody says so. */
  readonly free: number;
  /** Something in it must be needed, for there is nothing else. */
  readonly isHeld: boolean;
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly density: number;
}

/** How probably a part has nothing that is needed, if the part and the rest together have something. */
const whereHeld = (part: number, rest: number): number => (part * (1 - rest) + 1e-9) / (1 - part * rest + 2e-9);

const entropy = (chance: number): number =>
  chance <= 0 || chance >= 1 ? 0 : -(chance * Math.log2(chance) + (1 - chance) * Math.log2(1 - chance));

/** So long that about every second one can go. */
const blocksOf = <Input>({ open, gap }: Stretch<Input>): readonly Block<Input>[] => {
  const width = Math.max(1, Math.round(gap * Math.LN2));
  const blocks: Block<Input>[] = [];
  for (let to = open.to; to > open.from; to -= width) blocks.push({ from: Math.max(open.from, to - width), to });
  return blocks;
};

const halvesOf = <Input>({ from, to }: Block<Input>): readonly [Block<Input>, Block<Input>] => {
  const middle = (from + to) >> 1;
  return [
    { from, to: middle },
    { from: middle, to },
  ];
};

/** Against what is there now: nobody needs to know how it was before. */
const nodeOf = <Input>(block: Block<Input>, { without }: Stretch<Input>): AskNode<Input> => {
  const { from, to } = block;
  return (block.node ??= standalone(
    numbered(1, () => without(from, to)),
    { phase: "sounding", removes: to - from },
  ));
};
