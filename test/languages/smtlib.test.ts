/** SMT-LIB: what its parser finds wrong, what its passes list, and that a reduction goes well. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { passes } from "../../src/languages/smtlib/passes/index.ts";
import { scriptOf } from "../../src/languages/smtlib/analysis.ts";
import type { Edit, Pass, Syntax } from "../../src/languages/pass.ts";
import { auto } from "../../src/pipelines/auto.ts";
import { applied } from "../../src/pipelines/passes/applied.ts";
import { languageNamed, reduced, syntaxOf } from "../passes/support.ts";
import { draws } from "../support/seeds.ts";
import { drawnScript } from "./smtlib-scripts.ts";

const smtlib = await languageNamed("smtlib");

const FOLDER = fileURLToPath(new URL("../fixtures/smtlib/", import.meta.url));
const REALISTIC = readdirSync(FOLDER).map((name) => readFileSync(FOLDER + name, "utf8"));
const DRAWN = Array.from({ length: 50 }, (_, seed) => drawnScript(seed));

const OWN: readonly Pass[] = [
  ...new Set([...(passes.first ?? []), ...(passes.coarse ?? []), ...(passes.fine ?? []), ...(passes.last ?? [])]),
];

const named = (name: string): Pass => OWN.find((pass) => pass.name === name) as Pass;

/** Each thing that a pass would do, by itself. */
const changesOf = (pass: Pass, syntax: Syntax): readonly (readonly Edit[])[] => {
  switch (pass.kind) {
    case "rewrites":
      return pass.rewrites(syntax);
    case "coupled":
      return pass.changes(syntax);
    case "levels": {
      const found: (readonly Edit[])[] = [];
      for (let level = 0; ; level++) {
        const rewrites = pass.rewrites(syntax, level);
        if (rewrites === undefined) return found;
        found.push(...rewrites);
      }
    }
    case "texts":
      return pass.texts(syntax).map((text) => [{ start: 0, end: syntax.tree.text.length, text }]);
    case "cuts":
    case "edits":
    case "shortenings":
      return [];
  }
};

/** What a pass makes of a text, without what is not well-sorted. */
const offers = (name: string, text: string): readonly string[] => {
  const syntax = syntaxOf(smtlib, text);
  return changesOf(named(name), syntax)
    .map((edits) => applied(text, edits))
    .filter((other) => smtlib.parse(other).errors <= syntax.tree.errors);
};

