/** Bytes for people: offsets, numbers and letters, without the rows in which everything is zero. */

const BYTES_A_ROW = 16;

/** Rows of bytes that are not all zeroes; where some are left out, "…" stands. At most `most` rows; `cut`: there are more. */
export const hexRows = (
  bytes: Uint8Array,
  most: number,
): { readonly rows: readonly string[]; readonly cut: boolean } => {
  const rows: string[] = [];
  let end = 0;
  for (let at = 0; at < bytes.length; at += BYTES_A_ROW) {
    const row = bytes.subarray(at, at + BYTES_A_ROW);
    if (row.every((byte) => byte === 0)) continue;
    if (rows.length >= most) return { rows, cut: true };
    if (at > end) rows.push("…");
    rows.push(rowOf(row, at));
    end = at + BYTES_A_ROW;
  }
  return { rows: end < bytes.length ? [...rows, "…"] : rows, cut: false };
};

const rowOf = (row: Uint8Array, at: number): string => {
  const pairs = Array.from(row, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
  const letters = Array.from(row, (byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
  return `${at.toString(16).padStart(8, "0")}  ${pairs.padEnd(3 * BYTES_A_ROW - 1)}  ${letters}`;
};

/** How many are not zero. */
export const nonzeroIn = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => (byte === 0 ? sum : sum + 1), 0);
