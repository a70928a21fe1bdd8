/** Which stages for which value. */
import type { ValueCase } from "../core/case.ts";
import { UserError } from "../core/errors.ts";
import { through } from "../core/format.ts";
import type { Search } from "../core/search.ts";
import { labelled, toFixpoint } from "../core/words.ts";
import { isPlain } from "../formats/json-table.ts";
import { jsonCase } from "../formats/json-value.ts";
import {
  bytesCase,
  isBytes,
  list,
  listCase,
  textCase,
  textCharacters,
  textLines,
  valueBytes,
} from "../formats/values.ts";
import { jsonStages } from "./json.ts";
import { listStrategy, type ListChoice } from "./list-strategy.ts";
import { silent } from "./rounds.ts";

export const VALUE_FORMATS = ["auto", "list", "lines", "characters", "bytes", "json"] as const;
/** How a value is taken apart. */
export type ValueFormat = (typeof VALUE_FORMATS)[number];

export interface ValueChoice extends ListChoice {
  readonly format?: ValueFormat;
}

/** A value as a test case, and the search that makes it small. */
export interface ValuePlan {
  readonly source: ValueCase<unknown>;
  readonly search: Search<ValueCase<unknown>, ValueCase<unknown>>;
}

/** Throws a `UserError` where the value does not suit the format, or the strategy is unknown. */
export const planValue = (value: unknown, choice: ValueChoice): ValuePlan => {
  const strategy = listStrategy(choice);
  const format = choice.format === undefined || choice.format === "auto" ? formatOf(value) : choice.format;
  if (format === "json") {
    if ((choice.minimality ?? 1) > 1) throw onlySingle();
    const source = jsonCase(value);
    return plan(source, jsonStages(strategy)(source));
  }
  if (format === "list" && Array.isArray(value)) {
    const source = listCase<unknown>(value);
    return plan(source, labelled("elements", through(list(), strategy)(source)));
  }
  if (format === "bytes" && isBytes(value)) {
    const source = bytesCase(value);
    return plan(source, labelled("bytes", through(valueBytes, strategy)(source)));
  }
  if (typeof value !== "string" || format === "list" || format === "bytes") throw unsuited(value, format);
  const source = textCase(value);
  if (format === "lines") return plan(source, labelled("lines", through(textLines, strategy)(source)));
  const characters = (text: ValueCase<string>) => labelled("characters", through(textCharacters, strategy)(text));
  if (format === "characters") return plan(source, characters(source));
  return plan(source, toFixpoint(silent("lines", through(textLines, strategy)), characters)(source));
};

const plan = <T>(source: ValueCase<T>, search: Search<ValueCase<T>, ValueCase<T>>): ValuePlan => ({ source, search });

type Resolved = Exclude<ValueFormat, "auto"> | "text";

const formatOf = (value: unknown): Resolved => {
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "text";
  return isBytes(value) ? "bytes" : "json";
};

const onlySingle = (): UserError =>
  new UserError(
    "BAD_OPTION",
    "JSON values are made 1-minimal by members; a higher minimality cannot be proved for them.",
    {
      advice: 'Leave out minimality, or give an array with format: "list".',
    },
  );

const unsuited = (value: unknown, format: Resolved): UserError => {
  const wanted = format === "list" ? "an array" : format === "bytes" ? "a Uint8Array" : "a string";
  return new UserError("BAD_VALUE", `The format "${format}" needs ${wanted}, but the value is ${kindOf(value)}.`, {
    advice: 'Leave out the format: it is chosen by the value. format: "json" takes any JSON data.',
  });
};

const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  if (isBytes(value)) return "a Uint8Array";
  if (typeof value === "object") return isPlain(value) ? "an object" : "an instance of a class";
  return `a ${typeof value}`;
};
