/** What follows from the table of settings. */
import { describe, expect, test } from "vitest";
import { FLAG_NAMES, SETTINGS, settingOf, type FlagName } from "../../src/cli/settings.ts";
import { decisiveOptions } from "../../src/reduce/options.ts";
import { CONDITION_SETTINGS } from "../../src/oracles/conditions/index.ts";
import { ISOLATION_SETTINGS } from "../../src/settings/isolation.ts";
import { REDUCTION_SETTINGS } from "../../src/settings/reduction.ts";
import { decisiveOptionsOf, flagOf, optionsFrom, variableOf, withImplied } from "../../src/settings/setting.ts";

describe("every setting", () => {
  test.each(FLAG_NAMES.map((name) => [name]))("%s is typed as its name says", (name) => {
    expect(settingOf(name).flags).toMatch(new RegExp(`(^|, )${flagOf(name)}( |$)`));
    expect(variableOf(name)).toMatch(/^PARE_[A-Z_]+$/);
  });

  test.each(FLAG_NAMES.map((name) => [name]))("%s is explained in a phrase without an end", (name) => {
    expect(settingOf(name).about).toMatch(/^[a-z$'\d]/);
    expect(settingOf(name).about).not.toMatch(/\.$/);
  });

  test("is in the help, once", () => {
    expect(FLAG_NAMES.toSorted()).toEqual((Object.keys(SETTINGS) as FlagName[]).toSorted());
  });
});

describe("options", () => {
  test("are the settings that were given, under the names of the library", () => {
    const settings = { with: ["a.h"], pass: ["./p"], jobs: 2, json: true };
    expect(optionsFrom(REDUCTION_SETTINGS, settings)).toEqual({ extraFiles: ["a.h"], passes: ["./p"], jobs: 2 });
  });

  test("that decide the identity of a reduction are marked, and have a value if they were not given", () => {
    const identity = decisiveOptions({ input: "a.c", jobs: 4, budget: 1, splitFactor: 3, passTimeout: 7 }, {});
    expect(JSON.parse(JSON.stringify(identity))).toEqual({
      format: "auto",
      strategy: "auto",
      splitFactor: 3,
      rename: false,
      anonymize: false,
      valid: "whole",
      passTimeout: 7,
      stdin: false,
      timeout: "auto",
      repeat: 1,
      flaky: false,
      sandbox: false,
    });
    const decisive = Object.entries(REDUCTION_SETTINGS).filter(([, setting]) => "decisive" in setting);
    expect(decisive.map(([name]) => name).toSorted()).toEqual(
      "anonymize cases differs flaky format keepLauncher loose memory order passTimeout passes preprocess rename repeat sandbox sane splitFactor stdin strategy timeout valid".split(
        " ",
      ),
    );
  });

  test("that stand for others leave to these what was given", () => {
    expect(withImplied(REDUCTION_SETTINGS, { smallest: true })).toEqual({ smallest: true, rename: true, valid: false });
    expect(withImplied(REDUCTION_SETTINGS, { smallest: true, rename: false })).toMatchObject({ rename: false });
    expect(withImplied(REDUCTION_SETTINGS, { smallest: false })).toEqual({ smallest: false });
  });

  test("that decide an isolation are marked", () => {
    const options = { build: "make", only: ["src"], find: "all", jobs: 3, memory: 5 } as const;
    expect(decisiveOptionsOf(ISOLATION_SETTINGS, options)).toEqual({ build: "make", only: ["src"], memory: 5 });
  });

  test("of conditions are plain data that a run can store", () => {
    const settings = { exit: 1, hang: 0.3, match: ["x"], json: true } as const;
    expect(optionsFrom(CONDITION_SETTINGS, settings)).toEqual({ exit: 1, hang: 0.3, match: ["x"] });
  });
});
