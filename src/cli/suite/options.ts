/** From settings to what the commands about suites are told. */
import { UserError } from "../../core/errors.ts";
import { given } from "../../core/maybe.ts";
import type { MeasureOptions } from "../../suite/options.ts";
import { duration } from "../../settings/readers.ts";
import { optionsFrom } from "../../settings/setting.ts";
import { MEASURE_SETTINGS } from "../../settings/suite.ts";
import type { Settings } from "../settings.ts";

export const measureOptionsOf = (tests: readonly string[], settings: Settings): MeasureOptions => {
  const { command, timeout } = settings;
  return {
    tests,
    ...given({ command, timeout: timeout === "auto" ? undefined : timeout }),
    ...optionsFrom(MEASURE_SETTINGS, settings),
  };
};

export interface Budget {
  /** As typed: names files. */
  readonly name: string;
  readonly ms: number;
}

/** "30s,5m". */
export const budgetsOf = (typed: string): readonly Budget[] =>
  typed.split(",").map((name) => {
    const ms = duration.read(name.trim());
    if (ms !== undefined) return { name: name.trim(), ms };
    throw new UserError("BAD_VALUE", `--budget cannot be ${JSON.stringify(typed)}.`, {
      advice: `Give times separated by commas, such as 30s,5m: each is ${duration.wants}.`,
    });
  });

/** The `--budget` that tests are cut to is a list of times. */
export const withBudgets = (typed: readonly string[]): readonly string[] => {
  const end = typed.includes("--") ? typed.indexOf("--") : typed.length;
  return typed.map((word, index) => (index < end ? word.replace(/^--budget(?==|$)/, "--budgets") : word));
};
