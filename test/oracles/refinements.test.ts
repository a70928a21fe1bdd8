import { afterAll, describe, expect, test } from "vitest";
import { commandOracle } from "../../src/oracles/command.ts";
import { learn } from "../../src/oracles/learn.ts";
import { checkRefinements, type Refinements } from "../../src/oracles/refinements.ts";
import { NEVER, openWorkshop, textCase } from "./workshop.ts";

const workshop = openWorkshop();
afterAll(() => workshop.close());

/** Learns from a script and asks about another one. */
const asked = async (original: string, refinements: Refinements, candidate: string) => {
  const { test: learnt, description: words } = await workshop.learn("own.sh", original, ["sh", "own.sh"], refinements);
  const oracle = commandOracle(workshop.setting("own.sh"), learnt);
  const { outcome, reason } = await oracle.test(textCase("own.sh", candidate), { timeout: 600_000 }, NEVER);
  return { words, outcome, reason };
};
const ORIGINAL = "echo 'error: no' >&2; echo out; exit 3\n";

describe("refinements hold all together", () => {
  test.each<[string, Refinements, string, string, string]>([
    ["nothing: as learnt", {}, "echo 'error: no' >&2; exit 3", "fail", "exits with 3 and prints on stderr: error: no"],
    ["nothing: another message", {}, "echo 'error: yes' >&2; exit 3", "pass", "error: no"],
    ["nothing: another code", {}, "echo 'error: no' >&2; exit 4", "pass", "exits with 3"],
    ["--exit takes the place of everything learnt", { exit: 3 }, "exit 3", "fail", "exits with 3"],
    ["--exit with another code", { exit: 3 }, "exit 4", "pass", "exits with 3"],
    ["--exit nonzero", { exit: "nonzero" }, "exit 9", "fail", "exits with a code other than 0"],
    ["--exit nonzero is no signal", { exit: "nonzero" }, "kill -KILL $$", "pass", "other than 0"],
    [
      "--match keeps the learnt code",
      { match: ["^out$"] },
      "echo out; exit 3",
      "fail",
      "exits with 3 and prints something",
    ],
    ["--match and another code", { match: ["^out$"] }, "echo out; exit 4", "pass", "exits with 3"],
    ["--match in either stream", { match: ["n[ao]"] }, "echo na >&2; exit 3", "fail", "/n[ao]/"],
    ["--match-stdout", { matchStdout: ["out"] }, "echo out >&2; exit 3", "pass", "on stdout"],
    ["--match-stderr", { matchStderr: ["no"] }, "echo no; exit 3", "pass", "on stderr"],
    ["--match twice", { match: ["out", "error"] }, "echo out; exit 3", "pass", "/out/ and"],
    [
      "--no-match only adds",
      { noMatch: ["bad"] },
      "echo 'error: no' >&2; exit 3",
      "fail",
      "prints on stderr: error: no and prints nothing",
    ],
    [
      "--no-match",
      { noMatch: ["bad"] },
      "echo 'error: no' >&2; echo bad; exit 3",
      "pass",
      "nothing that matches /bad/",
    ],
  ])("%s", async (_, refinements, candidate, outcome, words) => {
    const answer = await asked(ORIGINAL, refinements, `${candidate}\n`);
    expect(answer.outcome).toBe(outcome);
    expect(answer.words).toContain(words);
  });

  test("--signal", async () => {
    const original = "echo dying >&2; kill -SEGV $$\n";
    expect(await asked(original, { signal: "segv" }, "kill -SEGV $$\n")).toMatchObject({
      outcome: "fail",
      words: "is ended by SIGSEGV",
    });
    expect(await asked(original, { signal: "11" }, "kill -ABRT $$\n")).toMatchObject({
      outcome: "pass",
      reason: "is ended by SIGABRT",
    });
  });

  test("--hang: still running then shows it, ending does not, and output may be asked for too", async () => {
    const original = "sleep 60\n";
    expect(await asked(original, { hang: 0.2 }, "sleep 60\n")).toMatchObject({
      outcome: "fail",
      words: "is still running after 0.2 s",
    });
    expect(await asked(original, { hang: 30 }, "exit 1\n")).toMatchObject({
      outcome: "pass",
      reason: "ends by itself",
    });
    expect(await asked(original, { hang: 0.2, match: ["x"] }, "sleep 60\n")).toMatchObject({ outcome: "pass" });
    expect(await asked(original, { hang: 0.5, match: ["x"] }, "echo x; sleep 60\n")).toMatchObject({ outcome: "fail" });
  });
});

describe("refinements that cannot be meant", () => {
  test.each<[string, Refinements]>([
    ['The regular expression "(" cannot be read', { match: ["("] }],
    ['The regular expression "[z-a]" cannot be read', { noMatch: ["[z-a]"] }],
    ["There is no signal SEGFAULT.", { signal: "SEGFAULT" }],
    ["300 is not an exit code.", { exit: 300 }],
    ["0 is not a number of seconds.", { hang: 0 }],
    ["not both", { exit: 1, signal: "SEGV" }],
    ["A command that hangs does not end.", { exit: 1, hang: 1 }],
  ])("%s", (message, refinements) => {
    expect(() => checkRefinements(refinements)).toThrow(message);
    expect(() => checkRefinements(refinements)).toThrow(expect.objectContaining({ code: "USAGE", name: "UserError" }));
  });
});

test("an original that does not end in time is the user's to explain", async () => {
  const lesson = {
    setting: workshop.setting("own.sh"),
    command: ["sh", "own.sh"],
    refinements: {},
    original: textCase("own.sh", "sleep 60\n"),
    timeout: 100,
    signal: NEVER,
  };
  await expect(learn(lesson)).rejects.toMatchObject({ code: "TIMEOUT", advice: expect.stringContaining("--hang") });
});
