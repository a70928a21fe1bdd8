/** Real regressions isolated: the right change, in how many tests, in which time. `npm run bench:isolate [-- --targets DIR] [NAME…]` */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Explained } from "../src/isolate/kind.ts";
import { isolate } from "../src/isolate/isolate.ts";
import type { IsolateOptions } from "../src/isolate/options.ts";
import type { IsolateResult } from "../src/isolate/result.ts";
import { layOutTarget, targetsIn } from "./isolation/folder.ts";
import { TARGETS, type PairTarget } from "./isolation/targets.ts";
import { markdownTable } from "./table.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    targets: { type: "string" },
    into: { type: "string" },
    jobs: { type: "string", default: "1,2" },
  },
});

interface Trial {
  readonly name: string;
  readonly cwd: string;
  readonly options: Pick<IsolateOptions, "ends" | "command" | "find">;
  isRight(found: Explained): boolean;
  readonly patchSize?: number;
  readonly most?: { readonly trigger: number; readonly patch?: number; readonly seconds?: number };
}

const work = values.into === undefined ? mkdtempSync(join(tmpdir(), "pare-isolate-")) : resolve(values.into);
const wanted = (name: string): boolean => positionals.length === 0 || positionals.some((each) => name.includes(each));

const npm = (cwd: string, ...words: readonly string[]): string =>
  execFileSync("npm", [...words, "--silent", "--no-audit", "--no-fund"], { cwd, encoding: "utf8" });

const layOutPair = (target: PairTarget, cwd: string): void => {
  if (existsSync(join(cwd, "bad"))) return;
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, "package.json"), '{"private":true}\n');
  writeFileSync(join(cwd, "check.cjs"), target.check);
  if (target.needs.length > 0)
    npm(cwd, "install", "--no-save", "--ignore-scripts", "--legacy-peer-deps", ...target.needs);
  for (const end of ["good", "bad"] as const) {
    const archive = npm(cwd, "pack", `${target.package}@${target[end]}`).trim().split("\n").at(-1) as string;
    mkdirSync(join(cwd, end));
    execFileSync("tar", ["-xzf", archive, "--strip-components=1", "-C", end], { cwd });
  }
};

const ownTrials = (): readonly Trial[] =>
  TARGETS.filter(({ name }) => wanted(name)).map((target): Trial => {
    const cwd = join(work, target.name);
    const { name, most } = target;
    if (target.kind === "flags") {
      mkdirSync(cwd, { recursive: true });
      for (const [file, content] of Object.entries(target.files)) writeFileSync(join(cwd, file), content);
      const { flags, command, trigger } = target;
      return { name, cwd, options: { ends: { flags }, command }, isRight: ({ id }) => id === trigger.id, most };
    }
    layOutPair(target, cwd);
    const { trigger, patchSize } = target;
    return {
      name,
      cwd,
      options: {
        ends: { paths: [join(cwd, "good"), join(cwd, "bad")] },
        command: ["node", "check.cjs", "{}"],
        ...(patchSize === undefined && { find: "trigger" }),
      },
      isRight: (change) => change.file === trigger.file && trigger.matches.test(change.new ?? ""),
      most,
      ...(patchSize !== undefined && { patchSize }),
    };
  });

const folderTrials = (folder: string): readonly Trial[] =>
  targetsIn(folder)
    .filter(({ name }) => wanted(name))
    .map((target): Trial => {
      const cwd = join(work, target.name);
      mkdirSync(cwd, { recursive: true });
      layOutTarget(folder, target, cwd);
      const { description, directory, name } = target;
      const { trigger, kind, source = "", patchSize } = description;
      const check = ["node", join(directory, description.check ?? ""), "{}"];
      const culprit = typeof trigger === "string" ? { path: trigger } : trigger;
      const isRight = ({ id, file, new: text = "" }: Explained): boolean =>
        culprit.match === undefined
          ? id.startsWith(culprit.path ?? "")
          : file === culprit.file && new RegExp(culprit.match).test(text);
      const options: Trial["options"] =
        kind === "options"
          ? { ends: { flags: "-O2:gcc" }, command: ["gcc", "{flags}", join(directory, source), "-o", "t", "&&", "./t"] }
          : kind === "lockfiles"
            ? { ends: { lock: [lockOf(cwd, "good"), lockOf(cwd, "bad")] }, command: check }
            : { ends: { paths: [join(cwd, "good"), join(cwd, "bad")] }, command: check };
      return { name, cwd, options, isRight, ...(patchSize !== undefined && { patchSize }) };
    });

const lockOf = (cwd: string, end: string): string => join(cwd, end, "package-lock.json");

const rowOf = (trial: Trial, jobs: number, result: IsolateResult): readonly string[] => {
  const { trigger, patch = [], proof, searchTests, wallMs, changes, tests } = result;
  const isRight = trigger.some((change) => trial.isRight(change));
  const { most } = trial;
  const within =
    most === undefined
      ? "–"
      : searchTests.trigger <= most.trigger &&
          searchTests.patch <= (most.patch ?? Number.POSITIVE_INFINITY) &&
          wallMs <= 1000 * (most.seconds ?? Number.POSITIVE_INFINITY)
        ? "yes"
        : "no";
  const holds = proof.goodPlusPatchFails === true && proof.badMinusTriggerPasses === true;
  return [
    trial.name,
    String(jobs),
    String(changes),
    isRight ? "right" : "WRONG",
    String(searchTests.trigger),
    String(searchTests.patch),
    `${patch.length}${trial.patchSize === undefined ? "" : ` of ${trial.patchSize}`}`,
    holds ? "holds" : "does not",
    String(tests.run),
    (wallMs / 1000).toFixed(1),
    within,
  ];
};

const rows: (readonly string[])[] = [];
const answers = new Map<string, string>();
const shared = values.targets === undefined ? [] : folderTrials(resolve(values.targets));
try {
  for (const trial of values.targets === undefined ? ownTrials() : shared)
    for (const jobs of values.jobs.split(",").map(Number)) {
      process.chdir(trial.cwd);
      const result = await isolate({ ...trial.options, cwd: trial.cwd, jobs, fresh: true }).result;
      rows.push(rowOf(trial, jobs, result));
      const answer = JSON.stringify([result.trigger, result.patch].map((list) => list?.map(({ id }) => id)));
      if ((answers.get(trial.name) ?? answer) !== answer) console.log(`${trial.name}: another answer with -j ${jobs}`);
      answers.set(trial.name, answer);
      console.log(rows.at(-1)?.join("  "));
    }
  const heads = [
    "target",
    "-j",
    "changes",
    "culprit",
    "trigger",
    "patch",
    "size",
    "proof",
    "runs",
    "seconds",
    "within",
  ];
  console.log(
    `\nSearch tests for trigger and patch; runs with the ends and the proof\n\n${markdownTable(heads, rows)}`,
  );
} finally {
  process.chdir(tmpdir());
  if (values.into === undefined) rmSync(work, { recursive: true, force: true });
}
if (rows.some((row) => row[3] === "WRONG")) process.exitCode = 1;
