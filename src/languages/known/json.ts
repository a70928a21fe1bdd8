/** JSON. */
import type { ContentTest, LanguageDefinition } from "../definition.ts";

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // whatever is wrong with it
  }
};

const OPENING = /^\s*(?:\[\s*)*\{\s*"(?:[^"\\\n]|\\.)*"\s*:/;

/** A document, or one on each line. */
const isJson: ContentTest = (text, cut) => {
  if (!/^\s*[{[]/.test(text)) return false;
  if (cut) return OPENING.test(text);
  return parses(text) || text.trim().split("\n").every(parses);
};

export const json: LanguageDefinition = {
  name: "json",
  extensions: "json jsonc jsonl ndjson geojson topojson webmanifest ipynb har map avsc gltf jsonld",
  doubtfulExtensions: { json5: isJson },
  fileNames: "composer.lock pipfile.lock flake.lock .jshintrc .watchmanconfig",
  modes: "json jsonc",
  isContent: isJson,
  grammar: { package: "tree-sitter-json", version: "0.24.8" },
  neutral: "null",
  traits: { stands: ["0", "{}", "[]"], refersBy: "elements" },
};
