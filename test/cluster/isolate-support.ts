/** Isolations of the library, on this machine and on workers of this process. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { ClusterOptions } from "../../src/cluster/cluster.ts";
import { clusterBackend } from "../../src/isolate/cluster/backend.ts";
import type { IsolateEvent } from "../../src/isolate/events.ts";
import { isolate } from "../../src/isolate/isolate.ts";
import type { IsolateOptions } from "../../src/isolate/options.ts";
import { writePatches } from "../../src/isolate/output/patch-files.ts";
import type { IsolateResult } from "../../src/isolate/result.ts";
import { directoryWith } from "./reduce-crew.ts";

const directories: string[] = [];
afterAll(() => directories.forEach((path) => rmSync(path, { recursive: true, force: true })));

export const fresh = (): string => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "pare-isolated-")));
  directories.push(path);
  return path;
};

export const place = (files: Readonly<Record<string, string | Uint8Array>>): string => {
  const path = realpathSync(directoryWith(files));
  directories.push(path);
  return path;
};

export interface Told {
  readonly result: IsolateResult;
  readonly events: readonly IsolateEvent[];
}

/** From the beginning; on this machine alone without a `url`. */
export const isolated = async (
  options: IsolateOptions,
  url?: string,
  verify: Pick<ClusterOptions, "verifyWorkers" | "verifySalt"> = {},
): Promise<Told> => {
  const events: IsolateEvent[] = [];
  const onEvent = (event: IsolateEvent): void => {
    events.push(event);
    options.onEvent?.(event);
  };
  const backend = url === undefined ? undefined : clusterBackend({ url, ...verify });
  const { result } = isolate({ ...options, jobs: 1, fresh: true, onEvent }, backend);
  return { result: await result, events };
};

/** What makes answers the same: also the patches, byte by byte, and how many tests it took. */
export const answerOf = ({ result }: Told): unknown => {
  const { status, changes, trigger, patch, proof, searchTests, unresolvedReasons } = result;
  const ids = [trigger, patch ?? []].map((some) => some.map(({ id }) => id));
  const patches = writePatches(result.run, result.files).map(({ path }) => readFileSync(path, "utf8"));
  return { status, changes, ids, proof, searchTests, unresolvedReasons, patches };
};

export const workersIn = (events: readonly IsolateEvent[]): readonly (IsolateEvent & { readonly type: "worker" })[] =>
  events.flatMap((event) => (event.type === "worker" ? [event] : []));

const LINES = Array.from({ length: 12 }, (_, line) => `line ${line}`);

/** Twelve lines, some of them other ones. */
export const linesWith = (changed: Readonly<Record<number, string>>): string =>
  LINES.map((line, index) => `${changed[index] ?? line}\n`).join("");
