/** Programs whose parts need each other in a known way, in several syntaxes, and the test that knows it. */
import { randomFrom, shuffled } from "../../src/suite/statistics/random.ts";

export const SHAPES = ["chain", "star", "layers", "circles", "exports"] as const;
export type Shape = (typeof SHAPES)[number];

/** Part i needs those with the numbers in `needs[i]`; what is needed has smaller numbers, but for circles. */
export interface Program {
  readonly needs: readonly (readonly number[])[];
  /** The part that the failure is in. */
  readonly wanted: number;
}

const WIDTH = 8;

export const programOf = (shape: Shape, parts: number, seed = 1): Program => {
  const random = randomFrom(seed);
  const numbers = [...Array(parts).keys()];
  const some = (from: number, to: number): readonly number[] =>
    to <= from ? [] : [...new Set([0, 1].map(() => from + random.below(to - from)))];
  const needsOf: Readonly<Record<Shape, (part: number) => readonly number[]>> = {
    chain: (part) => (part % WIDTH === 0 ? [] : [part - 1]),
    star: (part) => (part === 0 ? [] : [0]),
    layers: (part) => {
      const layer = Math.floor((part * 5) / parts);
      return some(Math.ceil(((layer - 1) * parts) / 5), Math.ceil((layer * parts) / 5)).filter(
        (need) => need >= 0 && need < part,
      );
    },
    circles: (part) => {
      const first = part - (part % 4);
      return [Math.min(part % 4 === 3 ? first : part + 1, parts - 1)].filter((need) => need !== part);
    },
    exports: (part) => (part === parts - 1 ? numbers.slice(0, -1) : some(0, part)),
  };
  return { needs: numbers.map((part) => needsOf[shape](part)), wanted: Math.floor(parts * 0.6) };
};

export interface Writing {
  /** The name of a grammar; none for plain text. */
  readonly language: string | undefined;
  part(name: string, needs: readonly string[]): string;
  /** Finds the definition at the beginning of a line. */
  readonly defines: RegExp;
}

export const WRITINGS: Readonly<Record<string, Writing>> = {
  javascript: {
    language: "javascript",
    part: (name, needs) => `function ${name}() {\n${needs.map((need) => `  ${need}();\n`).join("")}}\n`,
    defines: /^function (\w+)/,
  },
  python: {
    language: "python",
    part: (name, needs) => `def ${name}():\n${needs.map((need) => `    ${need}()\n`).join("")}    pass\n`,
    defines: /^def (\w+)/,
  },
  c: {
    language: "c",
    part: (name, needs) => `int ${name}(void) {\n${needs.map((need) => `  ${need}();\n`).join("")}}\n`,
    defines: /^int (\w+)/,
  },
  plain: {
    language: undefined,
    part: (name, needs) => `proc ${name} {\n${needs.map((need) => `  go ${need}\n`).join("")}}\n`,
    defines: /^proc (\w+)/,
  },
};

export const ORDERS = ["forward", "backward", "shuffled"] as const;
/** What is needed first; users first (callers before callees, exports before definitions); neither. */
export type Order = (typeof ORDERS)[number];

export const textOf = ({ needs }: Program, { part }: Writing, order: Order): string => {
  const parts = needs.map((each, number) =>
    part(
      `f${number}`,
      each.map((need) => `f${need}`),
    ),
  );
  return ordered(parts, order).join("");
};

const ordered = (parts: readonly string[], order: Order): readonly string[] => {
  if (order === "forward") return parts;
  if (order === "backward") return parts.toReversed();
  return shuffled(randomFrom(parts.length), parts);
};

/** The wanted part is there, and so is everything that the parts that are there need. */
export const holds = ({ needs, wanted }: Program, { defines }: Writing, text: string): boolean => {
  const there = new Set<number>();
  for (const line of text.split("\n")) {
    const name = defines.exec(line)?.[1];
    if (name !== undefined) there.add(Number(name.slice(1)));
  }
  return there.has(wanted) && [...there].every((part) => (needs[part] ?? []).every((need) => there.has(need)));
};
