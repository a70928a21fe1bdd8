/** The version of pare: part of a run's identity, since another version may walk another way. */
import { readFileSync } from "node:fs";

const read = (): string => {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
};

export const PARE_VERSION: string = read();
