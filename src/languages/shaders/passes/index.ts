/** The passes that shaders have besides those for all languages. */
import type { Language } from "../../syntax.ts";
import type { Dialect } from "../dialect.ts";
import { control } from "./control.ts";
import { scalars, unnamed } from "./plainer.ts";
import { thingPasses } from "./things.ts";
import { valuePasses } from "./values.ts";

export const passesOf = (dialect: Dialect): NonNullable<Language["passes"]> => {
  const [zeros, values] = valuePasses(dialect);
  const { functions, things, returns } = thingPasses(dialect);
  const common = { coarse: [control, zeros, functions], fine: [returns, things, values] };
  // As long as it has a name, a value may become a part of another type.
  return dialect.cLike ? common : { ...common, last: [scalars, unnamed] };
};
