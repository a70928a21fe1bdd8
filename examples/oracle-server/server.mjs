/** A warm oracle in Node: clean-css is loaded once, and each candidate costs a few milliseconds instead of a whole process. */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import CleanCSS from "clean-css";

const MESSAGE = "Cannot read properties of null (reading 'length')";

/** @param {string} path the candidate */
function outcomeOf(path) {
  try {
    new CleanCSS().minify(readFileSync(path, "utf8"));
    return "pass";
  } catch (error) {
    return error instanceof Error && error.message === MESSAGE ? "fail" : "pass";
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, path } = JSON.parse(line);
  console.log(JSON.stringify({ id, outcome: outcomeOf(path) }));
}
