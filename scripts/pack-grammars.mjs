/**
 * Takes the tree-sitter grammars of all languages (src/languages/known) from their npm packages into grammars/: `node scripts/pack-grammars.mjs`.
 * With names it takes only those languages; the notices are written only when all are taken.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv } from "node:process";
import { brotliCompressSync, constants } from "node:zlib";
import { tsImport } from "tsx/esm/api";
import { root } from "./run.mjs";

/** @typedef {import("../src/languages/definition.ts").GrammarSource} Source */

const { distill } = await tsImport("../src/languages/distill.ts", import.meta.url);
/** @type {{ languages: import("../src/languages/registry.ts").Registry }} */
const { languages } = await tsImport("../src/languages/registry.ts", import.meta.url);
/** Those with a grammar of tree-sitter. */
const sources = new Map(
  languages.definitions.flatMap(({ name, grammar }) =>
    typeof grammar === "function" ? [] : [/** @type {const} */ ([name, grammar])],
  ),
);
const grammars = join(root, "grammars");
const scratch = mkdtempSync(join(tmpdir(), "pare-grammars-"));
/** @type {Map<string, string>} */
const unpacked = new Map();

try {
  mkdirSync(grammars, { recursive: true });
  const wanted = argv.length > 2 ? argv.slice(2) : [...sources.keys()];
  for (const language of wanted) pack(language);
  if (argv.length === 2) writeFileSync(join(grammars, "NOTICES.md"), notices());
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** @param {string} language */
function pack(language) {
  const source = sourceOf(language);
  const folder = folderOf(source);
  const wasm = readFileSync(join(folder, `tree-sitter-${source.wasm ?? language}.wasm`));
  const grammar = JSON.parse(readFileSync(join(folder, source.grammar ?? "src", "grammar.json"), "utf8"));
  const options = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: wasm.length,
    },
  };
  const packed = brotliCompressSync(wasm, options);
  const distilled = JSON.stringify(distill(grammar));
  const query = (source.highlights ?? [language]).map(highlights).join("\n");
  writeFileSync(join(grammars, `${language}.wasm.br`), packed);
  writeFileSync(join(grammars, `${language}.json`), `${distilled}\n`);
  writeFileSync(join(grammars, `${language}.scm`), query);
  console.log(
    `${language}: ${wasm.length} B packed into ${packed.length}, shapes ${distilled.length}, query ${query.length}`,
  );
}

/** @param {string} language */
function sourceOf(language) {
  const source = sources.get(language);
  if (source === undefined)
    throw new Error(`no such language: ${language}; there are ${[...sources.keys()].join(", ")}`);
  return source;
}

/**
 * Downloads and unpacks a package, once.
 *
 * @param {Source} source
 */
function folderOf({ package: name, version }) {
  const id = `${name}@${version}`;
  const known = unpacked.get(id);
  if (known !== undefined) return known;
  const folder = join(scratch, String(unpacked.size));
  mkdirSync(folder);
  must("npm", ["pack", "--silent", "--pack-destination", folder, id]);
  const [archive = ""] = readdirSync(folder);
  must("tar", ["-xzf", join(folder, archive), "-C", folder]);
  const inside = join(folder, "package");
  unpacked.set(id, inside);
  return inside;
}

/**
 * @param {string} program
 * @param {string[]} words
 */
function must(program, words) {
  const { status, stderr, error } = spawnSync(program, words, { encoding: "utf8", cwd: scratch });
  if (error !== undefined || status !== 0)
    throw new Error(`${program} ${words.join(" ")}: ${error?.message ?? stderr}`);
}

/**
 * The query of a language, empty if its package has none.
 *
 * @param {string} name
 */
function highlights(name) {
  const [language = name, file = "highlights"] = name.split("/");
  const queries = join(folderOf(sourceOf(language)), "queries");
  try {
    return readFileSync(join(queries, `${file}.scm`), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

/** Who wrote the grammars, and under which licence; equal texts stand once. */
function notices() {
  /** @type {Map<string, string[]>} */
  const byText = new Map();
  for (const id of [
    ...new Set([...sources.values()].map((grammar) => `${grammar.package}@${grammar.version}`)),
  ].toSorted()) {
    const folder = String(unpacked.get(id));
    const file = readdirSync(folder).find((name) => /^licen[cs]e/iu.test(name));
    if (file === undefined) throw new Error(`${id} comes without a licence`);
    const text = readFileSync(join(folder, file), "utf8").replaceAll("\r", "").trim();
    byText.set(text, [...(byText.get(text) ?? []), id]);
  }
  const parts = [...byText].map(([text, ids]) => `## ${ids.join(", ")}\n\n\`\`\`text\n${text}\n\`\`\`\n`);
  const opening =
    "The parsers, shapes and queries of this folder are made from these packages (scripts/pack-grammars.mjs).";
  return `# Notices\n\n${opening}\n\n${parts.join("\n")}`;
}
