/** The order of tests: `--tests LIST|vitest|jest|pytest --victim NAME [--brittle]`, with {tests} in the command. */
import type { Kind } from "../../kind.ts";
import type { TestsEnds } from "./open.ts";

export const testsKind: Kind<TestsEnds> = {
  name: "tests",
  about: "the order of tests: which earlier tests make one fail, or, with --brittle, which does it need?",
  noun: "test",
  flags: {
    tests: {
      usage: "--tests <file|preset>",
      about: "the tests that {tests} stands for: a file with one test per line, or vitest, jest, pytest",
      takes: "list",
    },
    victim: {
      usage: "--victim <name>",
      about: "the test that fails after some of the others",
      takes: "text",
      isNeeded: true,
    },
    brittle: { usage: "--brittle", about: "the victim passes only after some of the others", takes: "nothing" },
  },
  example: "--tests list.txt --victim NAME -- RUNNER {tests}",
  offers: [],
  layout: "own",
  notOnCluster: "--tests runs its tests in your own directory",
  applies: ({ tests }) => tests !== undefined,
  open: async (options) => await (await import("./open.ts")).openTests(options),
};
