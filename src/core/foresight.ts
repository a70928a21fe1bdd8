/** Work ahead of the walk: what takes long to find out about a candidate can wait until the walk comes there. */
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
