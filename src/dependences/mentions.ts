/** Where a text names other files of its directory. */

export interface Mention {
  /** The path of the file that is named. */
  readonly target: string;
  readonly start: number;
  readonly end: number;
}

/** Words that may be paths: in quotes or pointed brackets, or bare with a dot or a slash in them. */
const WORDS = /(?:"([^"\n]+)"|'([^'\n]+)'|`([^`\n$]+)`|<([^<>\s]+)>|([\w./@+-]+))/g;
/** Longer words are no paths. */
const MAX_LENGTH = 4096;
/** Modules of Python: `from .a.b import c`, `import a.b`. */
const MODULES = /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import\b|import[ \t]+([.\w]+))/gm;

/** In the order of the text. `paths`: all files there are. */
export const mentionsIn = (path: string, text: string, paths: ReadonlySet<string>): readonly Mention[] => {
  const found: Mention[] = [];
  const see = (word: string, start: number, targets: readonly string[]): void => {
    const target = targets.find((each) => each !== path && paths.has(each));
    if (target !== undefined) found.push({ target, start, end: start + word.length });
  };
  for (const match of text.matchAll(WORDS)) {
    const word = match.slice(1).find((each) => each !== undefined) as string;
    if (word.length > MAX_LENGTH || (match[5] !== undefined && !/[./]/.test(word))) continue;
    see(word, match.index + match[0].indexOf(word), targetsOf(path, word));
  }
  if (/\.pyi?$/.test(path))
    for (const match of text.matchAll(MODULES)) {
      const word = (match[1] ?? match[2]) as string;
      see(word, match.index + match[0].lastIndexOf(word), modulesOf(path, word, paths));
    }
  return found.toSorted((a, b) => a.start - b.start);
};

/** What a name may leave out, or call differently from the source it stands for. */
const ENDINGS = ["", ".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".vue", ".svelte"];
const STYLES = [".css", ".scss", ".sass", ".less", ".styl"];

/** The paths a word may stand for, the likeliest first: as seen from the file, and from the top of the directory. */
const targetsOf = (path: string, word: string): readonly string[] => {
  const plain = word.replace(/[?#].*$/, "");
  if (plain === "" || plain.startsWith("/")) return [];
  const isRelative = plain.startsWith(".");
  const folders = isRelative ? [folderOf(path)] : [folderOf(path), ""];
  const bases = folders.flatMap((folder) => joined(folder, plain) ?? []);
  return bases.flatMap((base) => [
    ...ENDINGS.map((ending) => `${base}${ending}`),
    ...renamed(base),
    ...STYLES.flatMap((ending) => [`${base}${ending}`, partial(`${base}${ending}`)]),
    ...(isRelative ? ENDINGS.slice(1).map((ending) => `${base}/index${ending}`) : []),
  ]);
};

/** TypeScript imports what it compiles to. */
const renamed = (base: string): readonly string[] => {
  const match = /\.([cm]?)jsx?$/.exec(base);
  if (match === null) return [];
  const stem = base.slice(0, match.index);
  return [`${stem}.${match[1]}ts`, `${stem}.tsx`, `${stem}.d.${match[1]}ts`];
};

/** "a/_b.scss" for "a/b.scss". */
const partial = (path: string): string => path.replace(/([^/]+)$/, "_$1");

const modulesOf = (path: string, word: string, paths: ReadonlySet<string>): readonly string[] => {
  const dots = word.search(/[^.]|$/);
  const name = word.slice(dots).replaceAll(".", "/");
  const ends = name === "" ? ["__init__.py"] : [`${name}.py`, `${name}/__init__.py`, `${name}.pyi`];
  if (dots > 0) return ends.flatMap((end) => joined(folderOf(path), `${"../".repeat(dots - 1)}${end}`) ?? []);
  // The folder that modules are looked up in is not known: any will do.
  return ends.flatMap((end) => [end, ...endingWith(end, paths)]);
};

/** By their last part, and by their last two. */
const byEnd = new WeakMap<ReadonlySet<string>, ReadonlyMap<string, readonly string[]>>();

const endOf = (path: string, parts: number): string => path.split("/").slice(-parts).join("/");

const indexOf = (paths: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> => {
  const index = new Map<string, string[]>();
  for (const path of paths)
    for (const end of [endOf(path, 1), endOf(path, 2)]) {
      const list = index.get(end);
      if (list === undefined) index.set(end, [path]);
      else list.push(path);
    }
  return index;
};

/** Paths of files in folders that end so. */
const endingWith = (end: string, paths: ReadonlySet<string>): readonly string[] => {
  let index = byEnd.get(paths);
  if (index === undefined) byEnd.set(paths, (index = indexOf(paths)));
  return (index.get(endOf(end, 2)) ?? []).filter((each) => each.endsWith(`/${end}`));
};

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** "a/c" for "a/b" and "../c"; `undefined` for what leads out of the directory. */
const joined = (folder: string, word: string): string | undefined => {
  const parts: string[] = [];
  for (const part of `${folder}/${word}`.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
};
