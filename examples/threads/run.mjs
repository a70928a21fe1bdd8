/** The moves of a queen on a board of 6 by 6, as a graph: which of its edges make four colours too few? */
import { claimText, minimize } from "pare";
import { threads } from "pare/executors";

const SIDE = 6;
const squares = Array.from({ length: SIDE * SIDE }, (_, square) => square);
/** @type {[number, number][]} */
const edges = squares.flatMap((a) =>
  squares.filter((b) => a < b && attacks(a, b)).map((b) => /** @type {[number, number]} */ ([a, b])),
);

const test = threads(new URL("./colouring.mjs", import.meta.url), { timeout: 60_000 });
const { value, claims, tests } = await minimize.withDetails(edges, test, { jobs: 2 });
console.log(
  `${edges.length} edges; ${value.length} of them need a fifth colour (${claims.map(claimText).join()}), ${tests.run} tests`,
);
console.log(value.map(([a, b]) => `${a}-${b}`).join(" "));

/**
 * @param {number} a
 * @param {number} b
 */
function attacks(a, b) {
  const [rows, columns] = [Math.floor(a / SIDE) - Math.floor(b / SIDE), (a % SIDE) - (b % SIDE)];
  return rows === 0 || columns === 0 || Math.abs(rows) === Math.abs(columns);
}
