/** How much the long tests do: a fixed sample, or everything with `npm run test:long -- --whole`. */
export const isWhole: boolean = process.env["PARE_WHOLE"] === "1";

/** The amount of a sample, or that of the whole. */
export const sampled = (some: number, all: number): number => (isWhole ? all : some);

/** So many of a list, evenly spread, the first among them, or the whole. */
export const sampleOf = <T>(all: readonly T[], some: number): readonly T[] =>
  isWhole || all.length <= some
    ? all
    : Array.from({ length: some }, (_, i) => all[Math.floor((i * all.length) / some)] as T);
