/** Who made changes: the commit, its author, date and subject. */
import type { Change } from "../../change.ts";
import type { Explained } from "../../kind.ts";
import type { Git } from "./run.ts";
import type { State, States } from "./states.ts";

/** Between these states the changes were made. */
export interface StateRange {
  readonly from: State;
  readonly to: State;
}

export type Maker = Pick<Explained, "commit" | "author" | "date" | "message">;

/** A change that is in no commit. */
const NOT_COMMITTED: Maker = { message: "not committed yet" };

/** For each change. */
export const makersFor = async (
  git: Git,
  states: States,
  between: StateRange,
  changes: readonly Change[],
): Promise<readonly Maker[]> => {
  const commits = new Map<Change, string>();
  const put = (found: ReadonlyMap<Change, string>): void => {
    for (const [change, commit] of found) commits.set(change, commit);
  };
  for (const [file, inFile] of byFile(changes.filter(comes), ({ span }) => span?.file))
    put(await addedBy(git, states, between, { file, changes: inFile }));
  for (const [file, inFile] of byFile(changes.filter(goes), (change) => change.file))
    put(await removedBy(git, between, { file, changes: inFile }));
  for (const change of changes)
    if (!commits.has(change)) commits.set(change, (await lastTouch(git, between, change)) ?? UNKNOWN);
  const makers = await makersOf(git, new Set(commits.values()));
  return changes.map((change) => {
    const commit = commits.get(change) ?? UNKNOWN;
    return commit === UNCOMMITTED ? NOT_COMMITTED : (makers.get(commit) ?? {});
  });
};

/** What stands for the commit of what has none. */
const UNCOMMITTED = "uncommitted";
const UNKNOWN = "unknown";

/** Lines that are there at the end of it. */
const comes = ({ span }: Change): boolean => span !== undefined && span.to > span.from;

/** Lines that are only there before. */
const goes = ({ span, line }: Change): boolean => span !== undefined && span.to === span.from && line !== undefined;

interface InFile {
  readonly file: string;
  readonly changes: readonly Change[];
}

const byFile = (
  changes: readonly Change[],
  fileOf: (change: Change) => string | undefined,
): ReadonlyMap<string, readonly Change[]> => {
  const files = new Map<string, Change[]>();
  for (const change of changes) {
    const file = fileOf(change) ?? "";
    const known = files.get(file);
    if (known === undefined) files.set(file, [change]);
    else known.push(change);
  }
  return files;
};

/** By line, from 1, what `blame --porcelain` says; commits beyond the range are left out. */
const blamedLines = (answer: string): ReadonlyMap<number, string> => {
  const commits = new Map<number, string>();
  const beyond = new Set<string>();
  let last = "";
  for (const line of answer.split("\n")) {
    const header = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(line);
    if (header !== null) {
      last = header[1] as string;
      commits.set(Number(header[2]), last);
    } else if (line === "boundary") beyond.add(last);
  }
  for (const [line, commit] of commits) if (beyond.has(commit)) commits.delete(line);
  return commits;
};

const BLAME = ["-c", "blame.ignoreRevsFile=", "blame", "--porcelain"];

/** The commit that most of the lines of a change come from, the first of them when there are several. */
const addedBy = async (
  git: Git,
  states: States,
  { from, to }: StateRange,
  { file, changes }: InFile,
): Promise<ReadonlyMap<Change, string>> => {
  const ranges = changes.flatMap(({ span }) => ["-L", `${(span?.from ?? 0) + 1},${span?.to ?? 1}`]);
  const now = to.isWorking ? states.entry(to, file) : undefined;
  const source = now?.kind === "file" ? ["--contents", "-"] : [to.commit];
  const answer = await git.maybe(
    [...BLAME, ...ranges, ...source, `^${from.commit}`, "--", file],
    now?.kind === "file" ? { input: now.bytes() } : {},
  );
  // A file that git does not know yet.
  if (answer === undefined) return new Map(to.isWorking ? changes.map((change) => [change, UNCOMMITTED]) : []);
  const lines = blamedLines(answer);
  const found = new Map<Change, string>();
  for (const change of changes) {
    const counts = new Map<string, number>();
    for (let line = (change.span?.from ?? 0) + 1; line <= (change.span?.to ?? 0); line++) {
      const commit = lines.get(line);
      if (commit !== undefined) counts.set(commit, (counts.get(commit) ?? 0) + 1);
    }
    const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
    if (most !== undefined) found.set(change, /^0+$/.test(most[0]) ? UNCOMMITTED : most[0]);
  }
  return found;
};

