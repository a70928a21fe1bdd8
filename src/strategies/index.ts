/** The registry of strategies: a new one is a file and a line here. */
import { adaptive } from "./adaptive.ts";
import { binarySearch } from "./binary-search.ts";
import { bisection, bisectionToFixpoint } from "./bisection.ts";
import { cdd } from "./cdd.ts";
import { dd } from "./dd.ts";
import { ddminRestart } from "./ddmin-restart.ts";
import { ddmin } from "./ddmin.ts";
import { findInteger } from "./find-integer.ts";
import { gbs } from "./gbs.ts";
import { coarseHdd, hdd, hddStar } from "./trees/hdd.ts";
import { hddr } from "./trees/hddr.ts";
import { hoist } from "./trees/hoist.ts";
import { lithium } from "./lithium.ts";
import { naive } from "./naive.ts";
import { onemin } from "./onemin.ts";
import { opdd } from "./opdd.ts";
import { probdd } from "./probdd.ts";
import type { ListEntry, TreeEntry } from "./support/registry.ts";
import { segments } from "./segments.ts";
import { verify } from "./verify.ts";
import { weighted } from "./weighted.ts";

export * from "./support/registry.ts";
export type { Order } from "./support/order.ts";
export { toNode, treeKey, treeOf, type Tree, type TreeNode } from "./trees/tree.ts";
export { isolate } from "./isolate.ts";
export { adaptive, binarySearch, bisection, bisectionToFixpoint, cdd, coarseHdd, dd, ddmin, ddminRestart, findInteger };
export { gbs, hdd, hddStar, hddr, hoist, lithium, naive, onemin, opdd, probdd, segments, verify, weighted };

const LECTURE = "delta debugging lecture (after Zeller & Hildebrandt 2002)";
const HODOVAN = "Hodován & Kiss, Practical Improvements to the Minimizing Delta Debugging Algorithm, 2016";
const KISS = "Kiss, Generalizing the Split Factor of the Minimizing Delta Debugging Algorithm, 2020";
const ALL = ["splitFactor", "order", "cases"] as const;

