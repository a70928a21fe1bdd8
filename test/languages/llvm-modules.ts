/** Modules of LLVM that nobody has written: functions with any number of blocks, ways, values and φ. */
import { draws } from "../support/seeds.ts";

type Random = () => number;

const below = (random: Random, limit: number): number => Math.floor(random() * limit);
const pick = <T>(random: Random, from: readonly T[]): T => from[below(random, from.length)] as T;

/** Pointers have no types: `i32*` is written for `ptr` where they do. */
export const generatedModule = (seed: number, pointer: "ptr" | "i32*" = "ptr"): string => {
  const random = draws(seed).next;
  const count = 1 + below(random, 4);
  const functions = Array.from({ length: count }, (_, index) => functionText({ random, index, count, pointer }));
  const declared = ["@g = global i32 5", "declare i32 @ext(i32)"];
  return `${[...declared, ...functions, "attributes #0 = { nounwind }", "!0 = !{i32 1}"].join("\n\n")}\n`;
};

interface Making {
  readonly random: Random;
  readonly index: number;
  readonly count: number;
  readonly pointer: string;
}

/** Values of the first block are known in all others, those of another one only there. */
const functionText = ({ random, index, count, pointer }: Making): string => {
  const length = 1 + below(random, 7);
  const targets = Array.from({ length }, (_, block) =>
    block === length - 1 ? [] : Array.from({ length: 1 + below(random, 2) }, () => 1 + below(random, length - 1)),
  );
  const names = ["%p"];
  const blocks = targets.map((own, block) => {
    const known = [...names];
    const lines = [`b${block}:`];
    const sources = targets.flatMap((each, from) => {
      const value = from === 0 ? pick(random, names) : String(below(random, 9));
      return each.filter((to) => to === block).map(() => `[ ${value}, %b${from} ]`);
    });
    if (sources.length > 0 && random() < 0.6) {
      lines.push(`  %phi${block} = phi i32 ${sources.join(", ")}`);
      known.push(`%phi${block}`);
    }
    for (let line = 0; line < below(random, 6); line++) {
      const name = `%v${block}.${line}`;
      lines.push(`  ${name} = ${valueText(random, known, { index, count, pointer })}`);
      known.push(name);
    }
    if (block === 0) names.push(...known.filter((name) => !names.includes(name)));
    return [...lines, `  ${endText(random, own, known)}`].join("\n");
  });
  return `define i32 @f${index}(i32 %p) #0 {\n${blocks.join("\n\n")}\n}`;
};

const valueText = (
  random: Random,
  known: readonly string[],
  { index, count, pointer }: Omit<Making, "random">,
): string => {
  const one = pick(random, known);
  const two = random() < 0.3 ? String(below(random, 100)) : pick(random, known);
  return pick(random, [
    `add nsw i32 ${one}, ${two}`,
    `xor i32 ${one}, ${two}`,
    `select i1 true, i32 ${one}, i32 ${two}`,
    `call i32 @f${(index + 1) % count}(i32 ${one})`,
    `call i32 @ext(i32 noundef ${two}) #0`,
    `load i32, ${pointer} @g, align 4, !range !{i32 0, i32 100}`,
  ]);
};

const endText = (random: Random, targets: readonly number[], known: readonly string[]): string => {
  const [one, two] = targets;
  if (one === undefined) return `ret i32 ${pick(random, known)}`;
  if (two === undefined) return `br label %b${one}`;
  return pick(random, [
    `br i1 ${pick(random, ["true", "false"])}, label %b${one}, label %b${two}`,
    `switch i32 ${pick(random, known)}, label %b${one} [\n    i32 3, label %b${two}\n  ]`,
  ]);
};
