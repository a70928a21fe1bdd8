/** Numbers beside a number: one more, one less, zero. */

const WHOLE = /^(-?)(0[xX][\da-fA-F']+|0[bB][01']+|0[oO][0-7_]+|0[0-7']+|\d[\d_']*)([uUlLn]*)$/u;

/** Texts for n + 1, n - 1 and 0, as far as they differ from the text and from each other; whole numbers are written out, others as sums. */
export const constantsBeside = (text: string): readonly string[] => {
  const [, sign, digits, suffix = ""] = WHOLE.exec(text) ?? [];
  if (digits === undefined) return [`(${text} + 1)`, `(${text} - 1)`, "0"];
  const value = valueOf(digits) * (sign === "-" ? -1n : 1n);
  const others = [value + 1n, value - 1n, 0n].filter(
    (other, index, all) => other !== value && all.indexOf(other) === index,
  );
  return others.map((other) => (other < 0n ? `(${other}${suffix})` : `${other}${suffix}`));
};

const valueOf = (digits: string): bigint => {
  const plain = digits.replaceAll(/['_]/gu, "");
  return BigInt(/^0\d/u.test(plain) ? octalOf(plain) : plain);
};

/** Of C, and of old JavaScript. */
const octalOf = (plain: string): string =>
  /^[0-7]+$/u.test(plain) ? `0o${plain.slice(1)}` : plain.replace(/^0+(?=\d)/u, "");
