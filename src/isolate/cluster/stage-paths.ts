/** Paths of one machine in texts that go to another. */
import { join } from "node:path";

/** Stands for the directory of a bench. */
const BENCH = "‹bench›";

/** Longer paths first: one may lie in another. A path is meant where it stands as a whole, or with something below it. */
export const portableBy = (paths: readonly string[], placed: (path: string) => string): ((text: string) => string) => {
  const known = paths.filter((path) => path !== "/").toSorted((a, b) => b.length - a.length);
  if (known.length === 0) return (text) => text;
  const pattern = new RegExp(`(?<![\\w.-])(?:${known.map(literally).join("|")})(?![\\w.-])`, "g");
  return (text) => text.replaceAll(pattern, (path) => `${BENCH}/${placed(path)}`);
};

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** On the other machine. */
export const restoredIn =
  (directory: string) =>
  (text: string): string =>
    text.replaceAll(BENCH, () => join(directory));

/** Every text in plain data. */
export const mapTexts = <T>(data: T, change: (text: string) => string): T =>
  JSON.parse(JSON.stringify(data), (_, value: unknown) => (typeof value === "string" ? change(value) : value)) as T;