describe("the parser", () => {
  test("finds nothing wrong with realistic and drawn scripts", () => {
    for (const text of [...REALISTIC, ...DRAWN])
      expect({ text, errors: smtlib.parse(text).errors }).toEqual({ text, errors: 0 });
  });

  test.each([
    ["a name that is not there", "(assert (= x 0))"],
    ["an argument too few", "(declare-fun f (Int Int) Bool) (assert (f 1))"],
    ["an argument of another sort", "(declare-fun f (Int) Bool) (assert (f true))"],
    ["bit vectors of two widths", "(assert (= #x0 #b0))"],
    ["bits that are not there", "(assert (= ((_ extract 4 0) #x0) #b00000))"],
    ["a sort that is not there", "(declare-const x U)"],
    ["a sort without its argument", "(declare-const x (Seq))"],
    ["a formula of another sort", "(assert 1)"],
    ["a name used before it is declared", "(assert x) (declare-const x Bool)"],
    ["a name that was popped", "(push 1) (declare-const x Bool) (pop 1) (assert x)"],
    ["a variable outside of what binds it", "(assert (or (exists ((x Bool)) x) x))"],
    ["the variable of a let in its own value", "(assert (let ((x true) (y x)) y))"],
    ["a pop without its push", "(pop 1)"],
    ["a bracket too many", "(check-sat))"],
    ["a bracket too few", "(assert (not true)"],
    ["a string without its end", '(echo "a'],
    ["something outside of commands", "true"],
    ["an option without its keyword", "(set-option true)"],
    ["information without its value", "(set-info :status)"],
    ["an annotation without its keyword", "(assert (! true a))"],
    ["a name that is none", "(assert (! true :named))"],
  ])("finds %s", (_, text) => {
    expect(smtlib.parse(text).errors).toBeGreaterThan(0);
  });

  test.each([
    ["functions of solvers that it does not know", "(assert (set.member 1 (set.singleton 1)))"],
    ["commands that it does not know", "(my-command 1 (a b))"],
    ["Int in the place of Real", "(declare-const x Real) (assert (< x 1 (+ x 2.5)))"],
    ["names in bars", "(declare-const |a b| Bool) (assert |a b|) (declare-const |c| Bool) (assert c)"],
    ["shadows", "(declare-const x Int) (assert (exists ((x Bool)) (let ((x (not x))) x)))"],
    ["recursion", "(define-fun-rec f ((n Int)) Int (ite (< n 1) 0 (f (- n 1)))) (assert (= (f 3) 0))"],
    [
      "datatypes in the older form",
      "(declare-datatypes (T) ((Lst nil (add (hd T) (tl Lst))))) (declare-const x (Lst Int))",
    ],
    ["brackets in comments and strings", '; (\n(echo "a "" ) ;")'],
  ])("takes %s", (_, text) => {
    expect(smtlib.parse(text).errors).toBe(0);
  });

  test("knows the sorts of terms", () => {
    const text =
      "(declare-datatype P ((p (l Int) (r (Seq Bool))))) (declare-const a (Array Int (_ BitVec 8))) (declare-const q P)" +
      " (assert (let ((x (select a 1))) (= (concat x #b1) (ite (seq.nth (r q) 0) #b000000000 ((_ zero_extend 1) x)))))";
    const { source, sorts } = scriptOf(smtlib.parse(text));
    const sortOf = (term: string): string | undefined =>
      [...sorts.keys()].flatMap((node) =>
        source.text.slice(source.start[node], source.end[node]) === term ? (sorts[node]?.text ?? []) : [],
      )[0];
    expect(
      ["(select a 1)", "(concat x #b1)", "(r q)", "(seq.nth (r q) 0)", "((_ zero_extend 1) x)"].map(sortOf),
    ).toEqual(["(_ BitVec 8)", "(_ BitVec 9)", "(Seq Bool)", "Bool", "(_ BitVec 9)"]);
  });

  test("reads 20,000 nested terms, lets and sorts without touching the stack", () => {
    const deep = 20_000;
    const of = (open: string, inner: string, close: string): string => open.repeat(deep) + inner + close.repeat(deep);
    for (const [text, errors] of [
      [`(assert ${of("(not ", "true", ")")})`, 0],
      [`(assert ${of("(let ((x true)) ", "x", ")")})`, 0],
      [`(declare-const x ${of("(Seq ", "Int", ")")})`, 0],
      [of("(", "", ""), deep],
    ] as const)
      expect(smtlib.parse(text).errors).toBe(errors);
  });
});

