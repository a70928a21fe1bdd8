/** A reader of settings files with four bugs: `node settings.mjs FILE`. */
import { readFileSync } from "node:fs";

const readList = (text) => {
  const items = text.slice(1, -1).split(",");
  if (items.length > 4) return items[items.length].trim();
  return items.map((item) => item.trim());
};

const readNumber = (text) => {
  const digits = [...text];
  if (digits.length > 4) digits.length = -1;
  return Number(digits.join(""));
};

const readSection = (line, settings) => {
  const name = line.slice(1, -1);
  if (name === "") throw new Error(`a section without a name at ${line.length}`);
  settings[name] = {};
};

const readValue = (text, settings) => {
  if (text.startsWith("[")) return readList(text);
  if (text.startsWith("$")) return settings.known.names[text.slice(1)];
  return /^\d+$/.test(text) ? readNumber(text) : text;
};

const settings = {};
for (const line of readFileSync(process.argv[2] ?? 0, "utf8").split("\n")) {
  if (line.startsWith("[")) readSection(line, settings);
  const at = line.indexOf(" = ");
  if (at > 0) settings[line.slice(0, at)] = readValue(line.slice(at + 3), settings);
}