/** Lines that went: the commit after the last one that has them. */
const removedBy = async (
  git: Git,
  { from, to }: StateRange,
  { file, changes }: InFile,
): Promise<ReadonlyMap<Change, string>> => {
  if (from.commit === to.commit) return new Map(changes.map((change) => [change, UNCOMMITTED]));
  const ranges = changes.flatMap(({ line }) => ["-L", `${line},+1`]);
  const range = `${from.commit}..${to.commit}`;
  // Where it ends is its boundary: what was not taken away on the way.
  const answer = ((await git.maybe([...BLAME, "--reverse", ...ranges, range, "--", file])) ?? "").replaceAll(
    "\nboundary\n",
    "\n",
  );
  const lines = blamedLines(answer);
  const after = new Map<string, string>();
  for (const last of new Set(lines.values())) {
    if (last === to.commit) after.set(last, to.isWorking ? UNCOMMITTED : UNKNOWN);
    else {
      const words = ["rev-list", "--reverse", "--ancestry-path", `${last}..${to.commit}`, "--", file];
      after.set(last, ((await git.maybe(words)) ?? "").split("\n")[0] || UNKNOWN);
    }
  }
  const found = new Map<Change, string>();
  for (const change of changes) {
    const commit = after.get(lines.get(change.line ?? 0) ?? "") ?? UNKNOWN;
    if (commit !== UNKNOWN) found.set(change, commit);
  }
  return found;
};

/** Files that came, went, or became something else: the last commit that did so. */
const lastTouch = async (git: Git, { from, to }: StateRange, change: Change): Promise<string | undefined> => {
  if (change.file === undefined) return undefined;
  if (from.commit === to.commit) return UNCOMMITTED;
  const paths = [change.file, ...(change.what === "renamed" && change.new !== undefined ? [change.new] : [])];
  if (to.isWorking && (await git.maybe(["rev-list", "-1", `${from.commit}..${to.commit}`, "--", ...paths])) === "")
    return UNCOMMITTED;
  const kinds =
    change.what === "added" || change.what === "renamed" ? "AR" : change.what === "deleted" ? "DR" : undefined;
  for (const filter of kinds === undefined ? [[]] : [[`--diff-filter=${kinds}`], []]) {
    const words = [
      "log",
      "-1",
      "--format=%H",
      "--no-show-signature",
      ...filter,
      `${from.commit}..${to.commit}`,
      "--",
      ...paths,
    ];
    const found = await git.maybe(words);
    if (found) return found;
  }
  return undefined;
};

const makersOf = async (git: Git, commits: ReadonlySet<string>): Promise<ReadonlyMap<string, Maker>> => {
  const makers = new Map<string, Maker>();
  const names = [...commits].filter((each) => each !== UNKNOWN && each !== UNCOMMITTED);
  if (names.length === 0) return makers;
  const words = [
    "log",
    "--no-walk",
    "--stdin",
    "-z",
    "--no-show-signature",
    "--encoding=UTF-8",
    "--format=%H%n%an%n%aI%n%s",
  ];
  for (const line of await git.parts(words, { input: `${names.join("\n")}\n` })) {
    const [commit = "", author = "", date = "", message = ""] = line.split("\n");
    makers.set(commit, { commit, author, date, message });
  }
  return makers;
};
