/** A test that people name, among all tests. */
import { UserError } from "../../../core/errors.ts";
import type { RunnerTest } from "./runner.ts";

/** By its id, its name, the end of its id, or any part of it that no other test has. Throws a `UserError` for none or several. */
export const findTest = (tests: readonly RunnerTest[], name: string): number => {
  const exact = findExactly(tests, name);
  if (exact !== undefined) return exact;
  return firstOf(tests, name, [({ id }) => id.includes(name)]) ?? missing(tests, name);
};

/** The same without parts of words: nothing when there is none. */
export const findExactly = (tests: readonly RunnerTest[], name: string): number | undefined =>
  firstOf(tests, name, [
    ({ id }) => id === name,
    (test) => test.name === name,
    ({ id }) => id.endsWith(`::${name}`) || id.endsWith(` > ${name}`),
  ]);

const firstOf = (
  tests: readonly RunnerTest[],
  name: string,
  ways: readonly ((test: RunnerTest) => boolean)[],
): number | undefined => {
  for (const way of ways) {
    const found = tests.flatMap((test, place) => (way(test) ? [place] : []));
    if (found.length === 1) return found[0];
    if (found.length > 1)
      throw several(
        name,
        found.map((place) => tests[place]?.id ?? ""),
      );
  }
  return undefined;
};

const missing = (tests: readonly RunnerTest[], name: string): never => {
  throw new UserError("NO_VICTIM", `There is no test ${name} among ${tests.length} tests.`, {
    advice: `Name it as it is listed, for example: ${tests.at(-1)?.id ?? "(none are)"}`,
  });
};

const MAX_SHOWN = 5;

const several = (name: string, ids: readonly string[]): UserError => {
  const shown = ids.slice(0, MAX_SHOWN).join(", ");
  const more = ids.length > MAX_SHOWN ? ` and ${ids.length - MAX_SHOWN} more` : "";
  return new UserError("NO_VICTIM", `Several tests match ${name}: ${shown}${more}.`, {
    advice: "Give the whole name of one of them to --victim.",
  });
};
