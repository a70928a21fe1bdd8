/** How units lie in each other. */

/** Units that lie deeper count as if they lay beside each other at this depth. */
const MAX_DEPTH = 256;

export class Nesting {
  readonly length: number;
  /** By unit: the unit around it; `length` stands for the whole text. */
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  /** By unit, and for the whole text: how many units lie directly in it. */
  readonly children: Int32Array;

  /** `after`: by unit, the unit after those inside it. */
  constructor(after: Int32Array) {
    const { length } = after;
    this.length = length;
    this.parent = new Int32Array(length + 1);
    this.depth = new Int32Array(length + 1);
    this.children = new Int32Array(length + 1);
    const open = [length];
    for (let unit = 0; unit < length; unit++) {
      while ((after[open.at(-1) as number] as number) <= unit) open.pop();
      const around = open[Math.min(open.length - 1, MAX_DEPTH)] as number;
      this.parent[unit] = around;
      this.depth[unit] = Math.min(open.length, MAX_DEPTH + 1);
      this.children[around] = (this.children[around] as number) + 1;
      open.push(unit);
    }
  }

  /** The deepest unit that holds both, with the units right below it; a unit holds itself, and then there is none below it. */
  meeting(a: number, b: number): { readonly around: number; readonly below: readonly [number, number] | undefined } {
    let [left, right] = [a, b];
    let below: readonly [number, number] | undefined;
    while (left !== right) {
      const [l, r] = [this.depth[left] as number, this.depth[right] as number];
      below = l === r ? [left, right] : undefined;
      if (l >= r) left = this.parent[left] as number;
      if (r >= l) right = this.parent[right] as number;
    }
    return { around: left, below };
  }
}

/** Groups of units beside each other, in an order that outer units come before inner ones, which follow them closely. */
export const nested = (
  { length, parent }: Nesting,
  groups: readonly (readonly number[])[],
): readonly (readonly number[])[] => {
  const inside: (readonly number[])[][] = Array.from({ length: length + 1 }, () => []);
  for (const group of groups) inside[parent[group[0] as number] as number]?.push(group);
  const ordered: (readonly number[])[] = [];
  const waiting = (inside[length] ?? []).toReversed();
  for (let group = waiting.pop(); group !== undefined; group = waiting.pop()) {
    ordered.push(group);
    for (const unit of group.toReversed()) for (const inner of (inside[unit] ?? []).toReversed()) waiting.push(inner);
  }
  return ordered;
};
