/** Whether another program reads real files of the container formats whatever unit is gone. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { containerOf } from "../../src/formats/binary/index.ts";
import { FORMATS, type MadeFormat } from "../../test/binary/formats.ts";
import { parsed, withoutUnits, type Workshop } from "../../test/binary/support.ts";
import { markdownTable } from "../table.ts";
import { REAL, type Files } from "./real-containers.ts";

export interface Extent {
  /** Only these formats; all if there are none. */
  readonly only: readonly string[];
  /** Real files of each. */
  readonly least: number;
  /** Units of a stage of a file. */
  readonly most: number;
  readonly show: boolean;
}

interface Tally {
  files: number;
  units: number;
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

/** Each unit alone; nothing where pare or the reader takes the file for something else. */
const measureFile = (
  format: MadeFormat,
  bytes: Uint8Array,
  run: Workshop["run"],
  { most, show }: Extent,
  tally: Tally,
): void => {
  const container = containerOf(bytes);
  if (container?.name !== format.name || format.read(bytes, run).code !== 0) return;
  tally.files++;
  for (const stage of container.stages) {
    const units = parsed(stage, bytes);
    if (units === undefined) continue;
    const step = Math.max(1, Math.ceil(units.input.length / most));
    for (let unit = 0; unit < units.input.length; unit += step) {
      tally.units++;
      const { code, out } = format.read(withoutUnits(units, [unit]), run);
      if (code === 0) continue;
      const isNeeded = format.lacks?.test(out) === true;
      tally[isNeeded ? "needed" : "refused"]++;
      if (show && !isNeeded) console.log(`${format.name}\t${tally.files}\t${stage.unit} ${unit}\t${out.slice(0, 300)}`);
    }
  }
};

const measured = (format: MadeFormat, sources: readonly Files[], extent: Extent): Tally => {
  const folder = mkdtempSync(join(tmpdir(), "pare-containers-"));
  const tally: Tally = { files: 0, units: 0, needed: 0, refused: 0 };
  for (const source of sources)
    for (const bytes of source()) {
      if (tally.files >= extent.least) break;
      measureFile(format, bytes, runIn(folder, format.suffix), extent, tally);
    }
  rmSync(folder, { recursive: true });
  return tally;
};

/** Ends with 1 if a reader refuses something, or has no file at all. */
export const measureContainers = (extent: Extent): void => {
  const rows: string[][] = [];
  for (const [name, sources] of Object.entries(REAL)) {
    const format = FORMATS.find((each) => each.name === name);
    if (format === undefined || (extent.only.length > 0 && !extent.only.includes(name))) continue;
    const { files, units, needed, refused } = measured(format, sources, extent);
    const free = units - needed;
    const share = free === 0 ? "–" : `${((100 * (free - refused)) / free).toFixed(1)} %`;
    console.error(`${name}: ${files} files, ${share}`);
    rows.push([name, String(files), String(units), String(needed), String(refused), share]);
    if (units === 0 || refused > 0) process.exitCode = 1;
  }
  console.log(markdownTable(["format", "real files", "units", "needed", "refused", "accepted"], rows));
};
