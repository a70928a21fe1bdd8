/** The direction of a sweep: positions counted from the end of a configuration where the sweep begins. */
import { cut, slice, type Configuration } from "../../core/configuration.ts";

/** In which order the parts of a configuration are tried. */
export type Order = "forward" | "backward";

/** Places `from` to `to` of the sweep only. */
export const sliceInOrder = <Delta>(
  c: Configuration<Delta>,
  from: number,
  to: number,
  order: Order,
): Configuration<Delta> => (order === "forward" ? slice(c, from, to) : slice(c, c.length - to, c.length - from));

/** All but places `from` to `to` of the sweep. */
export const cutInOrder = <Delta>(
  c: Configuration<Delta>,
  from: number,
  to: number,
  order: Order,
): Configuration<Delta> => (order === "forward" ? cut(c, from, to) : cut(c, c.length - to, c.length - from));
