/** Programs that a test calls, as far as can be seen: by them machines are compared. */

const MAX_PROGRAMS = 16;
const KNOWN =
  /\b(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|rustc|cargo|go|javac|java|node|python3?|perl|ruby|php|tsc|make|cmake|ld|as|llc|opt)(?:-\d+(?:\.\d+)*)?(?![\w.+-])/g;

/** The program of a command, and well-known ones that lines for a shell, or scripts, call. */
export const programsCalled = (program: string, texts: readonly string[]): readonly string[] => {
  const own = program === "" || program.includes("{") ? [] : [program];
  const called = texts.flatMap((text) => text.match(KNOWN) ?? []);
  return [...new Set([...own, ...called])].slice(0, MAX_PROGRAMS);
};
