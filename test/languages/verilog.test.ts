/** Verilog: what the parser understands, and what goes together. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { detectLanguage } from "../../src/languages/detect.ts";
import type { CoupledPass, EditPass, RewritePass } from "../../src/languages/pass.ts";
import { arms } from "../../src/languages/verilog/passes/arms.ts";
import { ifdefs } from "../../src/languages/verilog/passes/ifdefs.ts";
import { modules } from "../../src/languages/verilog/passes/modules.ts";
import { parameters } from "../../src/languages/verilog/passes/parameters.ts";
import { ports } from "../../src/languages/verilog/passes/ports.ts";
import { signals } from "../../src/languages/verilog/passes/signals.ts";
import { assigns } from "../../src/languages/verilog/passes/assigns.ts";
import { widths } from "../../src/languages/verilog/passes/widths.ts";
import { applied } from "../../src/pipelines/passes/applied.ts";
import { auto } from "../../src/pipelines/auto.ts";
import { languageNamed, reduced, syntaxOf } from "../passes/support.ts";
import { lacks } from "../support/needs.ts";
import { candidatesFor, rejectedOf } from "./verilog-acceptance.ts";
import { designOf } from "./verilog-designs.ts";

const FOLDER = fileURLToPath(new URL("verilog/", import.meta.url));
const FILES = readdirSync(FOLDER);
const fileText = (name: string): string => readFileSync(`${FOLDER}${name}`, "utf8");
const verilog = await languageNamed("verilog");

/** Texts on one line. */
const flat = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

const offered = (pass: CoupledPass | EditPass | RewritePass, text: string): readonly string[] => {
  const syntax = syntaxOf(verilog, text);
  const changes =
    pass.kind === "coupled"
      ? pass.changes(syntax)
      : pass.kind === "rewrites"
        ? pass.rewrites(syntax)
        : pass.edits(syntax, 0).map((edit) => [edit]);
  return changes.map((edits) => flat(applied(text, edits)));
};

describe("the parser", () => {
  test.each(FILES)("%s has no errors, and everything in it fits together", (name) => {
    expect(verilog.parse(fileText(name))).toMatchObject({ errors: 0, hollow: 0 });
  });

  test("50 generated designs have no errors, and everything in them fits together", () => {
    for (let seed = 0; seed < 50; seed++)
      expect(verilog.parse(designOf(seed, 3 + (seed % 4)))).toMatchObject({ errors: 0, hollow: 0 });
  });

  test.each([
    "module m; assign a = b ? c : d ? e : f; endmodule",
    "module m #(parameter W = 4) (input [W-1:0] a, b, output reg q); endmodule",
    "module m; always @(posedge c, negedge r or x) if (a) b <= #1 c; else case (d) 0, 1: ; default e = 1; endcase endmodule",
    "module m; n #(.A(1)) i [3:0] (.x(a), .y(), .z), j (a, , b); and #2 (x, y), g (z, w); endmodule",
    "module m; wire x = `F(1, 2) + `W'd0 + 'h1 + 4 'b01 + '1 + {2{a, b}} + a[3:0] + b[i +: 2] + $f(x) + f(.a(1)); endmodule",
    'module m; initial begin : b integer i; for (i = 0; i < 3; i = i + 1) @(posedge c) #3 $display("x", , i); end endmodule',
    "package p; typedef struct packed { logic [3:0] a; int b; } t; typedef enum { A, B = 2 } e; endpackage",
    "class c #(type T = int) extends d; rand bit [3:0] x; constraint k { x < 3; x > 1; } function new(int a); endfunction endclass",
    "interface i (input c); logic a; modport s (input a); endinterface module m (i.s x); endmodule",
    'module m; property p; @(posedge c) a |-> b; endproperty assert property (p) else $error("no"); specify (a => b) = 1; endspecify endmodule',
    "module m; foreach_t x; always_comb for (int i = 0; i < 4; i++) y[i] += '{default: 0}; endmodule",
    "module m (...); input a; endmodule module \\a+b (input c,); endmodule",
  ])("understands %s", (text) => {
    expect(verilog.parse(text).errors).toBe(0);
  });

  test.each([
    "module m; assign a = ; endmodule",
    "module m; assign 0 = a; endmodule",
    "module m; always @(posedge c) (a + b); endmodule",
    "module m; wire a endmodule",
    "module m; if (a) begin endmodule",
    "module m(; endmodule",
    "assign a = b;",
    "module m; for (k; k < 1; k = 1) x y(); endmodule",
    "module m; endmodule endmodule",
  ])("finds the error in %s", (text) => {
    expect(verilog.parse(text).errors).toBeGreaterThan(0);
  });

  test.each([
    ["a use without its declaration", "wire a; wire b = a;", "wire b = a;"],
    ["a declaration of a port that is none", "", "input p;"],
    ["an instance of nothing", "m i ();", "n i ();"],
    ["a connection to no port", "m i ();", "m i (.q(1));"],
    ["a macro that is not defined", "wire b = 1;", "wire b = `X;"],
    ["a condition that is not ended", "`ifdef A\n`endif\n", "`ifdef A\n"],
    ["a process without an event", "reg a; always @* a = 1;", "reg a; always a = 1;"],
  ])("%s does not fit", (_, fitting, other) => {
    const hollow = (items: string): number => verilog.parse(`module m; ${items} endmodule`).hollow ?? 0;
    expect(hollow(fitting)).toBe(0);
    expect(hollow(other)).toBeGreaterThan(0);
  });

  const DEEP = 5000;
  test.each([
    ["brackets", `module m; assign a = ${"(".repeat(DEEP)}1${")".repeat(DEEP)}; endmodule`],
    ["blocks", `module m; initial ${"begin ".repeat(DEEP)}${"end ".repeat(DEEP)} endmodule`],
    ["conditions", `module m; initial ${"if (a) ; else ".repeat(DEEP)} ; endmodule`],
    ["choices", `module m; assign a = ${"b ? c : ".repeat(DEEP)} d; endmodule`],
  ])("many %s inside each other are understood", (_, text) => {
    expect(verilog.parse(text).errors).toBe(0);
  });

  test.each([
    "(",
    "{",
    "[",
    "begin ",
    "case (",
    "`",
    "module m(",
    "if (",
    "a[",
    "? ",
    "#(",
    "'{",
    "struct {",
    "@(",
    "/*",
  ])("%s again and again ends as errors", (part) => {
    expect(verilog.parse(part.repeat(2000)).errors).toBeGreaterThan(0);
  });
});

