/** Tests of generated programs beside those of the best order, forward, backward and shuffled. */
import { countBest, countTests, type Count } from "./count.ts";
import { FEW, MAX_RATIO, MAX_REVERSED } from "./bounds.ts";
import { ORDERS, programOf, SHAPES, WRITINGS, type Program, type Writing } from "./programs.ts";

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** How many rows miss what is wanted. */
  readonly misses: number;
}

export interface Figures {
  readonly best: number;
  readonly forward: Count;
  readonly backward: Count;
  readonly shuffled: Count;
}

export const figuresOf = async (program: Program, writing: Writing): Promise<Figures> => {
  const [forward, backward, shuffled] = await Promise.all(
    ORDERS.map((order) => countTests({ program, writing, order })),
  );
  return { best: countBest(program), forward, backward, shuffled } as Figures;
};

/** What is wrong with them; nothing where all is well. */
export const faultsOf = ({ best, ...counts }: Figures): readonly string[] => {
  const { forward, backward } = counts;
  const [few, many] = [forward.tests, backward.tests].toSorted((a, b) => a - b) as [number, number];
  const sizes = new Set(Object.values(counts).map(({ bytes }) => bytes));
  return [
    ...(most(counts) > Math.max(MAX_RATIO * best, best + FEW) ? ["ratio"] : []),
    ...(many > Math.max(MAX_REVERSED * few, few + FEW) ? ["reversed"] : []),
    ...(sizes.size > 1 ? ["bytes"] : []),
  ];
};

const most = (counts: Omit<Figures, "best">): number => Math.max(...Object.values(counts).map(({ tests }) => tests));

/** One row for each shape, syntax and number of parts. */
export const measurePrograms = async (sizes: readonly number[]): Promise<Table> => {
  const rows: string[][] = [];
  let misses = 0;
  for (const parts of sizes)
    for (const shape of SHAPES)
      for (const [syntax, writing] of Object.entries(WRITINGS)) {
        const figures = await figuresOf(programOf(shape, parts), writing);
        const faults = faultsOf(figures);
        misses += faults.length > 0 ? 1 : 0;
        rows.push([shape, syntax, String(parts), ...cells(figures), faults.join(", ")]);
      }
  return {
    head: ["shape", "syntax", "parts", "best order", ...ORDERS, "ratio", "reversed", "bytes", "missed"],
    rows,
    misses,
  };
};

const cells = ({ best, ...counts }: Figures): readonly string[] => {
  const { forward, backward, shuffled } = counts;
  return [
    ...[best, forward.tests, backward.tests, shuffled.tests].map(String),
    (most(counts) / best).toFixed(2),
    (backward.tests / forward.tests).toFixed(2),
    String(forward.bytes),
  ];
};
