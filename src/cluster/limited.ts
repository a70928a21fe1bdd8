/** Work that is done so many times at once, and no more. */

export const limited = <Given extends readonly unknown[], Result>(
  most: number,
  work: (...given: Given) => Promise<Result>,
): ((...given: Given) => Promise<Result>) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (...given) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work(...given);
    } finally {
      // The next one takes the place.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
};
