/** Two documents, member by member: what can be taken over, and what comes of it. */
import { differingRuns } from "../../core/diff/differing.ts";
import { type Doc, type DocList, type Member, type Members, childrenOf } from "./document.ts";

/** A member or an element that is added, removed or changed. */
export interface DocumentEdit {
  /** "a.b[2].c"; "[+2]" for an element that only the bad document has. */
  readonly path: string;
  readonly good: Doc | undefined;
  readonly bad: Doc | undefined;
}

/** A place in a container: the same in both, something to go into, or something to be taken over. */
interface Slot {
  readonly good: Member | undefined;
  readonly bad: Member | undefined;
  inner?: ContainerPlan;
  /** Number of the edit. */
  edit?: number;
}

/** How two containers of one kind lie upon each other. */
interface ContainerPlan {
  readonly doc: DocList | Members;
  readonly slots: readonly Slot[];
}

export interface DocumentComparison {
  /** In the order of the document. */
  readonly edits: readonly DocumentEdit[];
  /** The good document with some of the edits. */
  composed(isChosen: (edit: number) => boolean): Doc;
}

export const compareDocs = (good: Doc, bad: Doc): DocumentComparison => {
  const numbers = numberDocs([good, bad]);
  const root: Slot = { good: asMember(good), bad: asMember(bad) };
  const edits: DocumentEdit[] = [];
  const stack: { readonly slot: Slot; readonly path: string }[] = [{ slot: root, path: "" }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { slot, path } = top;
    const [one, other] = [slot.good?.value, slot.bad?.value];
    if (one !== undefined && other !== undefined && numbers.get(one) === numbers.get(other)) continue;
    const slots = one && other && slotsOf(one, other, numbers);
    if (slots === undefined) {
      slot.edit = edits.length;
      edits.push({ path: path === "" ? "." : path, good: one, bad: other });
    } else {
      slot.inner = { doc: one as DocList | Members, slots };
      const paths = pathsOf(slots, one as Doc, path);
      for (let index = slots.length - 1; index >= 0; index--)
        stack.push({ slot: slots[index] as Slot, path: paths[index] as string });
    }
  }
  return { edits, composed: (isChosen) => composed(root, isChosen) };
};

const asMember = (value: Doc, key = ""): Member => ({ key, value, origin: undefined });

const slotsOf = (good: Doc, bad: Doc, numbers: ReadonlyMap<Doc, number>): readonly Slot[] | undefined => {
  if (good.kind === "map" && bad.kind === "map") return memberSlots(good, bad);
  return good.kind === "list" && bad.kind === "list" ? itemSlots(good, bad, numbers) : undefined;
};

/** In the order of the good document; new members come after the one they follow in the bad document. */
const memberSlots = (good: Members, bad: Members): readonly Slot[] => {
  const inGood = new Set(good.members.map(({ key }) => key));
  const inBad = new Map(bad.members.map((member) => [member.key, member]));
  const after = new Map<string | undefined, Member[]>();
  let last: string | undefined;
  for (const member of bad.members)
    if (inGood.has(member.key)) last = member.key;
    else if (after.has(last)) after.get(last)?.push(member);
    else after.set(last, [member]);
  const added = (key: string | undefined): readonly Slot[] =>
    (after.get(key) ?? []).map((member) => ({ good: undefined, bad: member }));
  return [
    ...added(undefined),
    ...good.members.flatMap((member) => [{ good: member, bad: inBad.get(member.key) }, ...added(member.key)]),
  ];
};

