/** The choices that only `pare isolate` has. */
import type { KindFlag } from "../../isolate/kind.ts";
import { KINDS } from "../../isolate/kinds/index.ts";
import { oneOf, text } from "../readers.ts";
import { many, pair, toggle, value, type Setting } from "../setting.ts";

const LEVELS = ["auto", "commits", "files", "functions", "hunks", "lines"] as const;
const GOALS = ["trigger", "patch", "all"] as const;

/** What only `pare isolate` takes; beside these, the flags of each kind, by the names that the kind gives them. */
export interface IsolationSettings {
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

const settingOf = ({ usage, about, takes }: KindFlag): Setting => {
  const common = { ...COMPARED, flags: usage, about };
  if (takes === "pair") return pair(common);
  return takes === "nothing" ? toggle(common) : value(common, text);
};

const KIND_SETTINGS: Readonly<Record<string, Setting>> = Object.fromEntries(
  KINDS.flatMap(({ flags }) => Object.entries(flags)).map(([name, flag]) => [name, settingOf(flag)]),
);

const WHAT = { group: "What counts" } as const;
const HOW = { group: "How a test runs" } as const;
const SEARCHED = { group: "How it is searched" } as const;
const OUTPUT = { group: "Output" } as const;

/** In the order of the help. */
export const ISOLATION_SETTINGS: Readonly<Record<keyof IsolationSettings, Setting>> = {
  ...KIND_SETTINGS,
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
