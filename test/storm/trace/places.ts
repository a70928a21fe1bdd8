/** Where a process of pare may change something: the table of docs/guide/runs.md, "What pare writes", as code. */
import { basename, dirname, extname, join, resolve } from "node:path";
import type { Spoken } from "./spoken.ts";

/** How a process of pare was started. */
export interface Started extends Spoken {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The sources are run by tsx, not what was built of them. */
  readonly bySource: boolean;
}

export interface PlaceRule {
  readonly name: string;
  /** Paths are whole, with everything that lies below them. */
  readonly paths?: readonly string[];
  readonly matches?: (path: string) => boolean;
}

const below = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

export const covers = ({ paths = [], matches }: PlaceRule, path: string): boolean =>
  paths.some((place) => below(path, place)) || matches?.(path) === true;

/** Of a program that was started by pare on its own account, by its name. */
export type Helper = string | undefined;

/** `real`: where a path leads when pare is started. */
export const placesOf = (started: Started, real: (path: string) => string): readonly PlaceRule[] => [
  runDirectory(started),
  scratch(started),
  outputs(started, real),
  summary(started),
  workerCache(started),
  devices,
  ...(started.bySource ? [sourceCache(started)] : []),
];

/** For npm, which installs what lockfiles name. */
export const placesOfHelper = (started: Started, helper: Helper): readonly PlaceRule[] =>
  helper === "npm" && started.command === "isolate" ? [npmCache(started)] : [];

const RUNS: ReadonlySet<string> = new Set(["reduce", "isolate", "triage", "suite", "report"]);

const runDirectory = ({ cwd, command, isPiped }: Started): PlaceRule => ({
  name: "run directory",
  paths: RUNS.has(command) || (command === "check" && isPiped) ? [join(cwd, ".pare")] : [],
});

const temporaryDirectory = ({ environment }: Pick<Started, "environment">): string =>
  (environment["TMPDIR"] || environment["TMP"] || environment["TEMP"] || "/tmp").replace(/(.)\/$/, "$1");

/** Whose it is, is judged apart. */
export const scratchIn = (path: string, roots: readonly string[]): string | undefined => {
  for (const root of roots) {
    const [name = ""] = path.startsWith(`${root}/`) ? path.slice(root.length + 1).split("/") : [];
    if (/^pare-(?:strace-)?[A-Za-z0-9]{6}$/.test(name)) return join(root, name);
  }
  return undefined;
};

export const scratchRoots = (started: Started): readonly string[] => ["/dev/shm", temporaryDirectory(started)];

const scratch = (started: Started): PlaceRule => ({
  name: "scratch",
  matches: (path) => scratchIn(path, scratchRoots(started)) !== undefined,
});

/** What is written before it takes the place of an output. */
const beside = (path: string, output: string): boolean => {
  if (!path.startsWith(`${dirname(output)}/.${basename(output)}.pare-`)) return false;
  const rest = path.slice(`${dirname(output)}/.${basename(output)}.pare-`.length);
  return /^\d+-(?:\d+|probe)(?:-[0-9a-f]{10}){0,2}(?:-aside|-part)?(?:\/|$)/.test(rest);
};

const outputs = (started: Started, real: (path: string) => string): PlaceRule => {
  const { cwd, command } = started;
  const typed = outputsOf(started).map((path) => resolve(cwd, path));
  // Both the link and the file behind it: what has gone is put back as it was.
  const inputs = inputsReplaced(started).flatMap((path) => [resolve(cwd, path), real(resolve(cwd, path))]);
  const kept = command === "reduce" ? inputs.map((path) => `${path}.orig`) : [];
  const paths = [...typed, ...inputs, ...kept];
  return {
    name: "output",
    paths,
    matches: (path) =>
      paths.some((output) => beside(path, output)) ||
      inputs.some((input) => path.startsWith(input) && /^\.from-test-\d+(?:\/|$)/.test(path.slice(input.length))) ||
      (command === "report" &&
        dirname(path) === cwd &&
        /\.report\.html(?:\.pare-\d+-\d+(?:-[0-9a-f]{10}){0,2}(?:-part)?)?$/.test(path)),
  };
};

/** By `--in-place`, and by `pare check`, which puts back what the test has changed. */
const inputsReplaced = ({ command, inputs, flags }: Started): readonly string[] =>
  command === "check" || (command === "reduce" && flags.has("--in-place")) ? inputs.slice(0, 1) : [];

const outputsOf = ({ command, inputs: [input = "."], flags }: Started): readonly string[] => {
  const given = (flag: string): readonly string[] => (flags.has(flag) ? [flags.get(flag) as string] : []);
  const told = [...given("--events"), ...given("--report")];
  switch (command) {
    case "reduce":
      if (flags.has("--in-place")) return told;
      return [...told, ...(flags.has("--output") ? given("--output") : defaultOutputs(input))];
    case "isolate":
      return [
        ...told,
        ...(flags.has("--apply") ? ["culprit.patch"] : []),
        ...(flags.has("--revert") ? ["revert.patch"] : []),
      ];
    case "triage":
      return [...told, flags.get("--output") ?? "triaged", ...given("--suite")];
    case "init":
      return [flags.get("--output") ?? "interesting.sh"];
    case "suite":
      return [...told, flags.get("--output") ?? "quick"];
    case "report":
      return given("--output");
    default:
      return [];
  }
};

/** NAME.reduced.EXT of a file, NAME.reduced of a directory or of several files. */
const defaultOutputs = (input: string): readonly string[] => {
  const extension = extname(input);
  const stem = join(dirname(input), basename(input, extension));
  return [`${stem}.reduced${extension}`, `${stem}.reduced`, `${input.replace(/\/+$/, "")}.reduced`];
};

/** For the summary of a step in GitHub Actions. */
const summary = ({ environment }: Started): PlaceRule => ({
  name: "summary",
  paths: environment["GITHUB_STEP_SUMMARY"] === undefined ? [] : [environment["GITHUB_STEP_SUMMARY"]],
});

const homeOf = ({ environment }: Started): string => environment["HOME"] || "/root";

const workerCache = (started: Started): PlaceRule => {
  const { command, cwd, flags, environment } = started;
  const base = environment["XDG_CACHE_HOME"] || join(homeOf(started), ".cache");
  const cache = flags.get("--cache") ?? join(base, "pare", "cluster");
  return { name: "worker's cache", paths: command === "worker" ? [resolve(cwd, cache)] : [] };
};

const npmCache = (started: Started): PlaceRule => {
  const { environment } = started;
  const given = environment["npm_config_cache"] ?? environment["NPM_CONFIG_CACHE"];
  return { name: "npm's cache", paths: [given ?? join(homeOf(started), ".npm")] };
};

/** Nothing is kept there. */
const devices: PlaceRule = {
  name: "device",
  paths: ["/dev/null", "/dev/tty", "/dev/pts"],
};

/** Of tsx, with which tests run the sources: no part of pare. */
const sourceCache = (started: Started): PlaceRule => ({
  name: "cache of tsx",
  matches: (path) => new RegExp(`^${temporaryDirectory(started)}/tsx-\\d+(?:/|$)`).test(path),
});
