/**
 * Variables of the environment: `--env GOOD BAD`, two files with what `env` prints (also `env -0`) or as .env files are; `-` is the
 * environment that pare has. Each end has the variables of its file; those that stand in neither file are as they are for pare.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { elements } from "../../../core/configuration.ts";
import { digest } from "../../../core/digest.ts";
import { UserError } from "../../../core/errors.ts";
import type { Change, Changes } from "../../change.ts";
import { readVariables, type Variables } from "./variables.ts";
import type { KindOptions, OpenKind, Pair } from "../../kind.ts";
import { mixture } from "../../mixture.ts";
import { originPlace } from "../../places/origin-place.ts";

export interface EnvironmentEnds {
  /** Files as `env` prints them; "-" is the environment that pare has. */
  readonly env?: Pair;
}

export const openEnvironment = (options: KindOptions<EnvironmentEnds>): OpenKind => {
  const [good, bad] = (options.ends.env ?? ["-", "-"]).map((name) => variablesOf(name, options)) as [
    Variables,
    Variables,
  ];
  const changes = environmentChanges(good, bad);
  const [goodTitle, badTitle] = (options.ends.env ?? []).map((name) => (name === "-" ? "this environment" : name));
  return {
    name: "environment",
    // Values may be secrets: the run's record gets their digest.
    identity: digest(JSON.stringify([[...good], [...bad]])),
    titles: { good: goodTitle ?? "", bad: badTitle ?? "" },
    changes: async () => {
      if (changes.all.length > 0) return changes;
      throw new UserError("SAME_ENDS", `${goodTitle} and ${badTitle} have the same variables.`, {
        advice: "Store both environments where they differ: env -0 > good.env; env -0 > bad.env",
      });
    },
    // All tests run in the user's own directory.
    jobs: 1,
    openPlace: async () => originPlace(options.origin),
    close: async () => undefined,
  };
};

/** Say where a shell is and how it was started, not how programs are to behave. */
const IGNORED = new Set(["PWD", "OLDPWD", "SHLVL", "_"]);

const variablesOf = (name: string, { origin }: KindOptions): Variables => {
  const all = name === "-" ? own() : readVariables(textOf(name, origin), name);
  return new Map([...all].filter(([variable]) => !IGNORED.has(variable)));
};

const own = (): Variables =>
  new Map(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );

const textOf = (name: string, origin: string): string => {
  try {
    return readFileSync(resolve(origin, name), "utf8");
  } catch (error) {
    throw new UserError("NO_INPUT", `The file ${name} with variables cannot be read.`, {
      advice: "Check the path; env -0 > good.env stores the environment of a shell; - is the environment of pare.",
      cause: error,
    });
  }
};

/** In the order of the files: neighbours there belong together. */
const environmentChanges = (good: Variables, bad: Variables): Changes => {
  const names = [...new Set([...bad.keys(), ...good.keys()])];
  const all = names.filter((name) => good.get(name) !== bad.get(name)).map((name) => changeOf(name, good, bad));
  const atGoodEnd = Object.fromEntries(names.map((name) => [name, good.get(name)]));
  return {
    all,
    levels: [{ name: "variables", groups: Int32Array.from(all, (_, i) => i) }],
    mix: (chosen) => {
      const taken = Object.fromEntries(elements(chosen).map(({ id }) => [id, bad.get(id)]));
      return mixture(chosen.length, { environment: { ...atGoodEnd, ...taken } });
    },
  };
};

const changeOf = (name: string, good: Variables, bad: Variables): Change => {
  const old = good.get(name);
  const fresh = bad.get(name);
  return {
    id: name,
    ...(old === undefined ? {} : { old }),
    ...(fresh === undefined ? {} : { new: fresh }),
    what: old === undefined ? "added" : fresh === undefined ? "deleted" : "changed",
  };
};
