/** Random designs in Verilog: a hierarchy of modules with both styles of ports, parameters, functions, loops and instances of all kinds. */
import { draws } from "../support/seeds.ts";

interface Signal {
  readonly name: string;
  readonly width: number;
}

interface Made {
  readonly name: string;
  readonly inputs: readonly Signal[];
  readonly outputs: readonly Signal[];
  /** It has a parameter W, the width of what it computes. */
  readonly isParameterised: boolean;
}

/** Numbers and choices. */
class Chance {
  readonly #random: { below(most: number): number };

  constructor(seed: number) {
    this.#random = draws(seed);
  }

  below(most: number): number {
    return this.#random.below(most);
  }

  among<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  isOnce(times: number): boolean {
    return this.below(times) === 0;
  }
}

const range = (width: number): string => (width > 1 ? `[${width - 1}:0] ` : "");

const several = (prefix: string, count: number, width: () => number): readonly Signal[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${prefix}${index}`, width: width() }));

/** `modules` of them, the last on top. */
export const designOf = (seed: number, modules: number): string => {
  const chance = new Chance(seed);
  const made: Made[] = [];
  const texts = Array.from({ length: modules }, (_, index) => {
    const { text, module } = moduleOf(chance, `m${index}`, made);
    made.push(module);
    return text;
  });
  return `\`timescale 1ns/1ps\n\`define ZERO 1'b0\n${texts.join("\n")}`;
};

const expressionOf = (chance: Chance, signals: readonly Signal[], depth: number): string => {
  const inner = (): string => expressionOf(chance, signals, depth - 1);
  const signal = chance.among(signals);
  if (depth <= 0)
    return chance.among([signal.name, signal.name, `${chance.below(9) + 1}`, `4'd${chance.below(16)}`, "`ZERO"]);
  return chance.among<() => string>([
    () => `(${inner()} ${chance.among(["+", "-", "*", "&", "|", "^", "<<", ">>", "<", "==", "&&"])} ${inner()})`,
    () => `(${inner()} ? ${inner()} : ${inner()})`,
    () => `${chance.among(["~", "!", "&", "|", "^", "-"])}(${inner()})`,
    () => `{${signal.name}, ${chance.among(signals).name}}`,
    () => `{2{${signal.name}}}`,
    () => (signal.width > 2 ? `${signal.name}[${signal.width - 1}:1]` : signal.name),
    () => `$unsigned(${inner()})`,
    () => signal.name,
  ])();
};

const headOf = (chance: Chance, name: string, { inputs, outputs, isParameterised }: Made): readonly string[] => {
  const parameters = isParameterised ? " #(parameter W = 4, parameter D = W + 1)" : "";
  const ports = [
    ...[{ name: "clk", width: 1 }, ...inputs].map((port) => ({ ...port, way: "input" })),
    ...outputs.map((port) => ({ ...port, way: "output" })),
  ];
  if (chance.isOnce(2))
    return [
      `module ${name}${parameters} (${ports.map(({ way, width, name: port }) => `${way} ${range(width)}${port}`).join(", ")});`,
    ];
  return [
    `module ${name}${parameters} (${ports.map(({ name: port }) => port).join(", ")});`,
    ...ports.map(({ way, width, name: port }) => `  ${way} ${range(width)}${port};`),
  ];
};

const instanceOf = (chance: Chance, used: Made, place: number, signals: readonly Signal[]): readonly string[] => {
  const wires = used.outputs.map((port) => ({ ...port, name: `u${place}_${port.name}` }));
  const values = used.inputs.map(() => expressionOf(chance, signals, 1));
  const override = used.isParameterised && chance.isOnce(2) ? " #(.W(3))" : "";
  const connections = chance.isOnce(2)
    ? ["clk", ...values, ...wires.map(({ name }) => name)]
    : [
        ".clk(clk)",
        ...used.inputs.map(({ name }, index) => `.${name}(${values[index] ?? ""})`),
        ...used.outputs.map(({ name }, index) => `.${name}(${wires[index]?.name ?? ""})`),
      ];
  return [
    ...wires.map(({ name, width }) => `  wire ${range(width)}${name};`),
    `  ${used.name}${override} i${place} (${connections.join(", ")});`,
  ];
};

