/** The functions of the theories: their signatures, and what they give. */
import { takesIndices } from "./arities.ts";
import {
  bitVector,
  floatingPoint,
  instantiated,
  matches,
  readSort,
  STRINGS,
  widthOf,
  type Bindings,
  type MaybeSort,
} from "./sorts.ts";

export interface Signature {
  readonly params: readonly MaybeSort[];
  /** The last parameter may stand there more than once. */
  readonly isOpen?: boolean;
  /** How many arguments there must be. */
  readonly least: number;
  readonly result: MaybeSort;
}

/** Names, their parameters, their result. `*`: any number of arguments like the one before it, `+`: one more than there are, or many. */
const TABLE = `
true false -> Bool
not : Bool -> Bool
and or xor => : Bool * -> Bool
= distinct : ?A ?A * -> Bool
ite : Bool ?A ?A -> ?A
+ - * : ?N * -> ?N
/ : Real Real * -> Real
div mod rem : Int Int * -> Int
abs ^ ** : ?N ?N -> ?N
abs : ?N -> ?N
< <= > >= : ?N ?N * -> Bool
to_real : Int -> Real
to_int : Real -> Int
is_int : Real -> Bool
divisible : Int -> Bool
select : (Array~?A~?B) ?A -> ?B
store : (Array~?A~?B) ?A ?B -> (Array~?A~?B)
bvnot bvneg bvredor bvredand : ?V -> ?V
bvand bvor bvxor bvadd bvmul : (_~BitVec~?m) (_~BitVec~?m) * -> (_~BitVec~?m)
bvxnor bvnand bvnor bvsub bvudiv bvurem bvsdiv bvsrem bvsmod bvshl bvlshr bvashr : (_~BitVec~?m) (_~BitVec~?m) -> (_~BitVec~?m)
bvcomp : (_~BitVec~?m) (_~BitVec~?m) -> (_~BitVec~1)
bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge : (_~BitVec~?m) (_~BitVec~?m) -> Bool
bvuaddo bvsaddo bvumulo bvsmulo bvusubo bvssubo bvsdivo : (_~BitVec~?m) (_~BitVec~?m) -> Bool
bvumul_noovfl bvsmul_noovfl bvsmul_noudfl : (_~BitVec~?m) (_~BitVec~?m) -> Bool
bvnego : (_~BitVec~?m) -> Bool
bv2nat bv2int ubv_to_int sbv_to_int : (_~BitVec~?m) -> Int
rotate_left rotate_right : (_~BitVec~?m) -> (_~BitVec~?m)
str.++ : String * -> String
str.len str.to_code str.to_int str.to.int : String -> Int
str.< str.<= str.prefixof str.suffixof str.contains : String String -> Bool
str.at : String Int -> String
str.substr : String Int Int -> String
str.indexof : String String Int -> Int
str.indexof : String String -> Int
str.replace str.replace_all : String String String -> String
str.replace_re str.replace_re_all : String RegLan String -> String
str.is_digit : String -> Bool
str.from_code str.from_int int.to.str : Int -> String
str.rev str.to_lower str.to_upper : String -> String
str.in_re str.in.re : String RegLan -> Bool
str.to_re str.to.re : String -> RegLan
re.none re.all re.allchar re.nostr -> RegLan
re.++ re.union re.inter re.diff : RegLan RegLan * -> RegLan
re.* re.+ re.opt re.comp re.loop re.^ : RegLan -> RegLan
re.range : String String -> RegLan
seq.unit : ?A -> (Seq~?A)
seq.++ : ?S * -> ?S
seq.len : ?S -> Int
seq.extract : ?S Int Int -> ?S
seq.indexof : ?S ?S Int -> Int
seq.indexof : ?S ?S -> Int
seq.at : ?S Int -> ?S
seq.nth : (Seq~?A) Int -> ?A
seq.contains seq.prefixof seq.suffixof : ?S ?S -> Bool
seq.replace : ?S ?S ?S -> ?S
seq.update : ?S Int ?S -> ?S
seq.rev : ?S -> ?S
fp.abs fp.neg : (_~FloatingPoint~?e~?s) -> (_~FloatingPoint~?e~?s)
fp.add fp.sub fp.mul fp.div : RoundingMode (_~FloatingPoint~?e~?s) (_~FloatingPoint~?e~?s) -> (_~FloatingPoint~?e~?s)
fp.fma : RoundingMode (_~FloatingPoint~?e~?s) (_~FloatingPoint~?e~?s) (_~FloatingPoint~?e~?s) -> (_~FloatingPoint~?e~?s)
fp.sqrt fp.roundToIntegral : RoundingMode (_~FloatingPoint~?e~?s) -> (_~FloatingPoint~?e~?s)
fp.rem fp.min fp.max : (_~FloatingPoint~?e~?s) (_~FloatingPoint~?e~?s) -> (_~FloatingPoint~?e~?s)
fp.leq fp.lt fp.geq fp.gt fp.eq : (_~FloatingPoint~?e~?s) (_~FloatingPoint~?e~?s) * -> Bool
fp.isNormal fp.isSubnormal fp.isZero fp.isInfinite fp.isNaN fp.isNegative fp.isPositive : (_~FloatingPoint~?e~?s) -> Bool
fp.to_real : (_~FloatingPoint~?e~?s) -> Real
RNE RNA RTP RTN RTZ -> RoundingMode
roundNearestTiesToEven roundNearestTiesToAway roundTowardPositive roundTowardNegative roundTowardZero -> RoundingMode
at-most at-least : Bool * -> Bool
implies iff : Bool Bool -> Bool
`;

