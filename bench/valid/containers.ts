/** Whether another program reads real files of the container formats whatever unit is gone. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { containerOf } from "../../src/formats/binary/index.ts";
import type { FileFormat } from "../../src/formats/pieces.ts";
import { FORMATS } from "../../test/binary/formats.ts";
import { parsed, withoutUnits, type Workshop } from "../../test/binary/support.ts";
import { markdownTable } from "../table.ts";
import { readerOf, type Reader } from "./readers.ts";
import { REAL, type Files } from "./real-containers.ts";

export interface Extent {
  /** Only these formats; all if there are none. */
  readonly only: readonly string[];
  /** Real files of each. */
  readonly least: number;
  /** Units of a format. */
  readonly most: number;
  readonly show: boolean;
}

interface Tally {
  files: number;
  /** What can go alone, tried or not. */
  units: number;
  tried: number;
  /** What the reader cannot do without, and says so. */
  needed: number;
  refused: number;
}

const runIn =
  (folder: string, suffix = ""): Workshop["run"] =>
  (bytes, program, ...args) => {
    const file = join(folder, `file${suffix}`);
    writeFileSync(file, bytes);
    const words = args.map((arg) => (arg === "FILE" ? file : arg));
    const { status, stdout, stderr } = spawnSync(program, words, { maxBuffer: 2 ** 28 });
    return { code: status, out: `${stdout.toString("latin1")}${stderr.toString("latin1")}` };
  };

/** A stage of a file: the number of its first unit among all of the format, and how many it has. */
interface Staged {
  readonly file: number;
  readonly bytes: Uint8Array;
  readonly stage: FileFormat;
  readonly first: number;
  readonly units: number;
}

/** Those of the first files that pare and the reader take for what they are. */
const stagesOf = (
  reader: Reader,
  sources: readonly Files[],
  run: Workshop["run"],
  least: number,
): readonly Staged[] => {
  const stages: Staged[] = [];
  let file = 0;
  let first = 0;
  for (const source of sources)
    for (const bytes of source()) {
      if (file >= least) return stages;
      const container = containerOf(bytes);
      if (container?.name !== reader.name || reader.read(bytes, run).code !== 0) continue;
      file++;
      for (const stage of container.stages) {
        const units = parsed(stage, bytes)?.input.length ?? 0;
        stages.push({ file, bytes, stage, first, units });
        first += units;
      }
    }
  return stages;
};

/** Every unit whose number is a multiple of the step, alone. */
const measureStage = (
  reader: Reader,
  { file, bytes, stage, first, units }: Staged,
  { run, step, show }: { readonly run: Workshop["run"]; readonly step: number; readonly show: boolean },
  tally: Tally,
): void => {
  const taken = parsed(stage, bytes);
  if (taken === undefined) return;
  for (let unit = (step - (first % step)) % step; unit < units; unit += step) {
    tally.tried++;
    const { code, out } = reader.read(withoutUnits(taken, [unit]), run);
    if (code === 0) continue;
    const isNeeded = reader.lacks?.test(out) === true;
    tally[isNeeded ? "needed" : "refused"]++;
    if (show && !isNeeded) console.log(`${reader.name}\t${file}\t${stage.unit} ${unit}\t${out.slice(-300)}`);
  }
};

const measured = (reader: Reader, sources: readonly Files[], { least, most, show }: Extent): Tally => {
  const folder = mkdtempSync(join(tmpdir(), "pare-containers-"));
  const run = runIn(folder, reader.suffix);
  const stages = stagesOf(reader, sources, run, least);
  const units = stages.reduce((sum, stage) => sum + stage.units, 0);
  const tally: Tally = { files: stages.at(-1)?.file ?? 0, units, tried: 0, needed: 0, refused: 0 };
  const step = Math.max(1, Math.ceil(units / most));
  for (const stage of stages) measureStage(reader, stage, { run, step, show }, tally);
  rmSync(folder, { recursive: true });
  return tally;
};

/** Ends with 1 if a reader refuses something, or has fewer files than it should. */
export const measureContainers = (extent: Extent): void => {
  const rows: string[][] = [];
  for (const [name, sources] of Object.entries(REAL)) {
    const format = FORMATS.find((each) => each.name === name);
    if (format === undefined || (extent.only.length > 0 && !extent.only.includes(name))) continue;
    const reader = readerOf(format);
    const { files, units, tried, needed, refused } = measured(reader, sources, extent);
    const free = tried - needed;
    const share = free === 0 ? "–" : `${((100 * (free - refused)) / free).toFixed(1)} %`;
    console.error(`${name}: ${files} files, ${share}`);
    rows.push([name, reader.program, ...[files, units, tried, needed, refused].map(String), share]);
    if (files < extent.least || tried === 0 || refused > 0) process.exitCode = 1;
  }
  const head = ["format", "reader", "real files", "units", "tried", "needed", "refused", "accepted"];
  console.log(markdownTable(head, rows));
};
