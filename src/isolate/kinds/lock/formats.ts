/** The lockfiles that are known. */
import { UserError } from "../../../core/errors.ts";
import type { LockFormat } from "./format.ts";
import { npmFormat } from "./npm.ts";

const formats: readonly LockFormat[] = [npmFormat];

export const formatOf = (path: string, text: string, title: string): LockFormat => {
  const found = formats.find((format) => format.recognises(path, text));
  if (found !== undefined) return found;
  throw new UserError("UNKNOWN_LOCKFILE", `${title} is not a lockfile that pare can read.`, {
    advice: `Name lockfiles of ${formats.map(({ name, fileName }) => `${name} (${fileName})`).join(", ")}.`,
  });
};