const readSignature = (line: string): readonly (readonly [string, Signature])[] => {
  const [left = "", result = ""] = line.split(" -> ");
  const [names = "", params = ""] = left.split(" : ");
  const words = params.split(" ").filter((word) => word !== "");
  const isOpen = words.at(-1) === "*";
  const sorts = (isOpen ? words.slice(0, -1) : words).map((word) => readSort(word.replaceAll("~", " ")));
  const signature = { params: sorts, isOpen, least: sorts.length, result: readSort(result.replaceAll("~", " ")) };
  return names.split(" ").map((name) => [name, signature] as const);
};

const SIGNATURES: ReadonlyMap<string, readonly Signature[]> = (() => {
  const found = new Map<string, Signature[]>();
  for (const line of TABLE.trim().split("\n"))
    for (const [name, signature] of readSignature(line)) found.set(name, [...(found.get(name) ?? []), signature]);
  return found;
})();

/** A function at work: `(_ extract 7 0)` has indices. */
export interface Application {
  readonly indices: readonly string[];
  readonly args: readonly MaybeSort[];
}

/** Whether it may be applied so, and to which sort it leads. */
export interface Applied {
  readonly fits: boolean;
  readonly sort: MaybeSort;
}

export const UNKNOWN: Applied = { fits: true, sort: undefined };
const UNFIT: Applied = { fits: false, sort: undefined };
const giving = (sort: MaybeSort): Applied => ({ fits: true, sort });

export const applySignature = (
  { params, isOpen = false, least, result }: Signature,
  args: readonly MaybeSort[],
): Applied => {
  if (args.length < least || (!isOpen && args.length > params.length)) return UNFIT;
  const bindings: Bindings = new Map();
  const fits = args.every((arg, index) => {
    const param = params[Math.min(index, params.length - 1)];
    return param === undefined || matches(param, arg, bindings);
  });
  return fits ? giving(instantiated(result, bindings)) : UNFIT;
};

/** Bit vectors whose widths are computed. */
const ofWidth = (arg: MaybeSort, width: (of: number) => number): Applied => {
  if (arg === undefined) return UNKNOWN;
  const of = widthOf(arg);
  const wide = of === undefined ? Number.NaN : width(of);
  return wide >= 1 ? giving(bitVector(wide)) : UNFIT;
};

