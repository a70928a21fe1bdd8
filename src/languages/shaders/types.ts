/** Types of values as short texts: "f32", "f32:3" (a vector), "f32:3x2" (columns and rows), "[f32;4]" (an array), "=S" (a struct). */
import type { Dialect, DialectName } from "./dialect.ts";

/** By dialect: how scalars are written; "af" and "ai" are the numbers of WGSL that have no type yet. */
const SCALARS: Readonly<Record<DialectName, Readonly<Record<string, string>>>> = {
  wgsl: { f32: "f32", f16: "f16", i32: "i32", u32: "u32", bool: "bool" },
  glsl: { f32: "float", f64: "double", i32: "int", u32: "uint", bool: "bool" },
  hlsl: { f32: "float", f64: "double", f16: "half", i32: "int", u32: "uint", bool: "bool" },
};

const SHORT: Readonly<Record<string, string>> = { f32: "f", f16: "h", i32: "i", u32: "u" };
const PREFIX: Readonly<Record<string, string>> = { f32: "", f64: "d", i32: "i", u32: "u", bool: "b" };

export interface Shape {
  readonly scalar: string;
  /** 1 for scalars and vectors. */
  readonly columns: number;
  /** 1 for scalars. */
  readonly rows: number;
}

const SHAPE = /^(\w+)(?::(?:(\d)x)?(\d))?$/;

/** The shape of a scalar, a vector or a matrix. */
export const shapeOf = (type: string): Shape | undefined => {
  const [, scalar, columns, rows] = SHAPE.exec(type) ?? [];
  return scalar === undefined ? undefined : { scalar, columns: Number(columns ?? 1), rows: Number(rows ?? 1) };
};

export const typeOfShape = ({ scalar, columns, rows }: Shape): string =>
  columns > 1 ? `${scalar}:${columns}x${rows}` : rows > 1 ? `${scalar}:${rows}` : scalar;

export const elementOf = (type: string): string | undefined =>
  type.startsWith("[") ? type.slice(1, type.lastIndexOf(";")) : undefined;

/** What is written, without white space. Names of structs are not looked up. */
export const readType = (text: string, dialect: Dialect): string | undefined => {
  const own = text.replaceAll(/\s/g, "");
  const scalar = scalarNamed(own, dialect);
  if (scalar !== undefined) return scalar;
  const known = READERS[dialect.name](own, dialect);
  if (known !== undefined) return known;
  return /^[A-Za-z_]\w*$/.test(own) && !dialect.types.test(own) ? `=${own}` : undefined;
};

const scalarNamed = (text: string, { name }: Dialect): string | undefined =>
  Object.entries(SCALARS[name]).find(([, written]) => written === text)?.[0];

const shaped = (
  scalar: string | undefined,
  columns: string | undefined,
  rows: string | undefined,
): string | undefined =>
  scalar === undefined || rows === undefined
    ? undefined
    : typeOfShape({ scalar, columns: Number(columns ?? 1), rows: Number(rows) });

const READERS: Readonly<Record<DialectName, (text: string, dialect: Dialect) => string | undefined>> = {
  wgsl(text, dialect) {
    const [, columns, rows, letter, inner] = /^(?:vec|mat(\d)x)(\d)(?:([fhiu])|<(\w+)>)$/.exec(text) ?? [];
    const scalar =
      Object.entries(SHORT).find(([, short]) => short === letter)?.[0] ?? scalarNamed(inner ?? "", dialect);
    if (rows !== undefined) return shaped(scalar, columns, rows);
    const [, element, length] = /^array<(.*?)(?:,(\w+))?>$/.exec(text) ?? [];
    const own = element === undefined ? undefined : readType(element, dialect);
    return own === undefined || length === undefined ? undefined : `[${own};${length}]`;
  },
  glsl(text) {
    const [, prefix, columns, rows] = /^([diub]?)(?:vec|mat(?=\d)(?:(\d)x)?)(\d)$/.exec(text) ?? [];
    const scalar = Object.entries(PREFIX).find(([, own]) => own === prefix)?.[0];
    const isSquare = /mat\d$/.test(text);
    return prefix === undefined ? undefined : shaped(scalar, isSquare ? rows : columns, rows);
  },
  hlsl(text, dialect) {
    const [, name = "", first, second] = /^([a-z]+)([1-4])(?:x([1-4]))?$/.exec(text) ?? [];
    const scalar = scalarNamed(name, dialect);
    return second === undefined ? shaped(scalar, undefined, first) : shaped(scalar, second, first);
  },
};

