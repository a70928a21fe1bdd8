/** Texts as lines of bytes: any encoding, nothing is lost. */

/** A line has its line end; the last one may have none. */
export interface Lines {
  readonly bytes: Buffer;
  readonly count: number;
  /** Where each line begins, and at the end where the last one ends. */
  readonly starts: Int32Array;
}

const LINE_FEED = 10;

export const linesOf = (content: Uint8Array): Lines => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  let starts = new Int32Array(1024);
  let count = 0;
  for (let at = 0; at < bytes.length;) {
    if (count + 1 >= starts.length) starts = grown(starts);
    const end = bytes.indexOf(LINE_FEED, at);
    at = end < 0 ? bytes.length : end + 1;
    starts[++count] = at;
  }
  return { bytes, count, starts: starts.slice(0, count + 1) };
};

const grown = (starts: Int32Array): Int32Array<ArrayBuffer> => {
  const larger = new Int32Array(2 * starts.length);
  larger.set(starts);
  return larger;
};

/** One character for each byte: a name for the line, not its text. */
export const lineAt = ({ bytes, starts }: Lines, line: number): string =>
  bytes.toString("latin1", starts[line], starts[line + 1]);

/** The bytes of lines `from` to `to` (exclusive). */
export const bytesOf = ({ bytes, starts }: Lines, from: number, to: number): Buffer =>
  bytes.subarray(starts[from], starts[to]);

/** How many lines two texts have in common at their beginnings and, besides those, at their ends. */
export const commonEnds = (a: Lines, b: Lines): { readonly head: number; readonly tail: number } => {
  const same = commonHead(a.bytes, b.bytes);
  const head = Math.min(lastAt(a.starts, same), lastAt(b.starts, same));
  const restA = a.bytes.subarray(a.starts[head]);
  const restB = b.bytes.subarray(b.starts[head]);
  const alike = commonTail(restA, restB);
  const wholeLines = ({ bytes, starts, count }: Lines): number => count - firstFrom(starts, bytes.length - alike);
  return { head, tail: Math.min(wholeLines(a), wholeLines(b)) };
};

/** The last index whose value is at most `limit`. */
const lastAt = (starts: Int32Array, limit: number): number => firstFrom(starts, limit + 1) - 1;

/** The first index whose value is at least `limit`. */
const firstFrom = (starts: Int32Array, limit: number): number => {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Blocks are compared by the runtime, which is many times faster than byte by byte. */
const BLOCK = 1 << 16;

const commonHead = (a: Buffer, b: Buffer): number => {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at + BLOCK <= most && a.compare(b, at, at + BLOCK, at, at + BLOCK) === 0) at += BLOCK;
  while (at < most && a[at] === b[at]) at++;
  return at;
};

const commonTail = (a: Buffer, b: Buffer): number => {
  const most = Math.min(a.length, b.length);
  const blockOf = (bytes: Buffer, at: number): Buffer => bytes.subarray(bytes.length - at - BLOCK, bytes.length - at);
  let at = 0;
  while (at + BLOCK <= most && blockOf(a, at).equals(blockOf(b, at))) at += BLOCK;
  while (at < most && a[a.length - at - 1] === b[b.length - at - 1]) at++;
  return at;
};
