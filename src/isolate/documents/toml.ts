/** TOML, by smol-toml. Comments are not kept in mixtures; integers of any size and dates are. */
import { parse, stringify } from "smol-toml";
import { Unparsable, Unrenderable } from "../../core/errors.ts";
import { docOf, nativeOf, type Doc, type DocumentFormat, type DocLook } from "./document.ts";

export const tomlFormat: DocumentFormat = {
  name: "TOML",
  parse: (text) => {
    try {
      return docOf<unknown>(parse(text, { integersAsBigInt: true }), look);
    } catch (cause) {
      throw new Unparsable((cause as Error).message.split("\n")[0], { cause });
    }
  },
  print: (doc) => written(native(doc)),
  show: (value) =>
    (isTable(native(value)) ? written(native(value)) : written({ v: native(value) }).replace(/^v = /, "")).trimEnd(),
};

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

const look = (value: unknown): DocLook<unknown> => {
  if (Array.isArray(value)) return { kind: "list", items: value };
  if (isTable(value))
    return { kind: "map", members: Object.entries(value).map(([key, each]) => ({ key, value: each })) };
  return {
    kind: "scalar",
    text: value instanceof Date ? `date ${value.toISOString()}` : `${typeof value} ${String(value)}`,
  };
};

const native = (doc: Doc): unknown =>
  nativeOf<unknown>(doc, {
    scalar: ({ origin }) => origin,
    list: (_, items) => items,
    map: ({ members }, values) => Object.fromEntries(members.map(({ key }, index) => [key, values[index]])),
  });

const written = (value: unknown): string => {
  try {
    // Integers are big ones here, so that numbers are floats.
    return stringify(value, { numbersAsFloat: true });
  } catch (cause) {
    throw new Unrenderable(`it cannot be written as TOML: ${(cause as Error).message}`, { cause });
  }
};
