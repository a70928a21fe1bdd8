/**
 * A real document, a real bug: many programs turn texts that look like dates into dates when they read JSON, and ask Date.parse
 * which ones do. It says yes to more than dates. Somewhere in 45 kB of help texts is one that it takes for a date: which, and why?
 */
import { readFileSync } from "node:fs";
import { claimText, minimize } from "../../dist/index.js";

const text = readFileSync(new URL("./playwright-help.json", import.meta.url), "utf8");

/** @param {unknown} value */
const isTakenForDate = (value) => typeof value === "string" && !Number.isNaN(Date.parse(value));

/**
 * Does reading the document turn a text with a word in it into a date?
 * @param {import("../../dist/index.js").Json} document
 */
function losesWords(document) {
  let lost = false;
  JSON.parse(JSON.stringify(document), (_, value) => {
    if (isTakenForDate(value) && /[a-z]{3}/i.test(value)) lost = true;
    return value;
  });
  return lost;
}

console.log(`playwright-help.json: ${text.length} characters, and reading it turns a text into a date`);
/** @type {import("../../dist/index.js").Json} */
const original = JSON.parse(text);
const { value, tests, claims, wallMs } = await minimize.withDetails(original, losesWords, { onEvent: show });
const small = JSON.stringify(value);
if (process.stdout.isTTY) process.stdout.write("\n");
console.log(`\nthe smallest document with the bug:  ${small}   (${small.length} characters)`);
console.log(`what Date.parse makes of it:         ${new Date(Date.parse(JSON.parse(small))).toDateString()}`);
console.log(`what is proved:                      ${claims.map(claimText).join(", ")}`);
console.log(`what it took:                        ${tests.run} tests, ${(wallMs / 1000).toFixed(2)} s`);

/** @param {import("../../dist/index.js").Stamped} event */
function show(event) {
  if (event.type !== "best") return;
  const bar = "█".repeat(Math.ceil((40 * Math.log(event.size)) / Math.log(text.length)));
  const line = `${String(event.size).padStart(7)} characters  test ${String(event.number).padStart(3)}  ${bar}`;
  process.stdout.write(process.stdout.isTTY ? `\r\u001B[K${line}` : `${line}\n`);
}
