/** Search in all pages, in the reader's browser: the index is a script of this site, so it works from files, too. */

interface Entry {
  readonly url: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

const MAX_HITS = 12;
const AROUND = 60;

const field = document.querySelector<HTMLInputElement>("#search");
const hits = document.querySelector<HTMLElement>("#hits");
const root = document.documentElement.dataset["root"] ?? "";

const entries = (): readonly Entry[] => (globalThis as { searchIndex?: readonly Entry[] }).searchIndex ?? [];

/** The index is read when somebody begins to search. */
const load = (): void => {
  if (document.querySelector("#index") !== null) return;
  const script = document.createElement("script");
  script.id = "index";
  script.src = `${root}search-index.js`;
  script.addEventListener("load", show);
  document.head.append(script);
};

/** Every word must be there; headings count more than text. */
const scoreOf = ({ page, heading, text }: Entry, words: readonly string[]): number => {
  let score = 0;
  for (const word of words) {
    const found = [heading, page, text].findIndex((part) => part.toLowerCase().includes(word));
    if (found < 0) return 0;
    score += [10, 5, 1][found] ?? 0;
  }
  return score;
};

const show = (): void => {
  if (field === null || hits === null) return;
  const words = field.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 1);
  const found = entries()
    .map((entry) => ({ entry, score: words.length === 0 ? 0 : scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_HITS);
  hits.hidden = words.length === 0;
  hits.replaceChildren(
    ...(found.length === 0 ? [line("Nothing was found.")] : found.map(({ entry }) => hit(entry, words[0] ?? ""))),
  );
};

const line = (text: string): HTMLElement => Object.assign(document.createElement("li"), { textContent: text });

const hit = ({ url, page, heading, text }: Entry, word: string): HTMLElement => {
  const at = text.toLowerCase().indexOf(word);
  const link = Object.assign(document.createElement("a"), {
    href: root + url,
    textContent: heading === page ? page : `${page}: ${heading}`,
  });
  const around = document.createElement("small");
  around.textContent = at < 0 ? "" : `…${text.slice(Math.max(0, at - AROUND), at + AROUND)}…`;
  const item = document.createElement("li");
  item.append(link, around);
  return item;
};

field?.addEventListener("focus", load);
field?.addEventListener("input", show);
field?.addEventListener("keydown", (event) => {
  if (event.key === "Escape") field.value = "";
  if (event.key === "Escape") show();
});

/** On a phone the text comes first. */
const menu = document.querySelector<HTMLDetailsElement>(".menu");
if (menu !== null && matchMedia("(max-width: 800px)").matches) menu.open = false;
