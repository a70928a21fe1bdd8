/** The tail of the normal distribution. */

const SMALLEST = 1e-300;
const PRECISION = 1e-16;

/** The probability that a standard normal value is greater than `z`; to about 13 digits, also far out where it is tiny. */
export const normalTail = (z: number): number => (z < 0 ? 1 - normalTail(-z) : complementaryError(z / Math.SQRT2) / 2);

/** erfc for x >= 0: a series near zero, a continued fraction further out, where 1 - erf would cancel. */
const complementaryError = (x: number): number => (x < 2 ? 1 - errorSeries(x) : errorFraction(x));

/** erf(x) = 2/sqrt(pi) exp(-x²) sum of 2^n x^(2n+1) / (1·3·…·(2n+1)): all terms are positive. */
const errorSeries = (x: number): number => {
  let term = x;
  let sum = x;
  for (let n = 1; term > sum * PRECISION; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
};

/** erfc(x) = exp(-x²)/sqrt(pi) · 1/(x + (1/2)/(x + (2/2)/(x + (3/2)/(x + …)))), from the front by Lentz's method. */
const errorFraction = (x: number): number => {
  let fraction = x;
  let c = x;
  let d = 0;
  for (let n = 1; n < 500; n++) {
    d = 1 / (x + (n / 2) * d || SMALLEST);
    c = x + n / 2 / c || SMALLEST;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < PRECISION) break;
  }
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * fraction);
};
