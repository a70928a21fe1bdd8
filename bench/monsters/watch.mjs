/**
 * Loaded before pare: writes how long its main thread was deaf at most, by the clock and by its own CPU time, which a busy machine does
 * not stretch, its CPU time and its peak memory to a file at its end.
 */
import { readFileSync, writeFileSync } from "node:fs";

/** In milliseconds; of the main thread alone. */
const ownCpu = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "latin1").split(" ")[0]) / 1e6;

const TICK_MS = 5;
let last = performance.now();
let longest = 0;
let when = 0;
let lastCpu = ownCpu();
let longestCpu = 0;
const tick = () => {
  const now = performance.now();
  const cpu = ownCpu();
  if (now - last > longest) [longest, when] = [now - last, last];
  longestCpu = Math.max(longestCpu, cpu - lastCpu);
  [last, lastCpu] = [now, cpu];
};
// Not counted: what the command line loads before it can do anything.
setTimeout(() => {
  [last, lastCpu] = [performance.now(), ownCpu()];
  setInterval(tick, TICK_MS).unref();
}, 0).unref();

process.on("exit", () => {
  tick();
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const cpuMs = (userCPUTime + systemCPUTime) / 1000;
  writeFileSync(
    process.env.MONSTER_WATCH ?? "",
    JSON.stringify({ deafMs: longest, deafCpuMs: longestCpu, deafAtMs: when, peakBytes: maxRSS * 1024, cpuMs }),
  );
});
