import { constants } from "node:os";
import { describe, expect, test } from "vitest";
import { UserError } from "../../src/core/errors.ts";
import { failureOf, printFailure } from "../../src/cli/failure.ts";
import type { OutputStream, Terminal } from "../../src/cli/terminal.ts";

const recorded = (): { readonly terminal: Terminal; readonly out: string[]; readonly err: string[] } => {
  const [out, err]: [string[], string[]] = [[], []];
  const output = (lines: string[]): OutputStream => ({
    write: (text) => void lines.push(text),
    json: (text) => void lines.push(`${text}\n`),
    bytes: () => Promise.resolve(),
    isTerminal: false,
    columns: 80,
    failed: undefined,
  });
  return { terminal: { out: output(out), err: output(err), directory: "/", environment: {} }, out, err };
};

describe("a failure", () => {
  test.each([
    ["NOT_FAILING", 3],
    ["FLAKY", 4],
    ["NO_SPACE", 1],
    ["BAD_VALUE", 2],
    ["LOCKED", 2],
  ])("of code %s ends with %i", (code, exit) => {
    expect(failureOf(new UserError(code, "what", { advice: "do" })).exit).toBe(exit);
  });

  test("of the machine is explained without a stack", () => {
    const { exit, message, advice, stack } = failureOf(Object.assign(new Error("write"), { code: "ENOSPC" }));
    expect(exit).toBe(1);
    expect(message).toContain("there is no space left on the disk");
    expect(advice).toContain("the same command again");
    expect(stack).toBeUndefined();
  });

  test.each(Object.entries(constants.errno))(
    "of the system, %s, is a message with the path, never a bug",
    (code, errno) => {
      const error = Object.assign(new Error(code), { code, errno: -errno, syscall: "open", path: "/some/where" });
      const failure = failureOf(error);
      expect(failure.stack).toBeUndefined();
      expect(failure.code).not.toBe("INTERNAL");
      expect(failure.message).toContain("cannot open /some/where: ");
      expect(failure.advice).not.toBe("");
      expect([1, 2]).toContain(failure.exit);
    },
  );

  test("that nobody expected is printed with its stack and asks for a report", () => {
    const { terminal, out, err } = recorded();
    expect(printFailure(failureOf(new TypeError("oops")), terminal, true)).toBe(1);
    expect(err.join("")).toMatch(/pare: TypeError: oops\n {4}at /);
    expect(err.join("")).toContain("Please report it");
    expect(JSON.parse(out.join(""))).toMatchObject({ status: "error", code: "INTERNAL", message: "oops" });
  });
});
