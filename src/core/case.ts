/** Anything that can be tested: what an oracle is shown, with a name for its content and a size. */

export interface Case {
  /** The digest of the content: equal keys mean equal content. Computed late, once. */
  key(): string;
  /** How large it is, in the unit of the run; smaller is better. */
  readonly size: number;
}

/** A case that is a value of this process. */
export interface ValueCase<T> extends Case {
  /** Built anew at every call unless it was there before, so that waiting candidates hold no copies. */
  value(): T;
}

/** A value case from its parts; the key is computed at the first question for it and kept. */
export const valueCase = <T>(parts: { value: () => T; key: () => string; size: number }): ValueCase<T> => {
  let key: string | undefined;
  return { value: parts.value, size: parts.size, key: () => (key ??= parts.key()) };
};
