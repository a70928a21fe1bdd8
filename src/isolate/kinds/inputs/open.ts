/** Two inputs: `pare isolate pass.json fail.json -- ./app {}`. Which difference between them matters? */
import { Unparsable } from "../../../core/errors.ts";
import { memberChanges } from "../../documents/changes.ts";
import { jsonFormat } from "../../documents/json.ts";
import type { Changes } from "../../change.ts";
import type { KindOptions, OpenKind, PathEnds } from "../../kind.ts";
import { isBinary } from "../../trees/binary.ts";
import { byteChanges, textChanges, type TwoFiles } from "../../trees/tokens.ts";
import { openFiles } from "./two-files.ts";

export const openInputs = ({ ends, origin }: KindOptions<PathEnds>): OpenKind =>
  openFiles({ kind: "inputs", typed: ends.paths ?? ["", ""], origin, changes: inputChanges });

/** JSON by members, text by lines and tokens, anything else by bytes. */
export const inputChanges = (files: TwoFiles): Changes => {
  const [good, bad] = [files.good.bytes(), files.bad.bytes()];
  if (isBinary(good) || isBinary(bad)) return byteChanges(files);
  return jsonChanges(files) ?? textChanges(files);
};

const jsonChanges = (files: TwoFiles): Changes | undefined => {
  if (![files.good, files.bad].every((file) => /^[\s\uFEFF]*[[{]/.test(beginning(file.bytes())))) return undefined;
  try {
    const changes = memberChanges({ ...files, format: jsonFormat(false) });
    // Differences in form alone are differences in lines.
    return changes.all.length > 0 ? changes : undefined;
  } catch (error) {
    if (error instanceof Unparsable || error instanceof TypeError) return undefined;
    throw error;
  }
};

const beginning = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 1000)).toString();
