/** What is kept in either of two selections of one base that have nothing in common. */
import { minus, whole, type Configuration } from "../core/configuration.ts";

export const union = <Delta>(a: Configuration<Delta>, b: Configuration<Delta>): Configuration<Delta> => {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const all = whole(a.base);
  return minus(all, minus(minus(all, a), b));
};
