/** What operators and functions of the languages give, by the types of what they get. */
import type { Dialect } from "./dialect.ts";
import { elementOf, joined, shapeOf, typeOfShape, type Shape } from "./types.ts";

/** Functions whose value is of the type of their arguments. */
const LIKE_FIRST =
  /^(?:abs|a?(?:sin|cos|tan)h?|atan2|ceil|floor|trunc|fract|frac|round|roundEven|rint|sign|normalize|min|max|clamp|mix|lerp|saturate|smoothstep|reflect|refract|pow|exp2?|log2?|log10|sqrt|inverseSqrt|inversesqrt|rsqrt|rcp|radians|degrees|countOneBits|countLeadingZeros|countTrailingZeros|reverseBits|reversebits|extractBits|insertBits|bitfieldExtract|bitfieldInsert|bitfieldReverse|bitCount|countbits|findLSB|findMSB|firstLeadingBit|firstTrailingBit|firstbithigh|firstbitlow|faceForward|faceforward|fma|mad|ldexp|mod|fmod|modf|select|dpdx\w*|dpdy\w*|fwidth\w*|dFdx\w*|dFdy\w*|ddx\w*|ddy\w*|quantizeToF16|inverse|not|cross|matrixCompMult)$/;
const SCALAR = /^(?:dot|length|distance|determinant)$/;
const BOOLEAN = /^(?:any|all)$/;
const BOOLEANS = /^(?:isnan|isinf|isfinite|lessThan|lessThanEqual|greaterThan|greaterThanEqual|equal|notEqual)$/;
const FIXED: Readonly<Record<string, string>> = {
  floatBitsToInt: "i32",
  floatBitsToUint: "u32",
  intBitsToFloat: "f32",
  uintBitsToFloat: "f32",
  asfloat: "f32",
  asint: "i32",
  asuint: "u32",
};

export const callType = (name: string, given: readonly (string | undefined)[]): string | undefined => {
  const [first] = given;
  const shape = first === undefined ? undefined : shapeOf(first);
  if (BOOLEAN.test(name)) return "bool";
  if (LIKE_FIRST.test(name))
    return given.length > 1 && /^(?:min|max|clamp|mix|lerp|smoothstep|pow|select)$/.test(name)
      ? joined(first, given[1])
      : first;
  if (name === "step") return given[1];
  if (shape === undefined) return undefined;
  if (SCALAR.test(name)) return shape.scalar;
  if (BOOLEANS.test(name)) return typeOfShape({ ...shape, scalar: "bool" });
  if (name === "transpose") return typeOfShape({ ...shape, columns: shape.rows, rows: shape.columns });
  const fixed = Object.hasOwn(FIXED, name) ? FIXED[name] : undefined;
  return fixed === undefined ? undefined : typeOfShape({ ...shape, scalar: fixed });
};

const COMPARES = /^(?:==|!=|<=?|>=?)$/;

export const operatorType = (
  operator: string,
  [left, right]: readonly [left: string | undefined, right: string | undefined],
  { name }: Dialect,
): string | undefined => {
  if (/^(?:&&|\|\||\^\^)$/.test(operator)) return "bool";
  if (left === undefined || right === undefined) return undefined;
  if (/^(?:<<|>>)$/.test(operator)) return left;
  const [a, b] = [shapeOf(left), shapeOf(right)];
  if (COMPARES.test(operator))
    return name === "glsl" || a === undefined || b === undefined
      ? "bool"
      : typeOfShape({ ...(a.rows > b.rows ? a : b), scalar: "bool" });
  if (operator === "*" && name !== "hlsl" && a !== undefined && b !== undefined && a.columns * b.columns > 1)
    return product(a, b, joined(a.scalar, b.scalar) ?? a.scalar);
  return joined(left, right);
};

/** One of them is a matrix. */
const product = (a: Shape, b: Shape, scalar: string): string => {
  if (a.rows === 1) return typeOfShape({ ...b, scalar });
  if (b.rows === 1) return typeOfShape({ ...a, scalar });
  if (b.columns === 1) return typeOfShape({ scalar, columns: 1, rows: a.rows });
  if (a.columns === 1) return typeOfShape({ scalar, columns: 1, rows: b.columns });
  return typeOfShape({ scalar, columns: b.columns, rows: a.rows });
};

/** The type of `a[i]`. */
export const indexedType = (type: string): string | undefined => {
  const element = elementOf(type);
  const shape = shapeOf(type);
  if (element !== undefined || shape === undefined) return element;
  if (shape.columns > 1) return typeOfShape({ ...shape, columns: 1 });
  return shape.rows > 1 ? shape.scalar : undefined;
};

/** The type of `a.xyz`. */
export const swizzledType = (type: string, letters: string): string | undefined => {
  const shape = shapeOf(type);
  if (shape === undefined || shape.columns > 1 || !/^(?:[xyzw]{1,4}|[rgba]{1,4}|[stpq]{1,4})$/.test(letters))
    return undefined;
  return typeOfShape({ ...shape, rows: letters.length });
};

/** The type of a number as it is written. */
export const numberType = (text: string, { name }: Dialect): string => {
  const isHex = /^0[xX]/.test(text);
  if (/u$/i.test(text)) return "u32";
  if (/h$/i.test(text) && !isHex) return "f16";
  if (/lf$/i.test(text)) return "f64";
  const isFloat = isHex ? /[.pP]/.test(text) : /[.eEfF]/.test(text);
  if (name !== "wgsl") return isFloat ? "f32" : "i32";
  if (!isHex && text.endsWith("f")) return "f32";
  return text.endsWith("i") ? "i32" : isFloat ? "af" : "ai";
};
