/** The parts of a test that can go: what stands before the first of them, and behind the last, is fixed. */

/** A test as pieces of its bytes, in order: nothing is lost, for all of them together are the test again. */
export interface Units {
  readonly header: Uint8Array;
  readonly units: readonly Uint8Array[];
  readonly footer: Uint8Array;
  /** What stands between two units that are neighbours and goes with one of them; nothing for lines. */
  readonly separator: Uint8Array;
}

const EMPTY = new Uint8Array(0);

export const NOTHING: Pick<Units, "header" | "footer" | "separator"> = {
  header: EMPTY,
  footer: EMPTY,
  separator: EMPTY,
};

/** The test with these of its units. */
export const joinUnits = (
  { header, footer, separator }: Omit<Units, "units">,
  kept: readonly Uint8Array[],
): Uint8Array => {
  const bytes = new Uint8Array(sizeOfUnits({ header, footer, separator }, kept));
  let at = 0;
  const put = (piece: Uint8Array): void => {
    bytes.set(piece, at);
    at += piece.length;
  };
  put(header);
  for (const [index, unit] of kept.entries()) {
    if (index > 0) put(separator);
    put(unit);
  }
  put(footer);
  return bytes;
};

/** How many bytes that is. */
export const sizeOfUnits = ({ header, footer, separator }: Omit<Units, "units">, kept: readonly Uint8Array[]): number =>
  kept.reduce(
    (sum, unit) => sum + unit.length,
    header.length + footer.length + Math.max(0, kept.length - 1) * separator.length,
  );
