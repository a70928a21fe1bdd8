/** With PARE_CPU_TIMES=FILE each file of tests appends its seconds of CPU time (its own and those of the processes it has waited for) and its path: on a busy machine the clock says nothing. */
import { appendFileSync, readFileSync } from "node:fs";
import { afterAll } from "vitest";
import { pathFromRoot } from "./seeds.ts";

const target = process.env["PARE_CPU_TIMES"];
/** In /proc/self/stat: utime, stime, cutime, cstime, counted from the state, which follows the name in brackets. */
const ticks = (): number =>
  readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\)/s, "")
    .trim()
    .split(" ")
    .slice(11, 15)
    .reduce((sum, each) => sum + Number(each), 0);

if (target !== undefined && process.platform === "linux")
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the parameter's text and wants a pattern
  afterAll(({}, file) => {
    appendFileSync(target, `${(ticks() / 100).toFixed(1)}\t${pathFromRoot(file.file.filepath)}\n`);
  });
