/** Repositories for tests, from a compact description; dates and authors are fixed, so that commits have the same names everywhere. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Text, bytes, text that may be executed, a link, or nothing: it goes. */
type Content = string | Uint8Array | { readonly run: string } | { readonly link: string } | null;

type Files = Readonly<Record<string, Content>>;

export interface Made {
  readonly message: string;
  readonly files?: Files;
  /** Old path to new path, before the files are written. */
  readonly moves?: Readonly<Record<string, string>>;
  readonly tag?: string;
  /** Makes the commit on this branch, which starts at `from` (a tag) if it is new. */
  readonly branch?: string;
  readonly from?: string;
  /** Merges this branch (the files are written into the merge). */
  readonly merge?: string;
  readonly author?: string;
}

export interface TestRepository {
  readonly path: string;
  /** What git prints, without the last line end. */
  git(...words: readonly string[]): string;
  write(files: Files): void;
  /** Returns the name of the commit. */
  commit(made: Made): string;
}

const ENVIRONMENT = {
  ...process.env,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  LC_ALL: "C",
};

/** A new repository with these commits, on the branch `main`. */
export const makeRepository = (
  path: string,
  history: readonly Made[] = [],
  initWords: readonly string[] = [],
): TestRepository => {
  mkdirSync(path, { recursive: true });
  const repository = repositoryAt(path);
  repository.git("-c", "init.defaultBranch=main", "init", "-q", ...initWords);
  const own = repository.git("rev-parse", "--git-dir");
  const settings = "[user]\n\tname = ada\n\temail = ada@example.org\n[commit]\n\tgpgsign = false\n[gc]\n\tauto = 0\n";
  appendFileSync(join(resolve(path, own), "config"), settings);
  for (const made of history) repository.commit(made);
  return repository;
};

/** The same again, at another path, quicker than made anew. */
export const copyOf = ({ path: from }: TestRepository, path: string): TestRepository => {
  cpSync(from, path, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  return repositoryAt(path);
};

const repositoryAt = (path: string): TestRepository => {
  let clock = Date.UTC(2024, 0, 1) / 1000;
  const gitAs = (author: string, words: readonly string[]): string => {
    const date = `${clock} +0000`;
    const env = {
      ...ENVIRONMENT,
      GIT_AUTHOR_NAME: author,
      GIT_AUTHOR_EMAIL: `${author}@example.org`,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: "c",
      GIT_COMMITTER_EMAIL: "c@example.org",
      GIT_COMMITTER_DATE: date,
    };
    const all = ["-c", "protocol.file.allow=always", ...words];
    return execFileSync("git", all, { cwd: path, env, stdio: ["ignore", "pipe", "pipe"] })
      .toString()
      .replace(/\n$/, "");
  };
  const git = (...words: readonly string[]): string => gitAs("ada", words);
  const write = (files: Files): void => {
    for (const [name, content] of Object.entries(files)) put(join(path, name), content);
  };
  const goTo = (branch: string, from: string | undefined): void => {
    const isThere = git("for-each-ref", `refs/heads/${branch}`) !== "";
    git("checkout", "-q", ...(isThere ? [branch] : ["-b", branch, ...(from === undefined ? [] : [from])]));
  };
  const commit = ({ message, files = {}, moves = {}, tag, branch, from, merge, author = "ada" }: Made): string => {
    clock += 60;
    if (branch !== undefined) goTo(branch, from);
    if (merge !== undefined) gitAs(author, ["merge", "-q", "--no-ff", "--no-commit", "-X", "ours", merge]);
    for (const [old, name] of Object.entries(moves)) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      renameSync(join(path, old), join(path, name));
    }
    write(files);
    git("add", "-A");
    gitAs(author, ["commit", "-q", "--allow-empty", "--no-verify", "-m", message]);
    if (tag !== undefined) git("tag", tag);
    return git("rev-parse", "HEAD");
  };
  return { path, git, write, commit };
};

const put = (full: string, content: Content): void => {
  rmSync(full, { recursive: true, force: true });
  if (content === null) return;
  mkdirSync(dirname(full), { recursive: true });
  if (typeof content === "string" || content instanceof Uint8Array) writeFileSync(full, content);
  else if ("link" in content) symlinkSync(content.link, full);
  else {
    writeFileSync(full, content.run);
    chmodSync(full, 0o755);
  }
};

/** Everything below a directory, by path: bytes (latin1) with the mode, or the target of a link. Times are not part of it. */
export const snapshotOf = (
  root: string,
  isLeft: (path: string) => boolean = () => false,
): Readonly<Record<string, string>> => {
  const found: Record<string, string> = {};
  const waiting = [""];
  for (let under = waiting.pop(); under !== undefined; under = waiting.pop())
    for (const name of readdirSync(join(root, under)).toSorted()) {
      const path = under === "" ? name : `${under}/${name}`;
      if (isLeft(path)) continue;
      const full = join(root, path);
      const stats = lstatSync(full);
      if (stats.isDirectory()) waiting.push(path);
      else if (stats.isSymbolicLink()) found[path] = `-> ${readlinkSync(full)}`;
      else found[path] = `${(stats.mode & 0o777).toString(8)} ${readFileSync(full, "latin1")}`;
    }
  return found;
};
