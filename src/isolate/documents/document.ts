/** Documents with members, whatever they are written in. */

export type Doc = Scalar | DocList | Members;

interface Scalar {
  readonly kind: "scalar";
  /** What it says: scalars with the same text are the same. */
  readonly text: string;
  /** What the format knows beyond it. */
  readonly origin: unknown;
}

export interface DocList {
  readonly kind: "list";
  readonly items: readonly Doc[];
  readonly origin: unknown;
  /** It was put together from two documents, so that it is not what `origin` has. */
  readonly isNew?: boolean;
}

export interface Members {
  readonly kind: "map";
  readonly members: readonly Member[];
  readonly origin: unknown;
  readonly isNew?: boolean;
}

export interface Member {
  readonly key: string;
  readonly value: Doc;
  readonly origin: unknown;
}

/** A way to write documents. */
export interface DocumentFormat {
  readonly name: string;
  /** Throws an `Unparsable`, in words for the user, for what is none. */
  parse(text: string): Doc;
  /** In the manner of the good text. Throws `Unrenderable` for what cannot be written. */
  print(document: Doc, like: { readonly good: Doc; readonly text: string }): string;
  /** A value by itself, for people. */
  show(value: Doc): string;
}

/** What a value of a library is. */
export type DocLook<Native> =
  | { readonly kind: "scalar"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Native[] }
  | {
      readonly kind: "map";
      readonly members: readonly { readonly key: string; readonly value: Native; readonly origin?: unknown }[];
    };

/** Takes apart what a library has parsed, without recursion. */
export const docOf = <Native>(native: Native, look: (native: Native) => DocLook<Native>): Doc => {
  const waiting: (() => void)[] = [];
  const make = (each: Native): Doc => {
    const seen = look(each);
    if (seen.kind === "scalar") return { ...seen, origin: each };
    if (seen.kind === "list") {
      const items: Doc[] = [];
      waiting.push(() => seen.items.forEach((item) => items.push(make(item))));
      return { kind: "list", items, origin: each };
    }
    const members: Member[] = [];
    waiting.push(() =>
      seen.members.forEach(({ key, value, origin }) => members.push({ key, value: make(value), origin })),
    );
    return { kind: "map", members, origin: each };
  };
  const root = make(native);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) next();
  return root;
};

export interface DocBuilder<Native> {
  list(doc: DocList, items: readonly Native[]): Native;
  map(doc: Members, values: readonly Native[]): Native;
  /** What was not put together anew is what it was; all is new unless given. */
  readonly same?: (doc: Doc) => Native;
  scalar(doc: Doc): Native;
}

/** Puts together what a library can print, without recursion. */
export const nativeOf = <Native>(root: Doc, builder: DocBuilder<Native>): Native => {
  const results = new Map<Doc, Native>();
  const stack: { readonly doc: Doc; readonly opened: boolean }[] = [{ doc: root, opened: false }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { doc, opened } = top;
    if (doc.kind === "scalar") results.set(doc, builder.scalar(doc));
    else if (builder.same !== undefined && doc.isNew !== true) results.set(doc, builder.same(doc));
    else if (opened) {
      const native = (child: Doc): Native => results.get(child) as Native;
      if (doc.kind === "list") results.set(doc, builder.list(doc, doc.items.map(native)));
      else
        results.set(
          doc,
          builder.map(
            doc,
            doc.members.map(({ value }) => native(value)),
          ),
        );
    } else {
      stack.push({ doc, opened: true });
      for (const child of childrenOf(doc)) stack.push({ doc: child, opened: false });
    }
  }
  return results.get(root) as Native;
};

export const childrenOf = (doc: Doc): readonly Doc[] =>
  doc.kind === "list" ? doc.items : doc.kind === "map" ? doc.members.map(({ value }) => value) : [];
