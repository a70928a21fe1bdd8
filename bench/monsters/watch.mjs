/** Loaded before pare: writes how long its main thread was deaf at most, its CPU time and its peak memory to a file at its end. */
import { writeFileSync } from "node:fs";

const TICK_MS = 5;
let last = performance.now();
let longest = 0;
let when = 0;
const tick = () => {
  const now = performance.now();
  if (now - last > longest) [longest, when] = [now - last, last];
  last = now;
};
// Not counted: what the command line loads before it can do anything.
setTimeout(() => {
  last = performance.now();
  setInterval(tick, TICK_MS).unref();
}, 0).unref();

process.on("exit", () => {
  tick();
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const cpuMs = (userCPUTime + systemCPUTime) / 1000;
  writeFileSync(
    process.env.MONSTER_WATCH ?? "",
    JSON.stringify({ deafMs: longest, deafAtMs: when, peakBytes: maxRSS * 1024, cpuMs }),
  );
});
