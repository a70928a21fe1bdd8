/** What the search goes by, from what was asked for and what was found out. */
import type { TestCase } from "../core/test-case.ts";
import type { ExternalPass } from "../passes/external.ts";
import type { CaseChoice } from "../pipelines/plan.ts";
import type { ChosenLanguage } from "./language.ts";
import type { ReduceOptions } from "./options.ts";
import type { Original } from "./original.ts";

export interface ChoiceOptions {
  readonly options: ReduceOptions;
  readonly original: Original;
  readonly language: ChosenLanguage | undefined;
}

export interface Extras {
  readonly external: readonly ExternalPass[];
  /** Where the search starts if that fails, too. */
  readonly start: TestCase | undefined;
}

export const choiceOf = (
  { options, original, language: chosen }: ChoiceOptions,
  { external, start }: Extras,
): CaseChoice => {
  const { language: _, ...choice } = options;
  const { language, languages } = chosen ?? {};
  const { kind, project } = original;
  return {
    ...choice,
    external,
    kind,
    ...(start !== undefined && { start }),
    ...(project !== undefined && { precise: project.precise }),
    ...(language !== undefined && { language }),
    ...(languages !== undefined && { languages }),
  };
};
