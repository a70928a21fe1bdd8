/** Which files a checkout does not write as they are stored: line ends, encodings, filters such as LFS. */
import type { Git } from "./run.ts";

const ATTRIBUTES = ["text", "eol", "ident", "filter", "working-tree-encoding"];

export interface Conversions {
  /** Finds out about paths; those that are known are not asked about again. */
  learn(paths: Iterable<string>): Promise<void>;
  /** May its bytes on the disk differ from what is stored? The attributes are those of the user's checkout, for all states alike. */
  isConverted(path: string): boolean;
}

export const openConversions = async (git: Git): Promise<Conversions> => {
  const settings = await settingsOf(git);
  const [automatic, ends] = [settings.get("core.autocrlf"), settings.get("core.eol")];
  const isFilter = new Set(
    [...settings.keys()].flatMap((key) => /^filter\.(.*)\.(?:smudge|process)$/s.exec(key)?.[1] ?? []),
  );
  const usesCrlf = automatic === "true" || (automatic !== "input" && ends === "crlf");
  const known = new Set<string>();
  const converted = new Set<string>();

  const isConvertedBy = (values: readonly (string | undefined)[]): boolean => {
    const [text, eol, ident, filter, encoding] = values;
    const isText = text === "set" || text === "auto" || (text === "unspecified" && automatic === "true");
    const crlf = eol === "crlf" ? text !== "unset" : isText && usesCrlf && eol !== "lf";
    return crlf || ident === "set" || isFilter.has(filter ?? "") || isNamed(encoding);
  };
  return {
    isConverted: (path) => converted.has(path),
    learn: async (paths) => {
      const asked: string[] = [];
      for (const path of paths) if (!known.has(path)) asked.push(path);
      if (asked.length === 0) return;
      const words = ["check-attr", "-z", "--stdin", ...ATTRIBUTES];
      const answers = await git.parts(words, { input: `${asked.join("\0")}\0` });
      for (const path of asked) known.add(path);
      for (let i = 0; i + 2 < answers.length; i += 3 * ATTRIBUTES.length)
        if (isConvertedBy(ATTRIBUTES.map((_, k) => answers[i + 3 * k + 2]))) converted.add(answers[i] as string);
    },
  };
};

const isNamed = (value: string | undefined): boolean => !["unspecified", "unset", "set", undefined].includes(value);

/** The last word on each. */
const settingsOf = async (git: Git): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await git.parts(["config", "-z", "--list"])).map((line) => {
      const end = line.indexOf("\n");
      return end < 0 ? [line, "true"] : [line.slice(0, end), line.slice(end + 1)];
    }),
  );
