/** Calling git: nothing of the user's is written, nobody is asked, and what goes wrong is said in plain words. */
import { spawn, spawnSync } from "node:child_process";
import { UserError } from "../../../core/errors.ts";
import { collect, type Collected } from "../../../runner/collect.ts";

interface GitOptions {
  /** Bytes for its standard input. */
  readonly input?: string | Uint8Array;
}

export interface Git {
  /** Where it is called. */
  readonly directory: string;
  /** What it prints. Throws a `UserError` unless it ends with 0. */
  bytes(words: readonly string[], options?: GitOptions): Promise<Buffer>;
  /** The same as text, without the line end at its end. */
  text(words: readonly string[], options?: GitOptions): Promise<string>;
  /** Text, or nothing when it ends with something other than 0: for questions. */
  maybe(words: readonly string[], options?: GitOptions): Promise<string | undefined>;
  /** The parts of what it prints under `-z`. */
  parts(words: readonly string[], options?: GitOptions): Promise<readonly string[]>;
}

/** Variables that lead git to another repository: pare may have been started by a hook. */
const ELSEWHERE = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_COMMON_DIR",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_PREFIX",
  "GIT_NAMESPACE",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_SHALLOW_FILE",
  "GIT_GRAFT_FILE",
  "GIT_INTERNAL_SUPER_PREFIX",
  "GIT_EXTERNAL_DIFF",
  "GIT_DIFF_OPTS",
];

const gitEnvironment = (): NodeJS.ProcessEnv => {
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "true",
    GIT_PAGER: "cat",
    // Only what is at hand: nothing is fetched and stored in the user's repository.
    GIT_LFS_SKIP_SMUDGE: "1",
    GIT_NO_LAZY_FETCH: "1",
  };
  for (const name of ELSEWHERE) delete environment[name];
  return environment;
};

/** Settings that keep hooks, watchers and colours out, ahead of the words of every call. */
const GIT_SETTINGS: readonly string[] = [
  "--no-pager",
  "--no-replace-objects",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.untrackedCache=false",
  "-c",
  "color.ui=false",
  "-c",
  "gc.auto=0",
  "-c",
  "maintenance.auto=false",
];

interface Call extends GitOptions {
  readonly directory: string;
  readonly signal?: AbortSignal | undefined;
}

/** A stop ends what runs; what is called after it, to tell what was found, is not ended. */
const ended = (words: readonly string[], { directory, input, signal }: Call): Promise<Collected> => {
  const child = spawn("git", [...GIT_SETTINGS, ...words], {
    cwd: directory,
    env: gitEnvironment(),
    stdio: ["pipe", "pipe", "pipe"],
    ...(signal?.aborted === false && { signal }),
  });
  return collect(child, input).catch((error: unknown) => {
    throw isMissing(error as Error) ? noGit() : error;
  });
};

/** git in a repository's own directory, whatever its settings say of a checkout (that of a submodule may be gone). */
export const gitOf = (directory: string): Git => gitIn(directory, ["--git-dir=.", "--work-tree=."]);

export const gitIn = (directory: string, ahead: readonly string[] = [], signal?: AbortSignal): Git => {
  const run = async (words: readonly string[], options: GitOptions = {}): Promise<Buffer> => {
    const { code, stdout, stderr } = await ended([...ahead, ...words], { ...options, directory, signal });
    if (code !== 0) throw gitTrouble(directory, words, stderr);
    return stdout;
  };
  const text = async (words: readonly string[], options?: GitOptions): Promise<string> =>
    (await run(words, options)).toString().replace(/\n$/, "");
  return {
    directory,
    bytes: run,
    text,
    maybe: async (words, options = {}) => {
      const { code, stdout, stderr } = await ended([...ahead, ...words], { ...options, directory, signal });
      if (isUnsafe(stderr)) throw gitTrouble(directory, words, stderr);
      return code === 0 ? stdout.toString().replace(/\n$/, "") : undefined;
    },
    parts: async (words, options) => partsOf((await run(words, options)).toString()),
  };
};

/** For the few places that cannot wait. */
export const gitNow = (directory: string, words: readonly string[]): Buffer => {
  const { status, stdout, stderr, error } = spawnSync("git", [...GIT_SETTINGS, ...words], {
    cwd: directory,
    env: gitEnvironment(),
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (error) throw isMissing(error) ? noGit() : error;
  if (status !== 0) throw gitTrouble(directory, words, stderr.toString());
  return stdout;
};

const partsOf = (text: string): readonly string[] => {
  const parts = text.split("\0");
  if (parts.at(-1) === "") parts.pop();
  return parts;
};

const isMissing = (error: Error): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

const noGit = (): UserError =>
  new UserError("NO_GIT", "git was not found, or the directory is gone.", {
    advice:
      "Install git and make sure that it is on the PATH. To compare two directories without git: pare isolate GOOD BAD -- COMMAND {}.",
  });

const isUnsafe = (errors: string): boolean => errors.includes("dubious ownership");

const gitTrouble = (directory: string, words: readonly string[], errors: string): UserError => {
  if (isUnsafe(errors)) {
    const place = /'([^']*)'/.exec(errors)?.[1] ?? directory;
    return new UserError("UNSAFE_REPOSITORY", `git does not open ${place}: it belongs to somebody else.`, {
      advice: `If you trust it: git config --global --add safe.directory '${place}'`,
    });
  }
  if (/not a git repository/i.test(errors))
    return new UserError("NOT_A_REPOSITORY", `There is no git repository in ${directory} or above it.`, {
      advice:
        "Start pare in the repository that has the revision. To compare two directories without git: pare isolate GOOD BAD -- COMMAND {}.",
    });
  if (/promisor|missing blob|missing tree|unable to read/i.test(errors))
    return new UserError("MISSING_OBJECTS", `The repository lacks the contents of some files: ${firstLines(errors)}`, {
      advice: "If this is a partial clone (git clone --filter), fetch the rest first: git fetch --refetch --no-filter.",
    });
  const word = words.find((each) => /^[a-z]/.test(each) && !each.includes("=")) ?? "";
  return new UserError("GIT_FAILED", `git ${word} failed in ${directory}: ${firstLines(errors) || "no message"}`, {
    advice: "Try the same command by hand; `git fsck` checks whether the repository is intact.",
  });
};

const firstLines = (errors: string): string => errors.trim().split("\n").slice(0, 5).join("\n");
