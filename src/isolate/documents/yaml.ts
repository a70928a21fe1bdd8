/** YAML, by the `yaml` package: comments stay with their members. */
import { Document, isAlias, isMap, isScalar, isSeq, parseAllDocuments, Pair, YAMLMap, YAMLSeq } from "yaml";
import { Unparsable, Unrenderable } from "../../core/errors.ts";
import { docOf, nativeOf, type Doc, type DocumentFormat, type DocLook } from "./document.ts";

/** The documents of a stream. */
type YamlStream = readonly Document[];

export const yamlFormat: DocumentFormat = {
  name: "YAML",
  parse: (text) => {
    const found = parseAllDocuments(text, { intAsBigInt: true, keepSourceTokens: false });
    const stream: YamlStream = Array.isArray(found) ? found : [];
    const error = stream.flatMap(({ errors }) => errors)[0];
    if (error !== undefined) throw new Unparsable(error.message.split("\n")[0]);
    const contents = stream.map((document) => document.contents);
    return docOf<unknown>(contents.length === 1 ? contents[0] : contents, look);
  },
  print: (doc, { text }) => {
    const found = parseAllDocuments(text, { intAsBigInt: true });
    const stream: YamlStream = Array.isArray(found) ? found : [];
    const value = native(doc);
    const contents: readonly unknown[] = Array.isArray(value) ? value : [value];
    return contents.map((each, index) => written(each, stream[index] ?? new Document())).join("");
  },
  show: (value) => shown(native(value)),
};

/** By itself, a value may name what is elsewhere. */
const shown = (value: unknown): string => {
  if (isAlias(value)) return `*${value.source}`;
  try {
    return written(value, new Document()).trimEnd();
  } catch (error) {
    if (error instanceof Unrenderable) return "a value that names others";
    throw error;
  }
};

const look = (value: unknown): DocLook<unknown> => {
  if (Array.isArray(value)) return { kind: "list", items: value };
  if (isSeq(value) && !isMarked(value)) return { kind: "list", items: value.items };
  if (isMap(value) && !isMarked(value)) {
    const keys = value.items.map(({ key }) => nameOf(key));
    if (new Set(keys).size === keys.length)
      return {
        kind: "map",
        members: value.items.map((pair, index) => ({ key: keys[index] as string, value: pair.value, origin: pair })),
      };
  }
  return { kind: "scalar", text: textOf(value) };
};

/** With a tag or an anchor it is taken over as a whole. */
const isMarked = ({
  tag,
  anchor,
}: {
  readonly tag?: string | undefined;
  readonly anchor?: string | undefined;
}): boolean => tag !== undefined || anchor !== undefined;

const nameOf = (key: unknown): string => (isScalar(key) ? String(key.value) : textOf(key));

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return "null";
  if (isAlias(value)) return `*${value.source}`;
  if (isScalar(value))
    return `${value.tag ?? ""} ${value.anchor ?? ""} ${typeof value.value} ${value.source ?? String(value.value)}`;
  return written(value, new Document());
};

const native = (doc: Doc): unknown =>
  nativeOf<unknown>(doc, {
    scalar: ({ origin }) => origin,
    same: ({ origin }) => origin,
    list: ({ origin }, items) => (isSeq(origin) ? like(new YAMLSeq(), origin, items) : items),
    map: ({ origin, members }, values) =>
      like(
        new YAMLMap(),
        origin,
        members.map(({ origin: pair }, index) => new Pair((pair as Pair).key, values[index])),
      ),
  });

const KEPT = ["comment", "commentBefore", "spaceBefore", "flow"] as const;

const like = <C extends YAMLMap | YAMLSeq>(made: C, origin: unknown, items: readonly unknown[]): C => {
  const old = origin as Partial<Record<(typeof KEPT)[number], unknown>>;
  Object.assign(made, Object.fromEntries(KEPT.map((name) => [name, old[name]])), { items });
  return made;
};

const written = (contents: unknown, document: Document): string => {
  try {
    document.contents = contents as never;
    return document.toString({ lineWidth: 0, verifyAliasOrder: true });
  } catch (cause) {
    throw new Unrenderable(`it cannot be written as YAML: ${(cause as Error).message}`, { cause });
  }
};
