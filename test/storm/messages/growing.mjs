/** A process whose memory grows step by step until the watch of the heap says stop, or V8 gives up. */
import { setImmediate } from "node:timers/promises";
import { watchHeap } from "../../../dist/reduce/heap.js";

let isLow = false;
const unwatch = watchHeap(() => void (isLow = true));
const kept = [];
while (!isLow) {
  for (let count = 0; count < 2000; count++) kept.push({ count, list: [count] });
  // Garbage alone is no reason to stop.
  if (process.argv[2] === "garbage" && kept.length >= 20_000) kept.length = 0;
  if (process.argv[2] === "garbage" && performance.now() > 1500) break;
  await setImmediate();
}
unwatch();
process.stdout.write(isLow ? "low" : "enough");
