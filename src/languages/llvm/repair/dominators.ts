/** Which block every way to another one leads through (Cooper, Harvey, Kennedy 2001). */

export interface Dominators {
  isReachable(block: number): boolean;
  /** Every block dominates itself, and all that cannot be reached. */
  dominates(block: number, other: number): boolean;
}

/** By block, the first being the entry: where it leads. */
export const dominatorsOf = (successors: readonly (readonly number[])[]): Dominators => {
  const order = postorderOf(successors);
  const rank = new Int32Array(successors.length).fill(-1);
  for (const [place, block] of order.entries()) rank[block] = place;
  const predecessors = reversed(successors);
  const parent = new Int32Array(successors.length).fill(-1);
  parent[0] = 0;
  const meet = (a: number, b: number): number => {
    while (a !== b)
      if ((rank[a] as number) < (rank[b] as number)) a = parent[a] as number;
      else b = parent[b] as number;
    return a;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (let place = order.length - 2; place >= 0; place--) {
      const block = order[place] as number;
      let above = -1;
      for (const each of predecessors[block] as readonly number[])
        if ((parent[each] as number) >= 0) above = above < 0 ? each : meet(above, each);
      if (above === parent[block]) continue;
      parent[block] = above;
      changed = true;
    }
  }
  const { enter, leave } = intervalsOf(parent);
  const isReachable = (block: number): boolean => (rank[block] as number) >= 0;
  return {
    isReachable,
    dominates: (block, other) =>
      !isReachable(other) ||
      (isReachable(block) &&
        (enter[block] as number) <= (enter[other] as number) &&
        (leave[other] as number) <= (leave[block] as number)),
  };
};

const reversed = (successors: readonly (readonly number[])[]): readonly (readonly number[])[] => {
  const predecessors: number[][] = successors.map(() => []);
  for (const [block, targets] of successors.entries()) for (const target of targets) predecessors[target]?.push(block);
  return predecessors;
};

const postorderOf = (successors: readonly (readonly number[])[]): readonly number[] => {
  const order: number[] = [];
  const seen = new Uint8Array(successors.length);
  const stack: { readonly block: number; next: number }[] = successors.length > 0 ? [{ block: 0, next: 0 }] : [];
  seen[0] = 1;
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const target = successors[top.block]?.[top.next++];
    if (target === undefined) {
      order.push(top.block);
      stack.pop();
    } else if (seen[target] === 0) {
      seen[target] = 1;
      stack.push({ block: target, next: 0 });
    }
  }
  return order;
};

/** The tree as intervals: one lies within another where it lies below it. */
const intervalsOf = (parent: Int32Array): { readonly enter: Int32Array; readonly leave: Int32Array } => {
  const children: number[][] = Array.from(parent, () => []);
  for (const [block, above] of parent.entries()) if (above >= 0 && block !== 0) children[above]?.push(block);
  const enter = new Int32Array(parent.length);
  const leave = new Int32Array(parent.length);
  let time = 0;
  const stack = parent.length > 0 ? [0] : [];
  const open = new Uint8Array(parent.length);
  while (stack.length > 0) {
    const block = stack.at(-1) as number;
    if (open[block] === 1) {
      leave[block] = time++;
      stack.pop();
      continue;
    }
    open[block] = 1;
    enter[block] = time++;
    stack.push(...(children[block] ?? []));
  }
  return { enter, leave };
};
