/** Reductions that somebody disturbs by editing the output at a chosen moment, without a clock deciding anything. */
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { UserError } from "../../src/core/errors.ts";
import type { ProcessOracle } from "../../src/oracles/oracle.ts";
import type { ReduceOptions } from "../../src/reduce/options.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import type { ReduceResult } from "../../src/reduce/result.ts";
import { newDirectory } from "./support.ts";

/** What lies at a path, all of it, as one string. */
export const lookAt = (path: string): string => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return "nothing";
  if (stats.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  if (!stats.isDirectory()) return `file ${readFileSync(path, "latin1")}`;
  return JSON.stringify(readdirSync(path).map((name) => [name, lookAt(join(path, name))]));
};

type Edit = (path: string) => void;

/** Of a file, or of a file in a directory. */
const fileEdits: Readonly<Record<string, Edit>> = {
  appended: (path) => appendFileSync(path, "EDIT\n"),
  rewritten: (path) => writeFileSync(path, "EDIT\n"),
  emptied: (path) => writeFileSync(path, ""),
  "replaced by another file": (path) => {
    writeFileSync(`${path}.new`, "EDIT\n");
    renameSync(`${path}.new`, path);
  },
  "of the same size and time": (path) => {
    const { size, atime, mtime } = existsSync(path) ? statSync(path) : { size: 5, atime: 1, mtime: 1 };
    writeFileSync(path, "E".repeat(size));
    utimesSync(path, atime, mtime);
  },
};

/** Of whatever lies there. */
const kindEdits: Readonly<Record<string, Edit>> = {
  "made a directory": (path) => {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path);
    writeFileSync(join(path, "mine"), "EDIT\n");
  },
  "made a link": (path) => {
    rmSync(path, { recursive: true, force: true });
    symlinkSync("elsewhere", path);
  },
  deleted: (path) => rmSync(path, { recursive: true, force: true }),
};

const treeEdits: Readonly<Record<string, Edit>> = {
  "with a new file": (path) => {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "mine"), "EDIT\n");
  },
  "with a file changed": (path) => {
    mkdirSync(path, { recursive: true });
    for (const name of readdirSync(path)) appendFileSync(join(path, name), "EDIT\n");
  },
  "made a file": (path) => {
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, "EDIT\n");
  },
};

export type OutputKind = "in place" | "named" | "default" | "directory";

export const editsOf = (kind: OutputKind): Readonly<Record<string, Edit>> => ({
  ...(kind === "directory" ? treeEdits : fileEdits),
  ...kindEdits,
});

const WANTED = ["needle", "thread"];
const LINES = Array.from({ length: 24 }, (_, i) => `line ${i} ${WANTED[i % 12] ?? "filler"}\n`);

const isFailing = (text: string): boolean => WANTED.every((word) => text.includes(word));

interface Place {
  readonly options: ReduceOptions;
  readonly output: string;
  readonly original: string;
}

const placeFor = (kind: OutputKind): Place => {
  const cwd = newDirectory();
  const input = kind === "directory" ? "input" : "input.txt";
  if (kind === "directory") {
    mkdirSync(join(cwd, input));
    for (const part of [0, 1, 2])
      writeFileSync(join(cwd, input, `${part}.txt`), LINES.slice(8 * part, 8 * part + 8).join(""));
  } else writeFileSync(join(cwd, input), LINES.join(""));
  const output = {
    "in place": "input.txt",
    named: "out.txt",
    default: "input.reduced.txt",
    directory: "input.reduced",
  }[kind];
  return {
    options: {
      cwd,
      input,
      jobs: 1,
      format: kind === "directory" ? "auto" : "lines",
      ...(kind === "in place" && { inPlace: true }),
      ...(kind === "named" && { output }),
    },
    output: join(cwd, output),
    original: join(cwd, input),
  };
};

interface Patient {
  readonly oracle: ProcessOracle;
  /** There is a best: the next test waits until it is published. */
  onBest(): void;
  onPublished(): void;
}

/** Every best is published before the next test is run. */
const patientOracle = (): Patient => {
  let onPublished = (): void => {};
  let published = Promise.resolve();
  return {
    oracle: {
      description: "both words are there",
      identity: { kind: "both words" },
      repeatLine: () => "",
      test: async (candidate, _, signal) => {
        await new Promise<void>((resolve) => {
          const end = (): void => {
            signal.removeEventListener("abort", end);
            resolve();
          };
          signal.addEventListener("abort", end);
          void published.then(end);
        });
        signal.throwIfAborted();
        const text = candidate.files.map((file) => Buffer.from(file.bytes()).toString()).join("");
        return { outcome: isFailing(text) ? "fail" : "pass", ms: 1 };
      },
      close: () => Promise.resolve(),
    },
    onBest: () => {
      published = new Promise((resolve) => {
        onPublished = resolve;
      });
    },
    onPublished: () => onPublished(),
  };
};

export interface Disturbed {
  readonly place: Place;
  /** What lay at the output right after the edit; `undefined` if it was never made. */
  readonly edited: string | undefined;
  /** What lies there in the end. */
  readonly there: string;
  readonly publications: number;
  readonly result: ReduceResult | undefined;
  readonly error: UserError | undefined;
  /** What the error says where the best lies does fail. */
  readonly rescued: boolean;
}

/** Runs a reduction; `edit` is made right after the given publication, 0 for before the first one. */
export const disturb = async (
  kind: OutputKind,
  at: number,
  edit: Edit,
  more: Partial<ReduceOptions> = {},
): Promise<Disturbed> => {
  const place = placeFor(kind);
  return await disturbAt(place, at, edit, more);
};

export const disturbAt = async (
  place: Place,
  at: number,
  edit: Edit,
  more: Partial<ReduceOptions> = {},
): Promise<Disturbed> => {
  let publications = 0;
  let edited: string | undefined;
  const change = (): void => {
    edit(place.output);
    edited = lookAt(place.output);
  };
  const { oracle, onBest, onPublished } = patientOracle();
  let result: ReduceResult | undefined;
  let error: UserError | undefined;
  try {
    result = await reduce({
      ...place.options,
      oracle,
      onBest,
      onEvent: (event) => {
        if (event.type === "run" && at === 0) change();
        if (event.type !== "published") return;
        publications++;
        onPublished();
        if (publications === at) change();
      },
      ...more,
    }).result;
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    error = thrown;
  }
  const refuge = /best result so far is in (\S+?)\. /.exec(error?.advice ?? "")?.[1];
  const rescued = refuge !== undefined && existsSync(refuge) && isFailing(lookAt(refuge));
  return { place, edited, there: lookAt(place.output), publications, result, error, rescued };
};

/** The law: what somebody has put there lies there in the end; if the run had something to put there, it says so and where that is. */
export const keepsEdit = ({ place, edited, there, result, error, rescued }: Disturbed): boolean => {
  if (edited === undefined) return false;
  // Where nothing lies, nothing is replaced; in place, a file that was taken away is not made again.
  const isGone = edited === "nothing" && place.output !== place.original;
  if (isGone) return result?.status === "complete" && isFailing(there);
  if (there !== edited) return false;
  return error === undefined ? result?.status === "complete" : error.code === "OUTPUT_CHANGED" && rescued;
};