describe("passes", () => {
  test.each([
    [
      "datatypes",
      "(declare-datatypes ((A 0) (B 0)) (((a) (c (d Int))) ((b))))(declare-const x A)(assert (= x a))",
      [
        "(declare-datatypes ((A 0)) (((a) (c (d Int)))))(declare-const x A)(assert (= x a))",
        "(declare-datatypes ((A 0) (B 0)) (((a)) ((b))))(declare-const x A)(assert (= x a))",
      ],
    ],
    [
      "fields",
      "(declare-datatypes ((A 0)) (((c (d Int) (e Bool)))))(assert (= 1 (d (c 1 true))))",
      ["(declare-datatypes ((A 0)) (((c (d Int)))))(assert (= 1 (d (c 1))))"],
    ],
    [
      "other leaves",
      "(declare-const x Int)(declare-const y Int)(assert (< x (+ y 2)))",
      [
        "(declare-const x Int)(declare-const y Int)(assert true)",
        "(declare-const x Int)(declare-const y Int)(assert false)",
        ...["0", "1", "x", "y"].map((leaf) => `(declare-const x Int)(declare-const y Int)(assert (< x ${leaf}))`),
      ],
    ],
    [
      "moved terms",
      "(declare-const x Int)(assert (= 3 (mod x 7)))(assert (< x 0))",
      ["x", "0"].map((leaf) => `(declare-const x Int)(assert ${"(< x 0)".replace(leaf, "(mod x 7)")})`),
    ],
    ["moved terms", "(assert (exists ((q Int)) (< (+ q 1) 0)))(assert (= 1 2))", []],
    ["assertions", "(assert true)\n(assert false)", ["(assert false)", "(assert true)"]],
    [
      "unused declarations",
      "(declare-const x Int)(declare-const y Bool)(assert y)",
      ["(declare-const y Bool)(assert y)"],
    ],
    ["commands", "(push 1)(check-sat)(pop 1)", ["(push 1)(pop 1)", "(check-sat)"]],
    ["terms to constants", "(assert (= 1 (+ 1 2)))", ["(assert (= 1 0))"]],
    [
      "terms to variables",
      "(declare-const s String)(assert (= s (str.++ s s)))",
      ["(declare-const s String)(assert (= s s))"],
    ],
    ["terms to parts", "(assert (exists ((q Int)) (= q 1)))", ["(assert (= 0 1))"]],
    [
      "terms to parts",
      "(assert (! (let ((x true)) (not x)) :named a))",
      [
        "(assert (let ((x true)) (not x)))",
        "(assert (! (not true) :named a))",
        "(assert (! true :named a))",
        "(assert (! (let ((x true)) x) :named a))",
      ],
    ],
    [
      "spare arguments",
      "(assert (or true false true))",
      ["(assert (or false true))", "(assert (or true true))", "(assert (or true false))"],
    ],
    [
      "variables merged",
      "(declare-const x Int)(declare-const y Int)(assert (< x y))",
      ["(declare-const x Int)(assert (< x x))"],
    ],
    ["variables to constants", "(declare-const x Bool)(assert (not x))", ["(assert (not true))"]],
    ["definitions declared", "(define-fun f ((x Int)) Bool (< x 1))", ["(declare-fun f (Int) Bool)"]],
    ["definitions inlined", "(define-fun f ((x Int)) Bool (< x 1))(assert (f 2))", ["(assert (< 2 1))"]],
    [
      "parameters",
      "(declare-fun f (Int Bool) Bool)(assert (f 0 true))",
      ["(declare-fun f (Bool) Bool)(assert (f true))", "(declare-fun f (Int) Bool)(assert (f 0))"],
    ],
    [
      "bound variables",
      "(assert (forall ((x Bool) (y Bool)) (or x y)))",
      [
        "(assert (forall ((y Bool)) (or true y)))",
        "(assert (forall ((y Bool)) (or y y)))",
        "(assert (forall ((x Bool)) (or x true)))",
        "(assert (forall ((x Bool)) (or x x)))",
      ],
    ],
    ["sorts inlined", "(define-sort F () Int)(declare-const x F)", ["(declare-const x Int)"]],
    [
      "simpler sorts",
      "(declare-sort U 0)(declare-fun f (U) U)",
      ["(declare-fun f (Bool) Bool)", "(declare-fun f (Int) Int)"],
    ],
    ["simpler sorts", "(declare-const x Real)(assert (< x 1.5))", ["(declare-const x Int)(assert (< x 1))"]],
    [
      "narrower",
      "(declare-const x (_ BitVec 4))(assert (= x #xa (_ bv3 4)))",
      [
        "(declare-const x (_ BitVec 1))(assert (= x #b0 (_ bv1 1)))",
        "(declare-const x (_ BitVec 2))(assert (= x #b10 (_ bv3 2)))",
      ],
    ],
    [
      "narrower",
      "(declare-const x Float32)(assert (fp.lt x (_ +oo 8 24)))",
      ["(declare-const x (_ FloatingPoint 2 3))(assert (fp.lt x (_ +oo 2 3)))"],
    ],
    ["declare-const", "(declare-fun |a b| () Int)", ["(declare-const |a b| Int)"]],
    ["bare forms", "(push 1)(pop 1)", ["(push)(pop 1)", "(push 1)(pop)"]],
    ["short names", "(declare-const long Int)(assert (= long 0))", ["(declare-const a Int)(assert (= a 0))"]],
    [
      "compact",
      "(assert (= 1\n  (+ 1 2) ) )\n(exit)",
      ["(assert(= 1(+ 1 2)))(exit)", "(assert(= 1(+ 1 2)))\n(exit)\n"],
    ],
  ])("%s of %s", (name, text, wanted) => {
    expect(new Set(offers(name, text))).toEqual(new Set(wanted));
  });

  test.each(OWN)("$name lists edits inside the text that do not overlap", (pass) => {
    for (const text of [...REALISTIC, ...DRAWN.slice(0, 10)]) {
      const syntax = syntaxOf(smtlib, text);
      for (const change of changesOf(pass, syntax)) {
        const sorted = change.toSorted((a, b) => a.start - b.start);
        const wrong = sorted.filter(
          ({ start, end }, i) => start < (sorted[i - 1]?.end ?? 0) || end < start || end > text.length,
        );
        expect({ name: pass.name, wrong }).toEqual({ name: pass.name, wrong: [] });
      }
    }
  });

  test("list something for anything, without throwing", () => {
    const random = draws(5);
    for (const text of [...REALISTIC, "(", ")", "(let", "(assert (let ((", "(declare-datatypes ((", "|", '"']) {
      const from = random.below(text.length);
      const syntax = syntaxOf(smtlib, text.slice(0, from) + text.slice(from + random.below(40)));
      for (const pass of OWN) expect(changesOf(pass, syntax).length).toBeGreaterThanOrEqual(0);
    }
  });
});