/** By a longest common subsequence; what stands in the place of something else is compared with it. */
const itemSlots = (good: DocList, bad: DocList, numbers: ReadonlyMap<Doc, number>): readonly Slot[] => {
  // Counted anew: what the comparison costs must not depend on the rest of the document.
  const kinds = new Map<number, number>();
  const kindOf = (number: number): number => {
    const kind = kinds.get(number) ?? kinds.size;
    kinds.set(number, kind);
    return kind;
  };
  const kindsIn = (list: DocList): Int32Array =>
    Int32Array.from(list.items, (item) => kindOf(numbers.get(item) as number));
  const [goodKinds, badKinds] = [kindsIn(good), kindsIn(bad)];
  const slots: Slot[] = [];
  const put = (i: number | undefined, j: number | undefined): void => {
    slots.push({ good: itemAt(good, i), bad: itemAt(bad, j) });
  };
  let [i, j] = [0, 0];
  for (const { aFrom, aTo, bFrom, bTo } of differingRuns(goodKinds, badKinds, kinds.size)) {
    for (; i < aFrom; i++, j++) put(i, j);
    const height = Math.max(aTo - aFrom, bTo - bFrom);
    for (let by = 0; by < height; by++)
      put(aFrom + by < aTo ? aFrom + by : undefined, bFrom + by < bTo ? bFrom + by : undefined);
    [i, j] = [aTo, bTo];
  }
  for (; i < good.items.length; i++, j++) put(i, j);
  return slots;
};

const itemAt = (list: DocList, index: number | undefined): Member | undefined =>
  index === undefined ? undefined : asMember(list.items[index] as Doc, String(index));

const pathsOf = (slots: readonly Slot[], { kind }: Doc, under: string): readonly string[] =>
  slots.map(({ good, bad }) => {
    const key = (good ?? bad)?.key ?? "";
    if (kind === "list") return `${under}[${good === undefined ? "+" : ""}${key}]`;
    if (!/^[\w$-]+$/u.test(key)) return `${under}[${JSON.stringify(key)}]`;
    return under === "" ? key : `${under}.${key}`;
  });

interface OpenContainer {
  readonly plan: ContainerPlan;
  readonly member: Member;
  readonly out: Member[];
  next: number;
}

const composed = (root: Slot, isChosen: (edit: number) => boolean): Doc => {
  const top: Member[] = [];
  const frames: OpenContainer[] = [];
  const visit = (slot: Slot, out: Member[]): void => {
    if (slot.inner !== undefined) frames.push({ plan: slot.inner, member: slot.good as Member, out: [], next: 0 });
    else {
      const member = slot.edit !== undefined && isChosen(slot.edit) ? slot.bad : slot.good;
      if (member !== undefined) out.push(member);
    }
  };
  visit(root, top);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const slot = frame.plan.slots[frame.next++];
    if (slot !== undefined) {
      visit(slot, frame.out);
      continue;
    }
    frames.pop();
    (frames.at(-1)?.out ?? top).push({ ...frame.member, value: rebuilt(frame) });
  }
  return (top[0] as Member).value;
};

const rebuilt = ({ plan: { doc }, out }: OpenContainer): Doc =>
  doc.kind === "list"
    ? { ...doc, items: out.map(({ value }) => value), isNew: true }
    : { ...doc, members: out, isNew: true };

/** The order of members does not count, that of elements does. */
const numberDocs = (roots: readonly Doc[]): ReadonlyMap<Doc, number> => {
  const numbers = new Map<Doc, number>();
  const known = new Map<string, number>();
  const stack: { readonly doc: Doc; readonly opened: boolean }[] = roots.map((doc) => ({ doc, opened: false }));
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { doc, opened } = top;
    if (!opened && doc.kind !== "scalar") {
      stack.push({ doc, opened: true });
      for (const child of childrenOf(doc)) stack.push({ doc: child, opened: false });
      continue;
    }
    const words = wordsOf(doc, numbers);
    const number = known.get(words) ?? known.size;
    known.set(words, number);
    numbers.set(doc, number);
  }
  return numbers;
};

const wordsOf = (doc: Doc, numbers: ReadonlyMap<Doc, number>): string => {
  if (doc.kind === "scalar") return `s${doc.text}`;
  if (doc.kind === "list") return `l${doc.items.map((item) => numbers.get(item)).join(",")}`;
  const members = doc.members.map(({ key, value }) => `${JSON.stringify(key)}:${numbers.get(value)}`);
  return `m${members.toSorted().join(",")}`;
};
