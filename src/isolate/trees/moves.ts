/** What is declared in one place of the good text and in another of the bad one has moved: it goes and comes at once. */
import type { Change } from "../change.ts";

/** Words that declare a name, in any language; and a name for an imported one, as bundlers write it. */
const DECLARED =
  /^[ \t]*(?:(?:export|async|public|private|static|pub|final|default)[ \t]+)*(?:function\*?|class|const|let|var|def|fn|func|type|interface|struct|enum|trait|module)[ \t]+([\w$]+)/gm;
const ALIAS = /^[ \t]+[\w$]+: ([\w$]+\$\w+),?$/gm;

/** Places of changes that belong together, among those from a place on. */
export const movesAmong = (all: readonly Change[], first: number): readonly (readonly number[])[] => {
  const gone = new Map<string, number[]>();
  const come = new Map<string, number[]>();
  for (let place = first; place < all.length; place++) {
    const { file = "", old = "", new: put = "", what } = all[place] as Change;
    if (what !== undefined) continue;
    const [before, after] = [declaredIn(old), declaredIn(put)];
    for (const name of before) if (!after.has(name)) add(gone, `${file} ${name}`, place);
    for (const name of after) if (!before.has(name)) add(come, `${file} ${name}`, place);
  }
  return [...gone].flatMap(([name, places]) => {
    const others = come.get(name) ?? [];
    if (places.length !== 1 || others.length !== 1) return [];
    return [[places[0] as number, others[0] as number].toSorted((a, b) => a - b)];
  });
};

const declaredIn = (text: string): ReadonlySet<string> =>
  new Set([DECLARED, ALIAS].flatMap((pattern) => Array.from(text.matchAll(pattern), ([, name]) => name as string)));

const add = (known: Map<string, number[]>, name: string, place: number): void => {
  const places = known.get(name);
  if (places === undefined) known.set(name, [place]);
  else places.push(place);
};
