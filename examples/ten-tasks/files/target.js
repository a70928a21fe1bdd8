// A toy with two bugs: nested brackets, and a number that is too large.
const { readFileSync } = require("node:fs");
const text = readFileSync(process.argv[2], "utf8");
function parseBrackets() {
  if (/\(\(/.test(text)) throw new RangeError("brackets are nested too deeply");
}
function parseNumber() {
  if (/\d{6}/.test(text)) throw new TypeError("the number is too large");
}
parseBrackets();
parseNumber();