const COMPUTED: Readonly<Record<string, (application: Application) => Applied>> = {
  concat: ({ args }) => {
    if (args.length === 0) return UNFIT;
    if (args.some((arg) => arg !== undefined && widthOf(arg) === undefined)) return UNFIT;
    const widths = args.map((arg) => widthOf(arg) ?? Number.NaN);
    const sum = widths.reduce((total, width) => total + width, 0);
    return Number.isNaN(sum) ? UNKNOWN : giving(bitVector(sum));
  },
  extract: ({ indices: [high, low], args: [arg, ...more] }) => {
    if (more.length > 0) return UNFIT;
    return ofWidth(arg, (of) => (Number(high) < of && Number(low) >= 0 ? Number(high) - Number(low) + 1 : 0));
  },
  zero_extend: ({ indices: [by], args: [arg] }) => ofWidth(arg, (of) => of + Number(by)),
  sign_extend: ({ indices: [by], args: [arg] }) => ofWidth(arg, (of) => of + Number(by)),
  repeat: ({ indices: [times], args: [arg] }) => ofWidth(arg, (of) => of * Number(times)),
  bvredor: ({ args: [arg] }) => ofWidth(arg, () => 1),
  bvredand: ({ args: [arg] }) => ofWidth(arg, () => 1),
  bvnot: ({ args: [arg, ...more] }) => (more.length > 0 ? UNFIT : ofWidth(arg, (of) => of)),
  bvneg: ({ args: [arg, ...more] }) => (more.length > 0 ? UNFIT : ofWidth(arg, (of) => of)),
  int2bv: ({ indices: [width], args: [arg] }) =>
    arg === undefined || arg.head === "Int" ? giving(bitVector(Number(width))) : UNFIT,
  fp: ({ args }) => {
    const [sign, exponent, rest] = args.map(widthOf);
    if (args.length !== 3) return UNFIT;
    if (sign === undefined || exponent === undefined || rest === undefined)
      return args.some((arg) => arg !== undefined && widthOf(arg) === undefined) ? UNFIT : UNKNOWN;
    return sign === 1 ? giving(floatingPoint(String(exponent), String(rest + 1))) : UNFIT;
  },
  to_fp: ({ indices: [exponent = "", significand = ""], args }) =>
    args.length > 0 && args.length <= 3 ? giving(floatingPoint(exponent, significand)) : UNFIT,
  to_fp_unsigned: ({ indices: [exponent = "", significand = ""] }) => giving(floatingPoint(exponent, significand)),
  "fp.to_ubv": ({ indices: [width] }) => giving(bitVector(Number(width))),
  "fp.to_sbv": ({ indices: [width] }) => giving(bitVector(Number(width))),
  "fp.to_ieee_bv": ({ args: [arg] }) =>
    arg?.head === "_ FloatingPoint"
      ? giving(bitVector(Number(arg.args[0]?.text) + Number(arg.args[1]?.text)))
      : arg === undefined
        ? UNKNOWN
        : UNFIT,
};

/** Functions that solvers have besides: nothing is known of them but that they are there. */
const FURTHER =
  /[.@!]|^(?:bv|ext_|pb|to_|is-|fp$|map$|const$|as-array$|update|singleton$|union$|member$|subset$|insert$)/;

/** Whether a theory may have a function of that name. */
export const isOfTheory = (name: string): boolean =>
  SIGNATURES.has(name) || Object.hasOwn(COMPUTED, name) || FURTHER.test(name);

export const applyTheory = (name: string, application: Application): Applied => {
  if (!takesIndices(name, application.indices)) return UNFIT;
  const computed = Object.hasOwn(COMPUTED, name) ? COMPUTED[name] : undefined;
  if (computed !== undefined) return computed(application);
  const signatures = SIGNATURES.get(name);
  if (signatures === undefined) return FURTHER.test(name) ? UNKNOWN : UNFIT;
  for (const signature of signatures) {
    const applied = applySignature(signature, application.args);
    if (applied.fits) return applied;
  }
  return UNFIT;
};

/** What `(_ name indices)` is where it is no function. */
export const indexedConstant = (name: string, indices: readonly string[]): MaybeSort => {
  const [first = "", second = ""] = indices;
  if (/^bv\d+$/.test(name)) return bitVector(Number(first));
  if (/^(?:[+-](?:zero|oo)|NaN)$/.test(name)) return floatingPoint(first, second);
  return /^[Cc]har$/.test(name) ? STRINGS : undefined;
};

/** How few arguments are left where each may go by itself. */
export const leastArguments = (name: string): number | undefined => {
  const [signature, ...more] = SIGNATURES.get(name) ?? [];
  if (name === "concat") return 2;
  return signature?.isOpen === true && more.length === 0 ? Math.max(2, signature.least) : undefined;
};
