/** Scripts of SMT-LIB drawn at random: well-sorted, of several theories, with all that binds and defines names. */
import { draws } from "../support/seeds.ts";

/** By sort: what makes a term of it; words that are sorts stand for terms, by number. */
const MAKERS: Readonly<Record<string, readonly string[]>> = {
  Bool: [
    "(and $B $B $B)",
    "(or $B $B)",
    "(not $B)",
    "(xor $B $B)",
    "(=> $B $B)",
    "(ite $B $B $B)",
    "(= $B $B)",
    "(let ((l0 $B) (l1 $B)) (or l0 $B l1))",
  ],
  Int: [
    "(+ $I $I 1)",
    "(- $I)",
    "(* 2 $I)",
    "(ite $B $I $I)",
    "(div $I 3)",
    "(mod $I 5)",
    "(abs $I)",
    "(let ((n $I)) (+ n n))",
  ],
  Real: ["(+ $R $R)", "(* $R 1.5)", "(/ $R 2.0)", "(- $R $R)", "(ite $B $R $R)", "(to_real $I)"],
  V: [
    "(bvadd $V $V)",
    "(bvmul $V $V)",
    "(bvnot $V)",
    "(bvlshr $V #x01)",
    "(ite $B $V $V)",
    "(bvxor $V $V $V)",
    "((_ extract 7 0) (concat $V $V))",
    "((_ rotate_left 2) $V)",
    "((_ zero_extend 4) ((_ extract 5 2) $V))",
  ],
  A: ["(store $A $I $I)", "(ite $B $A $A)", "((as const (Array Int Int)) $I)"],
  String: [
    "(str.++ $S $S)",
    "(str.replace $S $S $S)",
    "(str.substr $S $I 2)",
    "(str.at $S $I)",
    "(ite $B $S $S)",
    "(str.from_int $I)",
  ],
  Q: ["(seq.++ $Q $Q)", "(seq.unit $I)", "(seq.extract $Q 0 $I)", "(seq.at $Q $I)", "(as seq.empty (Seq Int))"],
  F: ["(fp.add RNE $F $F)", "(fp.mul RTZ $F $F)", "(fp.neg $F)", "(fp.sqrt RNE $F)", "((_ to_fp 5 11) RNE 0.25)"],
  D: ["(cons $I $D)", "(tail $D)", "nil", "(ite $B $D $D)"],
  U: ["(f $U $I)", "(ite $B $U $U)"],
};

interface Theory {
  readonly letter: string;
  readonly sort: string;
  readonly leaves: readonly string[];
  /** What makes formulas of terms of the sort. */
  readonly formulas: readonly string[];
  readonly declarations?: readonly string[];
}

const THEORIES: readonly Theory[] = [
  {
    letter: "I",
    sort: "Int",
    leaves: ["0", "7", "(- 3)"],
    formulas: ["(< $I $I)", "(= $I $I)", "(exists ((q Int)) (= q $I))"],
  },
  { letter: "R", sort: "Real", leaves: ["0.5", "2.0"], formulas: ["(<= $R $R)", "(> $R 0.0)", "(is_int $R)"] },
  {
    letter: "V",
    sort: "(_ BitVec 8)",
    leaves: ["#xa5", "(_ bv3 8)", "#b00000001"],
    formulas: ["(bvult $V $V)", "(bvsle $V $V)"],
  },
  { letter: "A", sort: "(Array Int Int)", leaves: [], formulas: ["(= $A $A)", "(> (select $A $I) $I)"] },
  {
    letter: "S",
    sort: "String",
    leaves: ['""', '"a""b"'],
    formulas: ["(str.contains $S $S)", "(= (str.len $S) $I)", '(str.in_re $S (re.* (str.to_re "x")))'],
  },
  {
    letter: "Q",
    sort: "(Seq Int)",
    leaves: [],
    formulas: ["(seq.contains $Q $Q)", "(= (seq.len $Q) $I)", "(= (seq.nth $Q $I) $I)"],
  },
  {
    letter: "F",
    sort: "(_ FloatingPoint 5 11)",
    leaves: ["(_ +zero 5 11)", "(fp #b0 #b00001 #b0000000001)"],
    formulas: ["(fp.leq $F $F)", "(fp.isNaN $F)"],
  },
  {
    letter: "D",
    sort: "Chain",
    leaves: ["nil"],
    formulas: ["((_ is cons) $D)", "(= $D $D)", "(= (head $D) $I)"],
    declarations: ["(declare-datatypes ((Chain 0)) (((nil) (cons (head Int) (tail Chain)))))"],
  },
  {
    letter: "U",
    sort: "Thing",
    leaves: [],
    formulas: ["(= $U $U)", "(forall ((t Thing) (k Int)) (=> (> k $I) (= (f t k) $U)))", "(distinct $U $U $U)"],
    declarations: ["(declare-sort Thing 0)", "(declare-fun f (Thing Int) Thing)"],
  },
];

const SORTS: Readonly<Record<string, string>> = { B: "Bool", I: "Int", R: "Real", S: "String" };

/** A script of a few theories, which the seed chooses; integers are always among them. */
export const drawnScript = (seed: number, assertions = 12): string => {
  const random = draws(seed);
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  const [integers, ...others] = THEORIES as [Theory, ...Theory[]];
  const chosen = [integers, others[seed % others.length] as Theory, pick(others)].filter(
    (each, index, all) => all.indexOf(each) === index,
  );
  const letters = new Set(["B", ...chosen.map(({ letter }) => letter)]);
  const variables = new Map(
    [...letters].map((letter) => [letter, [0, 1, 2].map((i) => `${letter.toLowerCase()}_${i}`)]),
  );
  const leavesOf = (letter: string): readonly string[] => [
    ...(variables.get(letter) ?? []),
    ...(letter === "B" ? ["true", "(p i_0)"] : (chosen.find((each) => each.letter === letter)?.leaves ?? [])),
  ];
  const areKnown = (text: string): boolean =>
    [...text.matchAll(/\$(.)/g)].every(([, letter = ""]) => letters.has(letter));
  const term = (letter: string, depth: number): string => {
    const formulas = letter === "B" ? chosen.flatMap((each) => each.formulas) : [];
    const makers = [...(MAKERS[SORTS[letter] ?? letter] ?? []), ...formulas, ...formulas].filter(areKnown);
    if (depth === 0 || random.next() < 0.15) return pick(leavesOf(letter));
    return pick(makers).replaceAll(/\$(.)/g, (_, inner: string) => term(inner, depth - 1));
  };
  const asserts = Array.from({ length: assertions }, (_, i) =>
    i % 5 === 4
      ? `(push 1)\n(assert ${term("B", 3)})\n(check-sat)\n(pop 1)`
      : `(assert ${i === 0 ? `(! ${term("B", 3)} :named first)` : term("B", 2 + random.below(4))})`,
  );
  return [
    "; drawn",
    "(set-info :status unknown)",
    "(set-logic ALL)",
    ...chosen.flatMap(({ declarations = [] }) => declarations),
    ...[{ letter: "B", sort: "Bool" }, ...chosen].flatMap(({ letter, sort }) =>
      (variables.get(letter) ?? []).map((name, i) =>
        i === 0 ? `(declare-const ${name} ${sort})` : `(declare-fun ${name} () ${sort})`,
      ),
    ),
    "(declare-fun g (Int Bool) Int)",
    `(define-fun p ((x Int)) Bool (< x (g i_0 true)))`,
    ...asserts,
    "(check-sat)",
    "",
  ].join("\n");
};
