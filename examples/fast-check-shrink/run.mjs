/** fast-check finds commands on which a queue and its model part; pare makes them few. */
import * as fc from "fast-check";
import { claimText, minimize } from "pare";
import { RingQueue } from "./queue.mjs";

/** @typedef {{ kind: "push", item: number } | { kind: "shift" }} Command */

/**
 * Does the queue answer otherwise than an array does?
 * @param {readonly Command[]} commands
 */
function parts(commands) {
  const queue = new RingQueue();
  /** @type {number[]} */
  const model = [];
  for (const command of commands) {
    if (command.kind === "push") {
      queue.push(command.item);
      model.push(command.item);
    } else if (queue.shift() !== model.shift()) return true;
  }
  return false;
}

/**
 * @param {unknown} value
 * @returns {value is Command[]}
 */
function isCommands(value) {
  return (
    Array.isArray(value) && value.every((each) => each?.kind === "shift" || (each?.kind === "push" && "item" in each))
  );
}

/** @type {fc.Arbitrary<Command>} */
const command = fc.oneof(
  fc.record({ kind: fc.constant(/** @type {const} */ ("push")), item: fc.nat() }),
  fc.record({ kind: fc.constant(/** @type {const} */ ("shift")) }),
);
const property = fc.property(fc.array(command, { size: "+1" }), (commands) => !parts(commands));
const { counterexample } = fc.check(property, { seed: 7, numRuns: 1000, endOnFailure: true });
if (counterexample === null) throw new Error("fast-check found nothing");
const [found] = counterexample;

const few = await minimize.withDetails(found, parts);

// The commands as JSON: their numbers become simple too. What is no list of commands tells nothing.
const simple = await minimize(few.value, (value) => (isCommands(value) ? parts(value) : "unresolved"), {
  format: "json",
});

console.log(
  `fast-check found ${found.length} commands; ${few.value.length} are enough (${few.claims.map(claimText).join()}):`,
);
for (const each of /** @type {Command[]} */ (simple))
  console.log(`  ${each.kind === "push" ? `push ${each.item}` : "shift"}`);