test.each([
  ["a.v", "module m (input a);\nendmodule\n", "verilog"],
  ["a.v", '`include "b.vh"\n', "verilog"],
  ["a.v", "Theorem t : forall n, n = n.\nProof. reflexivity. Qed.\n", undefined],
  ["a.v", "module main\n\nfn main() {\n\tprintln('x')\n}\n", undefined],
  ["a.sv", "", "verilog"],
  ["unknown", "module m (clk);\n  input clk;\n  always @(posedge clk) x <= 1;\nendmodule\n", "verilog"],
])("%s with %j is %s", (name, text, language) => {
  expect(detectLanguage(name, text)).toBe(language);
});

describe("what goes together", () => {
  test("a port goes with its declarations and uses, and its connections by name and by place", () => {
    const text =
      "module n (a, b); input a; output b; assign b = a; endmodule module m; n i (1, x); n j (.b(y), .a(0)); endmodule";
    expect(offered(ports, text)).toContain(
      "module n (b); output b; assign b = 0; endmodule module m; n i (x); n j (.b(y)); endmodule",
    );
    expect(offered(ports, text)[0]).toBe("module n (); endmodule module m; n i (); n j (); endmodule");
  });

  test("a port that others take their type from leaves it to them", () => {
    expect(offered(ports, "module n (input [1:0] a, b); endmodule")).toContain("module n (input [1:0] b); endmodule");
  });

  test("a signal goes with what gives it a value; elsewhere a constant stands for it", () => {
    const text =
      "module m; reg r, s; wire [3:0] w = {r, s}; always @(posedge r) begin r <= s; s <= r[2] + 1; end n i (.p(r)); endmodule";
    expect(offered(signals, text)).toContain(
      "module m; reg s; wire [3:0] w = {1'b0, s}; always @* begin s <= 0 + 1; end n i (.p()); endmodule",
    );
  });

  test("a module goes with its instances, or loses what is in it", () => {
    const text = "module n (input a); wire b; endmodule module m; n i (1), j (2); o k (); endmodule";
    expect(offered(modules, text)).toEqual(
      expect.arrayContaining([
        "module m; o k (); endmodule",
        "module n (input a); endmodule module m; n i (1), j (2); o k (); endmodule",
      ]),
    );
  });

  test("a parameter goes with what instances give for it, and its value stands for it", () => {
    const text =
      "module n #(parameter A = 1 + 2, B = 3) (); wire [A:B] w; endmodule module m; n #(4, 5) i (); n #(.A(6)) j (); endmodule";
    expect(offered(parameters, text)).toEqual(
      expect.arrayContaining([
        "module n (); wire [(1 + 2):3] w; endmodule module m; n i (); n j (); endmodule",
        "module n #(parameter A = 1 + 2) (); wire [A:3] w; endmodule module m; n #(4) i (); n #(.A(6)) j (); endmodule",
      ]),
    );
  });

  test("a range goes with what selects a part", () => {
    expect(offered(widths, "module m; wire [3:0] a = 1; wire b = a[2] + a[i[1]:0]; endmodule")).toEqual([
      "module m; wire a = 1; wire b = a + a; endmodule",
    ]);
  });

  test("a register and the only process that writes it become a wire with a value", () => {
    const text =
      "module m; reg [3:0] a; reg b, c; always @* a = c + 1; initial b = 0; always @(c) if (c) a = 2; endmodule";
    expect(offered(assigns, text)).toEqual([
      "module m; wire [3:0] a=c + 1; reg b, c; initial b = 0; always @(c) if (c) a = 2; endmodule",
    ]);
  });

  test("one side of a condition of the preprocessor stands in its place, the likely ones at once", () => {
    const text =
      "`define A\n`ifdef A\nmodule m;\n`else\nmodule n;\n`endif\nendmodule\n`ifdef B\nmodule o; endmodule\n`endif\n";
    expect(offered(ifdefs, text)).toEqual(
      expect.arrayContaining([
        "`define A module m; endmodule",
        "`define A module n; endmodule `ifdef B module o; endmodule `endif",
        "`define A endmodule `ifdef B module o; endmodule `endif",
      ]),
    );
  });

  test("an arm stands for its condition, and statements for their block", () => {
    const text = "module m; initial if (a) x = 1; else begin y = 2; z = 3; end endmodule";
    expect(offered(arms, text)).toEqual(
      expect.arrayContaining([
        "module m; initial x = 1; endmodule",
        "module m; initial begin y = 2; z = 3; end endmodule",
      ]),
    );
  });
});

