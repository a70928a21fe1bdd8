/** A numbered list of candidates, each built only when it is about to run. */

export interface Candidates<Input> {
  readonly length: number;
  /** Pure: the same candidate for the same number, built at every call. */
  at(index: number): Input;
}

/** So many candidates, each built when it is asked for. */
export const numbered = <Input>(length: number, at: (index: number) => Input): Candidates<Input> => ({ length, at });

/** Candidates that are there already. */
export const listed = <Input>(inputs: readonly Input[]): Candidates<Input> =>
  numbered(inputs.length, (index) => inputs[index] as Input);

/** The same candidates, each seen through a function. */
export const mapped = <A, B>(candidates: Candidates<A>, embed: (input: A) => B): Candidates<B> =>
  numbered(candidates.length, (index) => embed(candidates.at(index)));

/** Work ahead of the walk is under way; a check of what it builds was put off. */
let isAhead = false;
let isPutOff = false;

/** While this work is done, checks may be put off. */
export const ahead = <T>(work: () => T): T => {
  const before = isAhead;
  isAhead = true;
  try {
    return work();
  } finally {
    isAhead = before;
  }
};

/** Whoever builds a candidate asks before a check that takes long. If it may wait, the candidate is built again when it counts. */
export const mayWait = (): boolean => {
  if (isAhead) isPutOff = true;
  return isAhead;
};

/** A candidate, and whether a check of it was put off. */
export const noting = <T>(build: () => T): { readonly built: T; readonly isUnchecked: boolean } => {
  isPutOff = false;
  const built = build();
  return { built, isUnchecked: isPutOff };
};
