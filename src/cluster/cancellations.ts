/** Jobs that nobody wants any more: all that are called off at one instant go together. */

export interface Calls {
  off(job: string): void;
}

/** More do not fit into the header of a message. */
const MAX = 4000;

export const openCalls = (tell: (jobs: readonly string[]) => void): Calls => {
  const waiting: string[] = [];
  const flush = (): void => {
    while (waiting.length > 0) tell(waiting.splice(0, MAX));
  };
  return {
    off: (job) => {
      if (waiting.push(job) === 1) setImmediate(flush);
    },
  };
};
