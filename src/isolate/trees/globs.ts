/** Patterns of paths, as in .gitignore: `*`, `**`, `?`, `[abc]`, `{a,b}`; without a slash they are about names at any depth. */

export interface PathSelection {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
}

/** Which paths count: those of `only` (all, if there is none) but not those of `skip`. A folder stands for all that is in it. */
export const selects = ({ only = [], skip = [] }: PathSelection): ((path: string) => boolean) => {
  const wanted = only.map(matcher);
  const unwanted = skip.map(matcher);
  return (path) =>
    (wanted.length === 0 || wanted.some((matches) => matches(path))) && !unwanted.some((matches) => matches(path));
};

const matcher = (glob: string): ((path: string) => boolean) => {
  const bare = glob.replace(/^\.?\//, "").replace(/\/+$/, "");
  const anywhere = !bare.includes("/") && !glob.startsWith("/") && !glob.startsWith("./");
  const pattern = new RegExp(`^${anywhere ? "(?:.*/)?" : ""}${expression(bare)}(?:/.*)?$`, "su");
  return (path) => pattern.test(path);
};

const TOKEN = /\*\*\/|\*\*|\*|\?|\[!?\]?[^\]]*\]|\{[^{}]*\}|\\.|[^]/gu;

const expression = (glob: string): string => glob.replace(TOKEN, translated);

const translated = (token: string): string => {
  if (token === "**/") return "(?:.*/)?";
  if (token === "**") return ".*";
  if (token === "*") return "[^/]*";
  if (token === "?") return "[^/]";
  if (token.length > 1 && token.startsWith("[")) return classOf(token.slice(1, -1));
  if (token.length > 1 && token.startsWith("{"))
    return `(?:${token
      .slice(1, -1)
      .split(",")
      .map((each) => each.replace(TOKEN, (inner) => (inner.startsWith("{") ? literal(inner) : translated(inner))))
      .join("|")})`;
  return literal(token.length > 1 ? token.slice(1) : token);
};

/** Ranges work; everything else stands for itself. */
const classOf = (inside: string): string => {
  const negated = inside.startsWith("!") || inside.startsWith("^");
  const members = (negated ? inside.slice(1) : inside).replace(/[\\\]^[]/g, "\\$&");
  return `(?!/)[${negated ? "^" : ""}${members}]`;
};

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
