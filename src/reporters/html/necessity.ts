/** The necessity map: the result, each part in the colour of what becomes of it without that part. */
import type { Aim } from "../../core/claim.ts";
import { count, counted } from "../../progress/figures.ts";
import { escaped } from "./escape.ts";
import { aimWords } from "../reduce/words.ts";
import type { Fate, Necessity, NecessityPart } from "../reduce/report-data.ts";

const FATES: readonly (readonly [fate: Fate, words: string])[] = [
  ["works", ""],
  ["other", "it fails in another way"],
  ["syntax", "it can no longer be read"],
  ["hang", "it does not end in time"],
  ["unresolved", "can't tell"],
  ["needless", "nothing changes: it is not needed"],
];

const WORDS: ReadonlyMap<Fate, string> = new Map(FATES);

const wordsOf = (fate: Fate, aim: Aim | undefined): string =>
  fate === "works" ? aimWords(aim).gone : (WORDS.get(fate) ?? "not tried");

export const fateWords = ({ fate, reason }: Pick<NecessityPart, "fate" | "reason">, aim?: Aim): string =>
  `${wordsOf(fate, aim)}${reason === undefined ? "" : ` (${reason})`}`;

const partHtml = (part: NecessityPart, aim?: Aim): string =>
  part.fate === "untried"
    ? escaped(part.text)
    : `<span class="part ${part.fate}" title="${escaped(`without it: ${fateWords(part, aim)}`)}">${escaped(part.text)}</span>`;

const MAX_ROWS = 1000;

export const necessityHtml = ({ unit, files, recalled, tested, neighbour }: Necessity, aim?: Aim): string => {
  const parts = files.flatMap(({ parts: all }) => all.filter(({ fate }) => fate !== "untried"));
  const legend = FATES.map(
    ([fate]) => [fate, wordsOf(fate, aim), parts.filter((part) => part.fate === fate).length] as const,
  )
    .filter(([, , number]) => number > 0)
    .map(([fate, words, number]) => `<li><span class="part ${fate}">${count(number)}</span> ${words}</li>`);
  const maps = files.map(
    ({ path, parts: all }) =>
      `${files.length > 1 ? `<h3><code>${escaped(path)}</code></h3>\n` : ""}<pre class="view wrap map" tabindex="0" aria-label="The result, coloured">${all.map((part) => partHtml(part, aim)).join("")}</pre>`,
  );
  const near =
    neighbour === undefined
      ? ""
      : `<h3>The nearest neighbour that passes</h3>
<p>Without <code>${escaped(neighbour.removed)}</code> in line ${neighbour.line}${files.length > 1 ? ` of <code>${escaped(neighbour.path)}</code>` : ""} ${aimWords(aim).gone}${neighbour.reason === undefined ? "" : ` (${escaped(neighbour.reason)})`}.</p>
<pre class="diff"><span class="old">- ${escaped(neighbour.before)}
</span><span class="new">+ ${escaped(neighbour.after)}
</span></pre>`;
  const rows = parts
    .slice(0, MAX_ROWS)
    .map(
      (part) => `<tr><td><code>${escaped(part.text.trim())}</code></td><td>${escaped(fateWords(part, aim))}</td></tr>`,
    );
  return `<p>${counted(parts.length, unit.replace(/s$/, ""))}, each removed on its own: ${counted(recalled, "answer")} known from the run, ${count(tested)} tested for this map.</p>
<ul class="legend">${legend.join("")}</ul>
${maps.join("\n")}
${near}
<details><summary>The same as a table</summary><div class="wide" tabindex="0" role="region" aria-label="What happens without each part"><table><thead><tr><th>without</th><th>then</th></tr></thead><tbody>${rows.join("")}</tbody></table></div></details>`;
};