describe("a reduction", () => {
  test.each([true, false])("with rename %s leaves what is needed, and asks little", (rename) => {
    const text = drawnScript(3, 60);
    const needs = (each: string): boolean =>
      /\(seq\.nth [^()]*\)|\(seq\.nth \(/.test(each) && each.includes("(check-sat)");
    const { text: result, rendered } = reduced(
      auto({ language: smtlib, rename, valid: "whole" }),
      text,
      (each) => needs(each) && smtlib.parse(each).errors === 0,
    );
    expect(result.length).toBeLessThan(110);
    expect(rendered).toBeLessThan(200);
  });
});

test("a term moves into another assertion only when nothing else goes", () => {
  const text =
    "(declare-const x Int)(declare-fun f (Int) Bool)(assert (f (mod x 7)))(push)(assert (< x (+ 1 0)))(check-sat)";
  const needed = (each: string): boolean => /mod/.test(each) && /< x|\(</.test(each) && /check-sat/.test(each);
  let sinceChange: string[] = [];
  const before: (readonly string[])[] = [];
  const { text: left } = reduced(auto({ language: smtlib, rename: false, valid: false }), text, (each, step) => {
    if (step.pass === "moved terms") before.push(sinceChange);
    sinceChange = needed(each) ? [] : [...sinceChange, step.pass ?? ""];
    return needed(each);
  });
  expect(before[0]).toEqual(expect.arrayContaining(["terms to parts", "other leaves"]));
  expect(left.length).toBeLessThan(text.length / 2);
});

test("brackets stay balanced in a script that is not well-sorted", () => {
  const script = "(declare-const width Int)\n(assert (> width 10))\n(assert (< (+ width depth) 100))\n(check-sat)\n";
  expect(smtlib.parse(script)).toMatchObject({ errors: 1, torn: 0 });
  expect(smtlib.parse("(assert depth").torn).toBe(1);
  const { text } = reduced(auto({ language: smtlib, rename: false, valid: "whole" }), script, (each) =>
    each.includes("depth"),
  );
  expect(text).toContain("depth");
  expect(smtlib.parse(text).torn).toBe(0);
  const torn = reduced(auto({ language: smtlib, rename: false, valid: false }), script, (each) =>
    each.includes("depth"),
  );
  expect(torn.text.trim()).toBe("depth");
});
