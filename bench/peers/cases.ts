/** The folders that reducers are run on: an input, `interesting.sh` and `case.json`. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

export interface BenchCase {
  readonly name: string;
  readonly folder: string;
  /** Name of the input in the folder, and in the directory where the test runs. */
  readonly file: string;
  readonly script: string;
  /** C or C++, for reducers with passes of their own for them. */
  readonly c: boolean;
  readonly binary: boolean;
}

/** The cases of a folder, by name; only those named, if any are. */
export const readCases = (folder: string, only: readonly string[] = []): readonly BenchCase[] => {
  const names = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "case.json")))
    .toSorted();
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`no such case: ${unknown.join(", ")} (there are ${names.join(", ")})`);
  return names
    .filter((name) => only.length === 0 || only.includes(name))
    .map((name) => readCase(resolve(folder, name), name));
};

const readCase = (folder: string, name: string): BenchCase => {
  const fields: unknown = JSON.parse(readFileSync(join(folder, "case.json"), "utf8"));
  if (typeof fields !== "object" || fields === null || !("file" in fields) || typeof fields.file !== "string")
    throw new Error(`${name}/case.json names no file`);
  const c = "c" in fields && fields.c === true;
  const binary = "binary" in fields && fields.binary === true;
  return { name, folder, file: fields.file, script: join(folder, "interesting.sh"), c, binary };
};

/** Words and other characters that are not blank, one token each, in any language; a byte each in a binary file. */
export const countTokens = (bytes: Uint8Array, binary: boolean): number =>
  binary
    ? bytes.length
    : (Buffer.from(bytes)
        .toString("latin1")
        .match(/[\w\u0080-\u00FF]+|[^\w\s]/g)?.length ?? 0);
