/** The original of a run, read again: steps are edits of it. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { fileCase, type TestCase } from "../core/test-case.ts";
import { wordsIn } from "../oracles/command-line.ts";
import { findInputs, readInputs, type Inputs } from "../reduce/inputs.ts";
import { contentOf, type ContentForm } from "../runs/steps/content.ts";
import { sha256 } from "../runs/identity.ts";
import type { StoredRun } from "./run.ts";

export interface StoredOriginal {
  readonly source: TestCase;
  readonly shape: ContentForm;
  readonly content: Uint8Array;
  /** How it was found, where the run says how it was started. */
  readonly inputs?: Inputs & { readonly typed: string };
}

/** `undefined` when it is not there any more, or has changed. */
export const storedOriginal = ({
  record,
  recorded,
}: Pick<StoredRun, "record" | "recorded">): StoredOriginal | undefined => {
  try {
    const read = recorded === undefined ? plainFile(record.input.path) : asStarted(recorded, record.input.path);
    return sha256(read.content) === record.identity.input ? read : undefined;
  } catch {
    return undefined;
  }
};

const plainFile = (path: string): StoredOriginal => {
  const bytes = readFileSync(path);
  const file = { path: basename(path), mode: statSync(path).mode & 0o777, bytes: () => bytes };
  return { source: fileCase(file, bytes.length), shape: { plain: true }, content: bytes };
};

const asStarted = ({ options, directory }: NonNullable<StoredRun["recorded"]>, path: string): StoredOriginal => {
  const { input, more, command, inPlace, format } = options as {
    readonly input: string;
    readonly more?: readonly string[];
    readonly command?: readonly string[];
    readonly inPlace?: boolean;
    readonly format?: string;
  };
  const found = findInputs([input, ...(more ?? [])], directory);
  const words = wordsIn(command ?? []);
  const raw = format === "bytes";
  const read = readInputs(found, { words, raw, ...(inPlace === true && existsSync(path) && { kept: path }) });
  const shape = { plain: found.kind === "file" && words === undefined };
  return { source: read.source, shape, content: contentOf(read.source, shape), inputs: { ...read, typed: input } };
};
