/** `--differs`: two commands that do not agree, learnt from the original and recognised ever after. */
import { afterAll, describe, expect, test } from "vitest";
import { differsOracle, differsWords, storedDiffers } from "../../src/oracles/sides/differs.ts";
import { learnDiffers } from "../../src/oracles/sides/learn-differs.ts";
import { NEVER, openWorkshop, textCase } from "./workshop.ts";

const workshop = openWorkshop();
afterAll(() => workshop.close());

const setting = workshop.setting("in.txt");
const learn = async (text: string, a: string, b: string, timeout = 60_000) =>
  (await learnDiffers({ setting, lines: [a, b], original: textCase("in.txt", text), timeout, signal: NEVER })).test;

/** The verdict on each text, by what was learnt from the first. */
const verdicts = async (
  a: string,
  b: string,
  original: string,
  ...texts: readonly string[]
): Promise<readonly string[]> => {
  const oracle = differsOracle(setting, await learn(original, a, b));
  const ask = async (text: string): Promise<string> => {
    const { outcome, reason } = await oracle.test(textCase("in.txt", text), { timeout: 600_000 }, NEVER);
    return reason === undefined ? outcome : `${outcome}: ${reason}`;
  };
  const said: string[] = [];
  for (const text of [original, ...texts]) said.push(await ask(text));
  return said;
};

describe("one succeeds and the other fails", () => {
  test("and so it must be: neither the other way round, nor both, nor with another message", async () => {
    const a = "grep -q a {}";
    const b = "if grep -q c {}; then echo 'error: no c allowed' >&2; exit 1; fi; ! grep -q d {}";
    expect(await verdicts(a, b, "a b c", "ac", "a", "a d")).toEqual([
      "fail",
      "fail",
      "pass: B exits with 0",
      expect.stringContaining("pass: B does not say: error: no c allowed"),
    ]);
    const [, refused] = await verdicts(a, b, "a b c", "b");
    expect(["pass: A exits with 1", "pass: B exits with 0"]).toContain(refused);
  });

  test("by a signal, too", async () => {
    const learnt = await learn("x", "true", "kill -SEGV $$");
    expect(differsWords(learnt)).toBe("A: exits with 0; B: is ended by SIGSEGV");
  });
});

describe("both succeed and print different things", () => {
  test("and both must still succeed", async () => {
    const a = "grep -q fatal {} && exit 1; wc -w < {}";
    const b = "grep -q fatal {} && exit 1; wc -l < {}";
    expect(await verdicts(a, b, "one two\nthree\n", "a b\n", "a\n", "a b fatal\n")).toEqual([
      "fail",
      "fail",
      "pass: A and B print the same",
      expect.stringMatching(/^pass: [AB] exits with 1$/),
    ]);
  });

  test("what was learnt of each is said", async () => {
    expect(differsWords(await learn("one two\n", "wc -w < {}", "wc -l < {}"))).toBe(
      "A: exits with 0, prints 2; B: exits with 0, prints 1 (what they print on stdout differs)",
    );
    expect(differsWords(await learn("x\n", "cat {}", "true"))).toContain(
      "A: exits with 0, prints x; B: exits with 0, prints nothing",
    );
  });

  test("standard error counts where standard output is the same", async () => {
    const learnt = await learn("x", "echo same", "echo same; echo more >&2");
    expect(learnt.outputs).toEqual({ stream: "stderr", reading: "masked" });
  });
});

describe("what differs from run to run does not count", () => {
  test("addresses, times, dates and the scratch directory", async () => {
    const noise = 'echo "$(date +%H:%M:%S.%N) at 0x$(od -An -tx4 -N4 /dev/urandom | tr -d " ") in $PWD"';
    const learnt = await learn("bug", `${noise}; echo 1`, `${noise}; echo 2`);
    expect(learnt.outputs).toEqual({ stream: "stdout", reading: "masked" });
    await expect(learn("bug", noise, noise)).rejects.toThrow("do the same on the original");
  });

  test("numbers, where they are not the same in every run", async () => {
    const noise = "od -An -tu4 -N4 /dev/urandom | tr -d ' '";
    const learnt = await learn("bug", `${noise}; echo yes`, `${noise}; echo no`);
    expect(learnt.outputs).toEqual({ stream: "stdout", reading: "numberless" });
  });

  test("but a checksum does, where all else is the same", async () => {
    const [original, same] = await verdicts(
      "printf 'sum=0x%s\\n' $(cat {})",
      "printf 'sum=0x1a2b3c4d\\n'",
      "deadbeef",
      "1a2b3c4d",
    );
    expect([original, same]).toEqual(["fail", "pass: A and B print the same"]);
  });

  test("a candidate that is not printed the same way twice tells nothing", async () => {
    const random = "if grep -q r {}; then od -An -tu4 -N4 /dev/urandom; else cat {}; fi";
    const [, said] = await verdicts(random, "echo 7", "x", "r");
    expect(said).toBe("unresolved: A does not print the same twice");
  });

  test("a side that prints something else each time is refused, by name", async () => {
    const words = "od -An -tx1 -N8 /dev/urandom | tr -d ' ' | tr 0-9 g-p";
    await expect(learn("x", "echo word", words)).rejects.toMatchObject({
      code: "FLAKY",
      message: expect.stringContaining("B (od -An"),
    });
    await expect(learn("x", "exit $(($(date +%N | cut -c1-9 | sed 's/^0*//') % 200))", "true")).rejects.toMatchObject({
      code: "FLAKY",
    });
  });
});

test("commands that do the same are refused, with what they do", async () => {
  await expect(learn("x\n", "cat {}", "cat in.txt")).rejects.toMatchObject({
    code: "NOT_FAILING",
    message:
      "The two commands of --differs do the same on the original.\n  A (cat {}) exits with 0 and prints: x\n  B (cat in.txt) exits with 0 and prints: x",
  });
});

test("a side that does not end is refused on the original, and leaves a candidate undecided", async () => {
  await expect(learn("x", "true", "sleep 60", 300)).rejects.toMatchObject({ code: "TIMEOUT" });
  const oracle = differsOracle(setting, await learn("x", "true", "if grep -q y {}; then sleep 60; fi; exit 1"));
  expect(await oracle.test(textCase("in.txt", "y"), { timeout: 300 }, NEVER)).toMatchObject({
    outcome: "unresolved",
    reason: "timeout",
    evidence: { timedOut: true },
  });
});

test("what was learnt is plain data, and is found again", async () => {
  const learnt = await learn("one two\n", "wc -w < {}", "wc -l < {}");
  const { identity } = differsOracle(setting, learnt);
  expect(storedDiffers(JSON.parse(JSON.stringify({ kind: "repeats", of: identity })))).toEqual(learnt);
});
