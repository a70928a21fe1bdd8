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

/** The caller that builds the candidate at the moment can come back for it later. */
let canReturn = false;

/** A candidate, and whether a check of it was put off. `inTurns`: it may be `Unfinished`. */
export const noting = <T>(
  build: () => T,
  { inTurns = false }: { readonly inTurns?: boolean } = {},
): { readonly built: T; readonly isUnchecked: boolean } => {
  isPutOff = false;
  canReturn = inTurns;
  try {
    return { built: build(), isUnchecked: isPutOff };
  } finally {
    canReturn = false;
  }
};

/** Thrown while a candidate is built for which there is more to do than fits into a turn: built again when that is done, it is there at once. */
export class Unfinished extends Error {
  override readonly name = "Unfinished";
  readonly work: Promise<unknown>;

  constructor(work: Promise<unknown>) {
    super("there is more to do than fits into a turn");
    this.work = work;
  }
}

/** Hands over work on a candidate that takes long, to be done in turns. Does nothing if the caller cannot come back for the candidate. */
export const inTurns = (work: () => Promise<unknown>): void => {
  if (canReturn) throw new Unfinished(work());
};
