/** Paths as people would type them. */
import { relative } from "node:path";

export const nearby = (directory: string, path: string): string => {
  const short = relative(directory, path);
  return short === "" || short.startsWith("..") ? path : short;
};
