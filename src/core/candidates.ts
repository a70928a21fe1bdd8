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
