/** The blobs that jobs are edits of, in memory: every job of a run needs the same one or two. */

/** The bytes of a blob by its name. */
export type Fetch = (name: string) => Promise<Uint8Array>;

/** Together they take at most so many bytes, but the last one is always kept. */
const MAX_BYTES = 64 * 2 ** 20;

export const rememberedBlobs = (fetch: Fetch, mostBytes: number = MAX_BYTES): Fetch => {
  /** The least recently used first. */
  const known = new Map<string, Promise<Uint8Array>>();
  const sizes = new Map<string, number>();
  let total = 0;
  const forget = (name: string): void => {
    known.delete(name);
    total -= sizes.get(name) ?? 0;
    sizes.delete(name);
  };
  return async (name) => {
    const fetched = known.get(name) ?? fetch(name);
    known.delete(name);
    known.set(name, fetched);
    try {
      const bytes = await fetched;
      if (known.has(name) && !sizes.has(name)) {
        sizes.set(name, bytes.length);
        total += bytes.length;
      }
      for (const old of known.keys()) {
        if (total <= mostBytes || known.size === 1) break;
        if (old !== name) forget(old);
      }
      return bytes;
    } catch (error) {
      forget(name);
      throw error;
    }
  };
};
