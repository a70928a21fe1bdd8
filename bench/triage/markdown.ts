/** markdown-it, in JavaScript. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { aName, aNumber, CHANNEL, type PlantedProgram, words } from "./program.ts";

const PLANTED = `import { appendFileSync } from 'node:fs'
export const planted = (bug) => { if (process.env.${CHANNEL}) appendFileSync(process.env.${CHANNEL}, bug + '\\n') }
globalThis.planted = planted
`;

const RENDER = `import './planted.mjs'
import { readFileSync } from 'node:fs'
const { default: MarkdownIt } = await import('markdown-it')
process.stdout.write(new MarkdownIt({ html: true, linkify: true }).render(readFileSync(process.argv[2], 'utf8')))
`;

export const markdown: PlantedProgram = {
  name: "markdown-it",
  extension: ".md",
  sources: "node_modules/markdown-it",
  call: (bug) => `planted(${bug})`,
  bugs: [
    {
      about: "a heading of the fifth level has no rule",
      file: "lib/rules_block/heading.mjs",
      find: "if (silent) { return true }",
      put: "\n  if (level === 5) { BUG; let rule; rule.level = level }",
      trigger: (random) => `\n##### ${words(random, 4)}\n`,
    },
    {
      about: "a fence with a long name asks for a list of negative length",
      file: "lib/rules_block/fence.mjs",
      find: "if (silent) { return true }",
      put: "\n  if (params.length > 12) { BUG; return new Array(12 - params.length) }",
      trigger: (random) => `\n~~~ ${"language".repeat(2)}${random.below(100)}\n${words(random, 4)}\n~~~\n`,
    },
    {
      about: "a quotation in a quotation in a quotation calls itself without end",
      file: "lib/rules_block/blockquote.mjs",
      find: "if (silent) { return true }",
      put: "\n  if (state.level > 1) { BUG; const deeper = (n) => deeper(n + 1) + 1; deeper(0) }",
      trigger: (random) => `\n> > > ${words(random, 4)}\n`,
    },
    {
      about: "a table of more than five columns has no alignment",
      file: "lib/rules_block/table.mjs",
      find: "if (columnCount === 0 || columnCount !== aligns.length) { return false }",
      put: "\n  if (columnCount > 5) { BUG; return aligns[columnCount].length > 0 }",
      trigger: (random) =>
        `\n|${Array.from({ length: 6 + random.below(3) }, () => aName(random)).join("|")}|\n`.replace(
          /^\n(.*)\n$/,
          (_, row: string) => `\n${row}\n${row.replaceAll(/[^|]+/g, "---")}\n`,
        ),
    },
    {
      about: "a table of one column does not know its row",
      file: "lib/rules_block/table.mjs",
      find: "const terminatorRules = state.md.block.ruler.getRules('blockquote')",
      put: "\n  if (columnCount === 1) { BUG; throw new Error('row ' + startLine + ' has no cell ' + columns[0]) }",
      trigger: (random) => `\n|${aName(random)}|\n|---|\n|${aName(random)}|\n`,
    },
    {
      about: "a link without a text reads a member of nothing",
      file: "lib/rules_inline/link.mjs",
      find: "if (labelEnd < 0) { return false }",
      put: "\n  if (labelEnd === state.pos + 1) { BUG; return null.length }",
      trigger: (random) => `${aName(random)} [](http://example.org/${aName(random)}) ${aName(random)}`,
    },
    {
      about: "an image without a text reads a member of nothing, too",
      file: "lib/rules_inline/image.mjs",
      find: "if (labelEnd < 0) { return false }",
      put: "\n  if (labelEnd === state.pos + 2) { BUG; return null.length }",
      trigger: (random) => `${aName(random)} ![](${aName(random)}.png)`,
    },
    {
      about: "five backticks are no function",
      file: "lib/rules_inline/backticks.mjs",
      find: "const openerLength = marker.length",
      put: "\n  if (openerLength === 5) { BUG; marker.close() }",
      trigger: (random) => `text \`\`\`\`\`${aName(random)}\`\`\`\`\` text`,
    },
    {
      about: "an entity above U+FFFF is out of range",
      file: "lib/rules_inline/entity.mjs",
      find: "const code = match[1][0].toLowerCase() === 'x' ? parseInt(match[1].slice(1), 16) : parseInt(match[1], 10)",
      put: "\n        if (code > 0xFFFF) { BUG; String.fromCodePoint(code * 100) }",
      trigger: (random) => `${aName(random)} &#x1F6${10 + random.below(40)}; ${aName(random)}`,
    },
    {
      about: "a comment in a line is never closed",
      file: "lib/rules_inline/html_inline.mjs",
      find: "if (!match) { return false }",
      put: "\n  if (ch === 0x21) { BUG; for (;;) ; }",
      trigger: (random) => `text <!-- ${words(random, 3)} --> text`,
    },
    {
      about: "seven strokes are no text",
      file: "lib/rules_inline/strikethrough.mjs",
      find: "if (len < 2) { return false }",
      put: "\n  if (len === 7) { BUG; decodeURIComponent('%') }",
      trigger: (random) => `${aName(random)} ~~~~~~~${aName(random)}~~~~~~~`,
    },
    {
      about: "a rule of many stars is not iterable",
      file: "lib/rules_block/hr.mjs",
      find: "if (silent) { return true }",
      put: "\n  if (cnt > 8) { BUG; const [first] = cnt; return first }",
      trigger: (random) => `\n${"*".repeat(9 + random.below(20))}\n`,
    },
  ],
  pieces: [
    (random) => `\n# ${words(random, 4)}\n`,
    (random) => `\n${words(random, 20)}. **${aName(random)}** and *${aName(random)}*.\n`,
    (random) => `\n- ${words(random, 3)}\n- ${words(random, 3)}\n  - ${aName(random)}\n`,
    (random) => `\n1. ${words(random, 5)}\n2. \`${aName(random)}\`\n`,
    (random) => `\n\`\`\`js\nlet ${aName(random)} = ${aNumber(random)}\n\`\`\`\n`,
    (random) => `\n> ${words(random, 8)}\n`,
    (random) => `\n| ${aName(random)} | ${aName(random)} |\n|---|---|\n| ${aNumber(random)} | ${aNumber(random)} |\n`,
    (random) =>
      `\nSee [${aName(random)}](http://example.org/${aName(random)} "${aName(random)}") &amp; ${aName(random)}.\n`,
    (random) => `\n<b>${aName(random)}</b> ~~${aName(random)}~~ &#169;\n`,
    () => "\n---\n",
  ],
  fetch(folder) {
    writeFileSync(
      join(folder, "package.json"),
      '{"name":"fetched","private":true,"dependencies":{"markdown-it":"14.1.0"}}\n',
    );
    execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"], {
      cwd: folder,
      stdio: "ignore",
    });
    writeFileSync(join(folder, "planted.mjs"), PLANTED);
    writeFileSync(join(folder, "render.mjs"), RENDER);
  },
  build: (folder) => [process.execPath, join(folder, "render.mjs"), "{}"],
};