test("attributes are a part of what they stand before, and go with it", () => {
  const text = `(* top *) module m; (* keep, w = "a,b" *) wire a; (* x *) always @* begin end endmodule`;
  const { tree, language } = syntaxOf(verilog, text);
  const parents = Array.from(tree.kind).flatMap((kind, node) =>
    language.kinds[kind] === "attribute_instance"
      ? [language.kinds[tree.kind[tree.parent[node] as number] as number]]
      : [],
  );
  expect(parents).toEqual(["module_declaration", "declaration", "process"]);
  expect(tree.hollow).toBe(0);
});

test.each([
  ["(* a *) module m; endmodule", "(* a *)"],
  ["module m; (* a *) wire b; endmodule", "module m; (* a *) endmodule"],
  ["(* a = 1 *) module m; endmodule", "(* a 1 *) module m; endmodule"],
  ["(* a, b *) module m; endmodule", "(* a, *) module m; endmodule"],
  ["module m; wire a = $unsigned(1); endmodule", "module m; wire a = $unsigned(); endmodule"],
  ["module m; wire a = $signed(1); endmodule", "module m; wire $signed; endmodule"],
  ["module m; n #(.W(1)) u (); endmodule", "module m; n #(.W(1)) u; endmodule"],
  [
    "module m; parameter W = 1; input [W-1:0] a; n #(.W(W)) u (a); endmodule",
    "module m; input [W-1:0] a; n #(.W(W)) u (a); endmodule",
  ],
  ["module m; specify $setup(a, b, 0); endspecify endmodule", "module m; specify ; endspecify endmodule"],
  ["module m; specify $setup(a, b, 0); endspecify endmodule", "specify $setup(a, b, 0); endspecify"],
  ["module m; always @(a) b = 1; endmodule", "module m; always @ 0 b = 1; endmodule"],
])("%s does not become %s", (text, candidate) => {
  const keeps = (own: string): boolean => {
    const [source, tree] = [verilog.parse(text), verilog.parse(own)];
    return tree.errors <= source.errors && verilog.keepsMeaning?.(tree, source) !== false;
  };
  expect([keeps(text), keeps(candidate)]).toEqual([true, false]);
});

test("a design is reduced to a design", () => {
  const text = designOf(3, 6);
  const { text: result } = reduced(auto({ language: verilog, rename: false, valid: "whole" }), text, (each) =>
    /always @\(posedge clk\)[^]*<=/.test(each),
  );
  expect(verilog.parse(result)).toMatchObject({ errors: 0, hollow: 0 });
  expect(result.length).toBeLessThan(90);
});

test.skipIf(lacks("yosys", "iverilog"))("at least 95 % of the candidates for designs are accepted by yosys", () => {
  const counts = [designOf(0, 5), fileText("traffic.v"), fileText("alu.v")].map((text, salt) =>
    rejectedOf(text, candidatesFor(verilog, text, salt), 25),
  );
  const tested = counts.reduce((sum, each) => sum + each.tested, 0);
  const rejected = counts.flatMap((each) => each.rejected);
  expect(tested).toBeGreaterThan(50);
  expect(rejected.slice(0, rejected.length > 0.05 * tested ? 5 : 0)).toEqual([]);
});
