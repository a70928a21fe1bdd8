/** One choice of a user: how it is typed, read and explained. */
import { text, type Reader } from "./readers.ts";

export interface Common {
  /** As in the help: "-j, --jobs <n>". */
  readonly flags: string;
  readonly about: string;
  readonly group:
    | "What is compared"
    | "What counts"
    | "How a test runs"
    | "How it is reduced"
    | "How it is searched"
    | "When it ends"
    | "On a cluster"
    | "Output";
  /** Names files, always or where it says so: a relative path in a configuration file is meant from there. */
  readonly path?: true | ((read: string) => boolean);
  /** Its value may be left out, and is this then. Only what can be its value is taken for it: what else follows is an argument. */
  readonly bare?: string;
}

/** A switch has no value; a list may be given several times; a pair is two values behind one flag: the good end and the bad one. */
export type Setting = Common &
  (
    | { readonly kind: "switch" }
    | {
        readonly kind: "value" | "list" | "pair";
        readonly reader: Reader<string | number>;
        readonly json: "string" | "number";
      }
  );

export const value = (
  common: Common,
  reader: Reader<string | number>,
  json: "string" | "number" = "string",
): Setting => ({
  ...common,
  kind: "value",
  reader,
  json,
});
export const many = (common: Common, reader: Reader<string>): Setting => ({
  ...common,
  kind: "list",
  reader,
  json: "string",
});
export const pair = (common: Common): Setting => ({
  ...common,
  path: (read) => read !== "-",
  kind: "pair",
  reader: text,
  json: "string",
});
export const toggle = (common: Common): Setting => ({ ...common, kind: "switch" });