const processOf = (chance: Chance, { name, width }: Signal, signals: readonly Signal[]): readonly string[] => {
  const value = (): string => expressionOf(chance, signals, 2);
  const assigned = `${name} <= ${value()};`;
  if (chance.isOnce(3)) return [`  always @(posedge clk)`, `    ${assigned}`];
  if (chance.isOnce(2))
    return [
      `  always @(posedge clk) begin`,
      `    if (${value()})`,
      `      ${assigned}`,
      `    else begin`,
      `      ${name} <= ${value()};`,
      `    end`,
      `  end`,
    ];
  return [
    `  always @(posedge clk) begin : b_${name}`,
    `    case (${chance.among(signals).name})`,
    `      0, 1: ${assigned}`,
    `      2: begin ${name} <= ${value()}; end`,
    `      default: ${width > 1 ? `${name}[0]` : name} <= ${value()};`,
    `    endcase`,
    `  end`,
  ];
};

const moduleOf = (
  chance: Chance,
  name: string,
  made: readonly Made[],
): { readonly text: string; readonly module: Made } => {
  const width = (): number => chance.among([1, 1, 4, 8, 16]);
  const module: Made = {
    name,
    inputs: several("a", 1 + chance.below(4), width),
    outputs: several("y", 1 + chance.below(3), width),
    isParameterised: chance.isOnce(3),
  };
  const registers = several("r", 1 + chance.below(3), width);
  const lines = [
    ...headOf(chance, name, module),
    ...registers.map((each) => `  reg ${range(each.width)}${each.name};`),
  ];
  const signals: Signal[] = [...module.inputs, ...registers];
  for (const each of several("w", 1 + chance.below(4), width)) {
    lines.push(`  wire ${range(each.width)}${each.name} = ${expressionOf(chance, signals, 3)};`);
    signals.push(each);
  }
  const used = made.length === 0 ? [] : Array.from({ length: chance.below(3) }, () => chance.among(made));
  for (const [place, each] of used.entries()) {
    lines.push(...instanceOf(chance, each, place, signals));
    signals.push(...each.outputs.map((port) => ({ ...port, name: `u${place}_${port.name}` })));
  }
  lines.push(...furtherOf(chance, module, signals), ...registers.flatMap((each) => processOf(chance, each, signals)));
  lines.push(
    ...module.outputs.map((each) => `  assign ${each.name} = ${expressionOf(chance, signals, 2)};`),
    "endmodule\n",
  );
  return { text: lines.join("\n"), module };
};

/** A function, a generated loop, what depends on a parameter. */
const furtherOf = (chance: Chance, { isParameterised }: Made, signals: Signal[]): readonly string[] => {
  const lines: string[] = [];
  if (isParameterised) {
    lines.push(`  wire [D-1:0] p = ${chance.among(signals).name};`);
    signals.push({ name: "p", width: 1 });
  }
  if (chance.isOnce(3)) {
    lines.push("  function [3:0] f;", "    input [3:0] x;", "    f = x + 4'd1; // the next one", "  endfunction");
    lines.push(`  wire [3:0] v = f(${chance.among(signals).name});`);
    signals.push({ name: "v", width: 4 });
  }
  if (chance.isOnce(3)) {
    lines.push("  wire [3:0] g;", "  genvar k;", "  generate", "    for (k = 0; k < 4; k = k + 1) begin : each");
    lines.push(`      assign g[k] = ${chance.among(signals).name} & 1'b1;`, "    end", "  endgenerate");
    signals.push({ name: "g", width: 4 });
  }
  return lines;
};