/** As the dialect writes it; nothing for what it has no short way to write. */
const writeType = (type: string, dialect: Dialect): string | undefined => {
  if (type.startsWith("=")) return type.slice(1);
  const element = elementOf(type);
  if (element !== undefined) {
    const inner = writeType(element, dialect);
    return dialect.name === "wgsl" && inner !== undefined
      ? `array<${inner},${type.slice(type.lastIndexOf(";") + 1, -1)}>`
      : undefined;
  }
  const shape = shapeOf(type);
  return shape === undefined ? undefined : writeShape(shape, dialect);
};

const writeShape = ({ scalar, columns, rows }: Shape, { name }: Dialect): string | undefined => {
  const own = SCALARS[name][scalar];
  if (rows === 1) return own;
  if (name === "hlsl") return columns > 1 ? `${own}${rows}x${columns}` : `${own}${rows}`;
  if (name === "glsl") {
    const size = columns === 1 ? `vec${rows}` : columns === rows ? `mat${rows}` : `mat${columns}x${rows}`;
    return `${PREFIX[scalar] ?? ""}${size}`;
  }
  const size = columns === 1 ? `vec${rows}` : `mat${columns}x${rows}`;
  if (scalar === "af" || scalar === "ai") return size;
  return SHORT[scalar] === undefined ? `${size}<${own}>` : `${size}${SHORT[scalar]}`;
};

const ZEROS: Readonly<Record<string, string>> = { bool: "false", i32: "0", ai: "0", u32: "0u", f32: "0.", af: "0." };

/** The shortest value of a type; nothing where it cannot be told. `fieldsOf`: the types of the members of a struct. */
export const zeroOf = (
  type: string,
  dialect: Dialect,
  fieldsOf: (struct: string) => readonly string[] | undefined,
): string | undefined => {
  const shape = shapeOf(type);
  const written = writeType(type, dialect);
  if (shape !== undefined && shape.rows === 1) return ZEROS[shape.scalar] ?? (written && `${written}(0)`);
  if (written === undefined) return undefined;
  if (dialect.name === "hlsl") return `(${written})0`;
  if (dialect.name === "wgsl")
    return shape !== undefined && shape.scalar.length === 2 ? `${written}(0)` : `${written}()`;
  if (shape !== undefined) return `${written}(0)`;
  const members = fieldsOf(type.slice(1))?.map((each) =>
    each.startsWith("=") ? undefined : zeroOf(each, dialect, fieldsOf),
  );
  return members === undefined || members.includes(undefined) ? undefined : `${written}(${members.join(",")})`;
};

const CLASSES: Readonly<Record<string, string>> = {
  af: "f",
  f32: "f",
  f16: "f",
  f64: "f",
  ai: "i",
  i32: "i",
  u32: "u",
  bool: "b",
};

/** May a value of one type stand in the place of one of another? */
export const fits = (inner: string, outer: string, dialect: Dialect): boolean => {
  if (inner === outer) return true;
  const [a, b] = [shapeOf(inner), shapeOf(outer)];
  if (a === undefined || b === undefined || a.columns !== b.columns || a.rows !== b.rows) return false;
  if (dialect.name !== "wgsl")
    return dialect.name === "hlsl" || (CLASSES[a.scalar] === "i" && CLASSES[b.scalar] === "f");
  return a.scalar === "ai" ? b.scalar !== "bool" : CLASSES[a.scalar] === CLASSES[b.scalar];
};

/** What two operands have in common: numbers without a type take that of the other one. */
export const joined = (one: string | undefined, other: string | undefined): string | undefined => {
  if (one === undefined || other === undefined) return undefined;
  const [a, b] = [shapeOf(one), shapeOf(other)];
  if (a === undefined || b === undefined) return one === other ? one : undefined;
  const scalar = RANK.indexOf(a.scalar) > RANK.indexOf(b.scalar) ? a.scalar : b.scalar;
  const larger = a.columns * a.rows >= b.columns * b.rows ? a : b;
  return typeOfShape({ ...larger, scalar });
};

const RANK: readonly string[] = ["ai", "af", "bool", "i32", "u32", "f16", "f32", "f64"];

/** What a variable has whose type is not written. */
export const concrete = (type: string | undefined): string | undefined =>
  type?.replaceAll(/\baf\b/g, "f32").replaceAll(/\bai\b/g, "i32");
