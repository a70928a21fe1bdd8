/** A test that computes: can the vertices of a graph be coloured so that no edge joins two of one colour? */

const COLOURS = 4;

/**
 * Does the graph need a fifth colour? An exact search: always the vertex with the fewest colours left.
 * @param {readonly (readonly [number, number])[]} edges
 */
export default function needsMoreColours(edges) {
  /** @type {Map<number, Set<number>>} */
  const neighbours = new Map();
  for (const [a, b] of edges) {
    neighbours.set(a, (neighbours.get(a) ?? new Set()).add(b));
    neighbours.set(b, (neighbours.get(b) ?? new Set()).add(a));
  }
  return !canColour(neighbours, new Map());
}

/**
 * @param {Map<number, Set<number>>} neighbours
 * @param {Map<number, number>} coloured
 */
function canColour(neighbours, coloured) {
  /** @type {number | undefined} */
  let next;
  /** @type {number[]} */
  let choices = [];
  for (const [vertex, others] of neighbours) {
    if (coloured.has(vertex)) continue;
    const left = coloursLeft(others, coloured);
    if (next === undefined || left.length < choices.length) [next, choices] = [vertex, left];
  }
  if (next === undefined) return true;
  for (const colour of choices) {
    coloured.set(next, colour);
    if (canColour(neighbours, coloured)) return true;
  }
  coloured.delete(next);
  return false;
}

/**
 * The colours no neighbour has; of those nobody has yet, one is as good as another.
 * @param {Set<number>} others
 * @param {Map<number, number>} coloured
 */
function coloursLeft(others, coloured) {
  const taken = new Set([...others].map((vertex) => coloured.get(vertex)));
  const used = new Set(coloured.values()).size;
  const open = Array.from({ length: Math.min(used + 1, COLOURS) }, (_, colour) => colour);
  return open.filter((colour) => !taken.has(colour));
}
