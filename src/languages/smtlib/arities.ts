/** How many arguments sorts of theories take, and how many indices their functions. */

/** Words and what belongs to each: "a 1 2, b 3". */
const tableOf = (text: string): ReadonlyMap<string, readonly number[]> =>
  new Map(
    text.split(", ").map((each) => {
      const [name = "", ...numbers] = each.split(" ");
      return [name, numbers.map(Number)] as const;
    }),
  );

const SORTS = tableOf(
  "Bool 0, Int 0, Real 0, String 0, RegLan 0, RegEx 1, RoundingMode 0, Unicode 0, Char 0, Float16 0, Float32 0, Float64 0, " +
    "Float128 0, Array 2, Seq 1, Set 1, Bag 1, List 1, Pair 2, Relation 1, Tuple 1, UnitTuple 0, -> 2",
);

/** Those of which there may be more. */
const OPEN = new Set(["Array", "Relation", "Tuple", "->"]);

/** Whether theories have such a sort; names with dots are as good as theirs. */
export const isSortOfTheory = (name: string): boolean => SORTS.has(name) || name.includes(".");

export const takesSorts = (name: string, count: number): boolean => {
  const wanted = SORTS.get(name)?.[0];
  return wanted === undefined || wanted === count || (OPEN.has(name) && count > wanted);
};

/** By name: the least value of each index. */
const INDICES = tableOf(
  "BitVec 1, FloatingPoint 2 2, extract 0 0, zero_extend 0, sign_extend 0, repeat 1, rotate_left 0, rotate_right 0, int2bv 1, " +
    "divisible 1, to_fp 2 2, to_fp_unsigned 2 2, fp.to_ubv 1, fp.to_sbv 1, +oo 2 2, -oo 2 2, +zero 2 2, -zero 2 2, NaN 2 2, re.^ 0",
);

/** Are these the indices that a sort or a function takes? What is not known takes any. */
export const takesIndices = (name: string, indices: readonly string[]): boolean => {
  const least = /^bv\d+$/.test(name) ? [1] : INDICES.get(name);
  if (least === undefined) return true;
  return indices.length === least.length && indices.every((index, place) => Number(index) >= (least[place] ?? 0));
};
