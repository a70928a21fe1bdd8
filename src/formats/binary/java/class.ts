/** Java class files: interfaces, fields, methods, their bodies, attributes, and constants that nothing uses. */
import { Blueprint } from "../blueprint.ts";
import type { Container } from "../container.ts";
import { stage, type Deltas } from "../stage.ts";
import { classOf, isClass, type Attribute, type AttributeList, type ClassFile, type Code } from "./class-file.ts";
import { referencesIn } from "./references.ts";

/** All lists of attributes, and of those in the code of a method this code. */
const listsIn = ({ members, attributes }: ClassFile): readonly (AttributeList & { readonly of?: Code })[] => {
  const outer = [...members.flatMap(({ entries }) => entries.map((entry) => entry.attributes)), attributes];
  const inner = outer.flatMap((list) =>
    list.attributes.flatMap(({ code }) => (code === undefined ? [] : [{ ...code.attributes, of: code }])),
  );
  return [...outer, ...inner];
};

/** What an attribute goes with; `undefined` for one that stays. */
type ItemOf = (plan: Blueprint, attribute: Attribute, of: Code | undefined) => number | undefined;

const planOf = (file: ClassFile, itemOf: ItemOf = () => undefined): Blueprint => {
  const plan = new Blueprint(file.bytes);
  for (const { count, attributes, of } of listsIn(file)) {
    const slots = attributes.flatMap((attribute) => {
      const { start, end, size, body, code } = attribute;
      plan.distance(size, [body, end]);
      if (code !== undefined) plan.distance(code.length, [code.start, code.end]);
      const item = itemOf(plan, attribute, of);
      return item === undefined ? [] : [plan.slot(start, end, item)];
    });
    plan.count(count, slots);
  }
  return plan;
};

const members = (file: ClassFile): Deltas => {
  const plan = planOf(file);
  const { start, end, count } = file.interfaces;
  const interfaces: number[] = [];
  for (let at = start; at < end; at += 2) interfaces.push(plan.slot(at, at + 2, plan.item(plan.unit())));
  plan.count(count, interfaces);
  for (const { count: of, entries } of file.members)
    plan.count(
      of,
      entries.map((entry) => plan.slot(entry.start, entry.end, plan.item(plan.unit()))),
    );
  return plan;
};

/** What every method may do, whatever it returns: throw nothing (`aconst_null`, `athrow`). */
const THROW = Uint8Array.of(0x01, 0xbf);

const bodies = (file: ClassFile): Deltas => {
  const items = new Map<Code, number>();
  return planOf(file, (plan, { code }, of) => {
    if (of !== undefined) return items.get(of);
    if (code === undefined || code.end - code.start <= THROW.length) return undefined;
    const item = plan.item(plan.unit());
    items.set(code, item);
    plan.part(code.start, code.end, item, { filler: () => THROW });
    plan.part(code.handlers.start, code.handlers.end, item);
    plan.constant(code.handlers.count, item, 0);
    plan.constant(code.stack, item, 1);
    return undefined;
  });
};

/** A method that has code keeps it. */
const attributes = (file: ClassFile): Deltas =>
  planOf(file, (plan, { name }) => (name === "Code" ? undefined : plan.item(plan.unit())));

/** The constants that a use of some needs, themselves among them: constants tell of constants, a few levels deep. */
const neededBy = (file: ClassFile, first: readonly number[]): ReadonlySet<number> => {
  const byIndex = new Map(file.constants.entries.map((constant) => [constant.index, constant]));
  const needed = new Set<number>();
  const waiting = [...first];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (needed.has(index)) continue;
    needed.add(index);
    waiting.push(...(byIndex.get(index)?.uses.map(({ value }) => value) ?? []));
  }
  return needed;
};

/** Constants that nothing uses go, with the constants that use them; the others are numbered anew. */
const constants = (file: ClassFile): Deltas => {
  const references = referencesIn(file);
  if (references === undefined) return NONE;
  const { count, entries } = file.constants;
  const used = neededBy(
    file,
    references.map(({ value }) => value),
  );
  const plan = new Blueprint(file.bytes);
  const units = new Map(entries.filter(({ index }) => !used.has(index)).map(({ index }) => [index, plan.unit()]));
  const space: { readonly units: number[] } = { units: Array.from({ length: count.value }, () => -1) };
  const counted: number[] = [];
  for (const { start, end, index, isLong, uses } of entries) {
    for (const place of uses) plan.index(place, space);
    if (!units.has(index)) continue;
    const slot = plan.slot(
      start,
      end,
      plan.item(...[...neededBy(file, [index])].flatMap((each) => units.get(each) ?? [])),
    );
    for (const each of isLong ? [index, index + 1] : [index]) {
      space.units[each] = slot;
      counted.push(slot);
    }
  }
  for (const place of references) plan.index(place, space);
  plan.count(count, counted);
  return plan;
};

const NONE: Deltas = { length: 0, print: () => [] };

const classStage = (unit: string, deltasOf: (file: ClassFile) => Deltas): Container["stages"][number] =>
  stage(unit, (bytes) => {
    const file = isClass(bytes) ? classOf(bytes) : undefined;
    return file === undefined ? NONE : deltasOf(file);
  });

export const javaClass: Container = {
  name: "class",
  recognises: isClass,
  stages: [
    classStage("class members", members),
    classStage("class bodies", bodies),
    classStage("class attributes", attributes),
    classStage("class constants", constants),
  ],
  contents: () => [],
};
