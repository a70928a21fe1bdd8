/** Where a Java class file tells of its constants: in constants, heads, attributes and instructions. */
import { fixed, type NumberPlace } from "../number-forms.ts";
import { Malformed, Reader } from "../reader.ts";
import type { Attribute, ClassFile, Code } from "./class-file.ts";

/** What attributes hold: digits are bytes, "c" is a constant, "*" and "+" tell in two bytes or one how often the next is there, others are rules. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  ConstantValue: "c",
  Signature: "c",
  SourceFile: "c",
  NestHost: "c",
  ModuleMainClass: "c",
  EnclosingMethod: "c c",
  Exceptions: "*c",
  NestMembers: "*c",
  PermittedSubclasses: "*c",
  ModulePackages: "*c",
  InnerClasses: "*inner",
  LineNumberTable: "*4",
  LocalVariableTable: "*variable",
  LocalVariableTypeTable: "*variable",
  BootstrapMethods: "*bootstrap",
  MethodParameters: "+parameter",
  Module: "c 2 c *required *exported *exported *c *provided",
  StackMapTable: "*frame",
  AnnotationDefault: "value",
  Synthetic: "",
  Deprecated: "",
  SourceDebugExtension: "",
  ...Object.fromEntries(
    ["Visible", "Invisible"].flatMap((who) => [
      [`Runtime${who}Annotations`, "*annotation"],
      [`Runtime${who}ParameterAnnotations`, "+annotations"],
      [`Runtime${who}TypeAnnotations`, "*typed"],
    ]),
  ),
};

const RULES: Readonly<Record<string, string>> = {
  inner: "c c c 2",
  variable: "4 c c 2",
  bootstrap: "c *c",
  parameter: "c 2",
  required: "c 2 c",
  exported: "c 2 *c",
  provided: "c *c",
  annotation: "c *pair",
  annotations: "*annotation",
  pair: "c value",
};

const VALUES: Readonly<Record<string, string>> = { e: "c c", "@": "annotation", "[": "*value" };

/** By the first byte of each: what follows. */
const CHOICES: Readonly<Record<string, (tag: number) => string>> = {
  value: (tag) => VALUES[String.fromCharCode(tag)] ?? "c",
  type: (tag) => (tag === 7 ? "c" : tag === 8 ? "2" : ""),
  frame: (tag) => {
    if (tag < 64) return "";
    if (tag < 128) return "type";
    if (tag === 247) return "2 type";
    if (tag === 255) return "2 *type *type";
    return `2${" type".repeat(Math.max(0, tag - 251))}`;
  },
  typed: (tag) => `${TARGETS.find(([last]) => tag <= last)?.[1] ?? ""} +2 annotation`,
};

/** Up to which tag: what an annotation of a type says of its place. */
const TARGETS: readonly (readonly [number, string])[] = [
  [0x01, "1"],
  [0x12, "2"],
  [0x15, ""],
  [0x16, "1"],
  [0x17, "2"],
  [0x41, "*6"],
  [0x46, "2"],
  [0x4b, "3"],
];

/** Up to which opcode: how long instructions are, with their operands. */
const RUNS: readonly (readonly [number, number])[] = [
  [15, 1],
  [16, 2],
  [17, 3],
  [18, 2],
  [20, 3],
  [25, 2],
  [53, 1],
  [58, 2],
  [131, 1],
  [132, 3],
  [152, 1],
  [168, 3],
  [169, 2],
  [171, 0],
  [177, 1],
  [184, 3],
  [186, 5],
  [187, 3],
  [188, 2],
  [189, 3],
  [191, 1],
  [193, 3],
  [195, 1],
  [196, 0],
  [197, 4],
  [199, 3],
  [201, 5],
];

/** By opcode: 0 for those that vary. */
const LENGTHS = Uint8Array.from({ length: 202 }, (_, opcode) => {
  const found = RUNS.find(([last]) => opcode <= last);
  return found?.[1] ?? 1;
});

