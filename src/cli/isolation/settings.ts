/** The choices that only `pare isolate` has. */
import { oneOf, text } from "../readers.ts";
import { many, pair, toggle, value, type Setting } from "../setting.ts";

const LEVELS = ["auto", "commits", "files", "functions", "hunks", "lines"] as const;
const GOALS = ["trigger", "patch", "all"] as const;

export interface IsolationSettings {
  readonly good?: string;
  readonly bad?: string;
  readonly lock?: readonly [good: string, bad: string];
  readonly flags?: string;
  readonly env?: readonly [good: string, bad: string];
  readonly config?: readonly [good: string, bad: string];
  readonly tests?: string;
  readonly victim?: string;
  readonly brittle?: boolean;
  readonly bisectCodes?: boolean;
  readonly build?: string;
  readonly level?: (typeof LEVELS)[number];
  readonly find?: (typeof GOALS)[number];
  readonly except?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly apply?: boolean;
  readonly revert?: boolean;
  readonly report?: string;
}

const COMPARED = { group: "What is compared" } as const;
const WHAT = { group: "What counts" } as const;
const HOW = { group: "How a test runs" } as const;
const SEARCHED = { group: "How it is searched" } as const;
const OUTPUT = { group: "Output" } as const;

/** In the order of the help. */
export const ISOLATION_SETTINGS: Readonly<Record<keyof IsolationSettings, Setting>> = {
  good: value({ ...COMPARED, flags: "--good <rev>", about: "the revision that works, in a git repository" }, text),
  bad: value({ ...COMPARED, flags: "--bad <rev>", about: "the one that fails (default: the working tree)" }, text),
  lock: pair({ ...COMPARED, flags: "--lock <good> <bad>", about: "two lockfiles: which package does it?" }),
  flags: value(
    { ...COMPARED, flags: "--flags <list|file|preset>", about: "what {flags} stands for: '-a -b', a file, '-O2:gcc'" },
    text,
  ),
  env: pair({ ...COMPARED, flags: "--env <good> <bad>", about: "two files as `env` prints them (- = as it is now)" }),
  config: pair({ ...COMPARED, flags: "--config <good> <bad>", about: "two JSON, YAML, TOML or ini files" }),
  tests: value(
    {
      ...COMPARED,
      flags: "--tests <file|preset>",
      about: "what {tests} stands for: a test on each line, or vitest, jest, pytest",
    },
    text,
  ),
  victim: value(
    { ...COMPARED, flags: "--victim <name>", about: "the test that fails behind some of the others" },
    text,
  ),
  brittle: toggle({ ...COMPARED, flags: "--brittle", about: "it passes only behind some of the others" }),
  bisectCodes: toggle({
    ...WHAT,
    flags: "--bisect-codes",
    about: "the script or command ends as for git bisect run: 0 = good, 125 = cannot tell, 1 to 127 = bad",
  }),
  build: value(
    {
      ...HOW,
      flags: "--build <command>",
      about: "run before each test, or for each mutant; when it fails, that one cannot tell",
    },
    text,
  ),
  level: value({ ...SEARCHED, flags: "--level <level>", about: "how far it goes" }, oneOf(...LEVELS)),
  find: value(
    {
      ...SEARCHED,
      flags: "--find <goal>",
      about: "the trigger alone, also what it needs (patch: the default), or all causes (trigger, patch, all)",
    },
    oneOf(...GOALS),
  ),
  except: many(
    {
      ...SEARCHED,
      flags: "--except <id>",
      about: "leave this change as at the good end: is there another? repeatable",
    },
    text,
  ),
  only: many({ ...SEARCHED, flags: "--only <glob>", about: "only these paths change; repeatable" }, text),
  skip: many({ ...SEARCHED, flags: "--skip <glob>", about: "these paths stay as at the good end; repeatable" }, text),
  apply: toggle({ ...OUTPUT, flags: "--apply", about: "write culprit.patch here: the good end fails with it" }),
  revert: toggle({ ...OUTPUT, flags: "--revert", about: "write revert.patch here: the bad end works with it" }),
  report: value(
    { ...OUTPUT, flags: "--report <file>", about: "write a report: FILE.html, FILE.md or FILE.json", path: true },
    text,
  ),
};