/** List minimisers by name. */
export const list: Readonly<Record<string, ListEntry>> = {
  adaptive: {
    summary:
      "gbs that finds out its direction, and sweeps segments side by side where deltas are independent; the default",
    source: "ours",
    promises: 1,
    reads: [],
    build: () => adaptive,
  },
  gbs: {
    summary: "generalised binary splitting with an on-line estimate of the gap, then verification",
    source: "ours, after Hwang, A Method for Detecting All Defective Members in a Population by Group Testing, 1972",
    promises: 1,
    reads: ["order"],
    build:
      ({ order }) =>
      (c) =>
        gbs(c, order),
  },
  segments: {
    summary: "64 sweeps side by side against the same base, an ordered merge, then verification",
    source: "ours",
    promises: 1,
    reads: [],
    build: () => segments,
  },
  ddmin: {
    summary: "minimizing delta debugging: subsets, complements, finer chunks; the scan goes on where it was",
    source: `Zeller & Hildebrandt 2002; ${HODOVAN}; ${KISS}`,
    promises: 1,
    reads: ALL,
    build: (options) => (c) => ddmin(c, options),
  },
  "ddmin-restart": {
    summary: "ddmin as its pseudo-code is printed: every round begins at the first chunk again",
    source: `${HODOVAN}, Algorithm 2; ${KISS}, Algorithm 3`,
    promises: 1,
    reads: ["splitFactor", "cases"],
    build: (options) => (c) => ddminRestart(c, options),
  },
  onemin: {
    summary: "single deltas, round and round, until a whole round was fruitless",
    source: `${KISS}, Algorithm 2`,
    promises: 1,
    reads: ["order"],
    build: (options) => (c) => onemin(c, options),
  },
  opdd: {
    summary: "one pass delta debugging: every chunk once per granularity, no revisits",
    source: "Gharachorlu & Sumner, Avoiding the Familiar to Speed Up Test Case Reduction, 2018, Fig. 6",
    promises: 0,
    reads: ["order", "cases"],
    build: (options) => (c) => opdd(c, options),
  },
  dd: {
    summary: "dd of 1999 with its remains set, and the final check it lacks",
    source: "Zeller, Yesterday, My Program Worked. Today, It Does Not. Why?, 1999",
    promises: 0,
    reads: [],
    build: () => dd,
  },
  naive: {
    summary: "drop the first delta that can go, begin again",
    source: LECTURE,
    promises: 1,
    reads: [],
    build: () => naive,
  },
  "binary-search": {
    summary: "keep a half that fails, stop when neither does",
    source: LECTURE,
    promises: 0,
    reads: [],
    build: () => binarySearch,
  },
  probdd: {
    summary: "probabilistic delta debugging: the chunk of the largest expected gain",
    source: "Wang, Shen, Chen, Xiong & Zhang, Probabilistic Delta Debugging, 2021",
    promises: 0,
    reads: ["order"],
    build: (options) => (c) => probdd(c, options),
  },
  cdd: {
    summary: "counter-based delta debugging: ProbDD without probabilities",
    source: "Zhang et al., Toward a Better Understanding of Probabilistic Delta Debugging, 2025",
    promises: 0,
    reads: ["order"],
    build: (options) => (c) => cdd(c, options),
  },
  weighted: {
    summary: "ddmin with chunks halved by weight, then verification",
    source: "Zhou et al., WDD: Weighted Delta Debugging, 2025",
    promises: 1,
    reads: ["order"],
    build: (options) => (c) => weighted(c, options),
  },
  bisection: {
    summary: "bisection, depth first: a block that stays is halved; one pass",
    source: "Sun, Li, Zhang, Gu & Su, Perses: Syntax-Guided Program Reduction, 2018 (its list minimiser)",
    promises: 0,
    reads: ["order"],
    build:
      ({ order }) =>
      (c) =>
        bisection(c, order),
  },
  "bisection-fixpoint": {
    summary: "bisection again and again until nothing goes",
    source: "Sun, Li, Zhang, Gu & Su 2018",
    promises: 1,
    reads: ["order"],
    build:
      ({ order }) =>
      (c) =>
        bisectionToFixpoint(c, order),
  },
  lithium: {
    summary: "one pass for each power-of-two chunk size, single deltas until nothing goes",
    source: "Ruderman, Lithium (Mozilla)",
    promises: 1,
    reads: ["order"],
    build:
      ({ order }) =>
      (c) =>
        lithium(c, order),
  },
  "find-integer": {
    summary: "adaptive deletion: the longest run that can go, found by doubling, until nothing goes",
    source: "MacIver, Hypothesis and Shrink Ray",
    promises: 1,
    reads: ["order"],
    build:
      ({ order }) =>
      (c) =>
        findInteger(c, order),
  },
  verify: {
    summary: "single deltas, backward and cyclic: proves 1-minimality, or reaches it",
    source: "Zeller & Hildebrandt 2002, definition of n-minimality",
    promises: 1,
    reads: [],
    build: () => (c) => verify(c),
  },
};

/** Tree minimisers by name. */
export const tree: Readonly<Record<string, TreeEntry>> = {
  hdd: {
    summary: "hierarchical delta debugging: a list minimiser on every level, from the root down",
    source: "Misherghi & Su, HDD: Hierarchical Delta Debugging, 2006",
    build: (minimizer) => (input) => hdd(input, { minimizer }),
  },
  "hdd-star": {
    summary: "hdd again and again until nothing changes",
    source: "Misherghi & Su 2006",
    build: (minimizer) => (input) => hddStar(input, { minimizer }),
  },
  "coarse-hdd": {
    summary: "hdd on nodes that leave nothing behind when they are pruned",
    source: "Hodován, Kiss & Gyimóthy, Coarse Hierarchical Delta Debugging, 2017",
    build: (minimizer) => (input) => coarseHdd(input, { minimizer }),
  },
  "hddr-breadth": {
    summary: "recursive hdd: the children of one node at a time, breadth first",
    source: "Kiss, Hodován & Gyimóthy, HDDr: A Recursive Variant of the Hierarchical Delta Debugging Algorithm, 2018",
    build: (minimizer) => (input) => hddr(input, { minimizer, walk: "breadth" }),
  },
  "hddr-depth": {
    summary: "recursive hdd, depth first",
    source: "Kiss, Hodován & Gyimóthy 2018",
    build: (minimizer) => (input) => hddr(input, { minimizer, walk: "depth" }),
  },
  hoist: {
    summary: "a node is replaced by a compatible one from below it, greedily",
    source: "Vince, Hodován, Bársony & Kiss, Extending Hierarchical Delta Debugging with Hoisting, 2021",
    build: () => (input) => hoist(input),
  },
};