const SWITCHES = { table: 170, lookup: 171, wide: 196 };
const LOAD = 18;
/** Opcodes that are followed by the number of a constant in two bytes, from and to. */
const USING: readonly (readonly [number, number])[] = [
  [19, 20],
  [178, 187],
  [189, 189],
  [192, 193],
  [197, 197],
];

/** All of them but those in constants; `undefined` where something is not known, and may hold more. */
export const referencesIn = (file: ClassFile): readonly NumberPlace[] | undefined => {
  const found: NumberPlace[] = [];
  try {
    const { bytes, head, interfaces } = file;
    const constantAt = (at: number): void => void found.push(fixed(bytes, at, 2, false));
    constantAt(head + 2);
    constantAt(head + 4);
    for (let at = interfaces.start; at < interfaces.end; at += 2) constantAt(at);
    const entries = file.members.flatMap((list) => list.entries);
    for (const { start } of entries) for (const at of [start + 2, start + 4]) constantAt(at);
    const lists = [...entries.map(({ attributes }) => attributes), file.attributes];
    for (const attribute of lists.flatMap(({ attributes }) => attributes)) readAttribute(bytes, attribute, found);
    return found;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
};

const readAttribute = (bytes: Uint8Array, { start, body, end, name, code }: Attribute, found: NumberPlace[]): void => {
  found.push(fixed(bytes, start, 2, false));
  if (code === undefined) {
    const rule = ATTRIBUTES[name];
    if (rule === undefined) throw new Malformed("an unknown attribute");
    return follow(new Reader(bytes, body, end), rule, found);
  }
  readCode(bytes, code, found);
  for (let at = code.handlers.start; at < code.handlers.end; at += 8) found.push(fixed(bytes, at + 6, 2, false));
  for (const inner of code.attributes.attributes) {
    if (inner.code !== undefined) throw new Malformed("code in code");
    readAttribute(bytes, inner, found);
  }
};

/** Rules wait in a list: annotations may be nested as deep as they like. */
const follow = (reader: Reader, first: string, found: NumberPlace[]): void => {
  const waiting = [first];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.includes(" ")) waiting.push(...next.split(" ").toReversed());
    else if (next === "c") {
      found.push(fixed(reader.bytes, reader.at, 2, false));
      reader.skip(2);
    } else if (next.startsWith("*") || next.startsWith("+")) {
      const count = next.startsWith("*") ? 256 * reader.byte() + reader.byte() : reader.byte();
      for (let i = 0; i < count; i++) waiting.push(next.slice(1));
    } else {
      const rule = CHOICES[next]?.(reader.byte()) ?? RULES[next];
      if (rule === undefined) reader.skip(Number(next));
      else waiting.push(rule);
    }
  }
};

const readCode = (bytes: Uint8Array, { start, end }: Code, found: NumberPlace[]): void => {
  for (let at = start; at < end;) {
    const opcode = bytes[at] as number;
    const length = LENGTHS[opcode] || lengthAt(bytes, at, start);
    if (!(length > 0) || at + length > end) throw new Malformed("no instruction");
    if (opcode === LOAD) found.push(fixed(bytes, at + 1, 1, false));
    else if (USING.some(([from, to]) => opcode >= from && opcode <= to)) found.push(fixed(bytes, at + 1, 2, false));
    at += length;
  }
};

/** The length of instructions that vary in length. */
const lengthAt = (bytes: Uint8Array, at: number, start: number): number => {
  const opcode = bytes[at];
  const padded = 4 - ((at - start) % 4);
  const number = (place: number): number => fixed(bytes, at + padded + place, 4, false).value;
  if (opcode === SWITCHES.table) return padded + 12 + 4 * (number(8) - number(4) + 1);
  if (opcode === SWITCHES.lookup) return padded + 8 + 8 * number(4);
  return opcode === SWITCHES.wide ? (bytes[at + 1] === 132 ? 6 : 4) : Number.NaN;
};
