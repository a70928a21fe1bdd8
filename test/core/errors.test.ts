import { describe, expect, it } from "vitest";
import { FlakyError, systemCode, Unparsable, Unrenderable, UserError } from "../../src/core/errors.ts";
import { attempt, given } from "../../src/core/maybe.ts";
import { Listeners } from "../../src/core/listeners.ts";
import { Stopped, stoppedBy } from "../../src/core/stopped.ts";

describe("errors", () => {
  it("of users have a code, advice and perhaps a cause", () => {
    const cause = new Error("below");
    const error = new UserError("CODE", "What is wrong.", { advice: "Mend it.", cause });
    expect(error).toMatchObject({
      name: "UserError",
      code: "CODE",
      message: "What is wrong.",
      advice: "Mend it.",
      cause,
    });
    expect("cause" in new UserError("CODE", "", { advice: "" })).toBe(false);
  });

  it("have names", () => {
    expect(new FlakyError("It passes now.", 7)).toMatchObject({
      name: "UserError",
      message: "It passes now.",
      code: "FLAKY",
      best: 7,
      advice: "The test does not repeat: make it deterministic (seeds, clocks, shared state), then run again.",
    });
    expect([new Unparsable().name, new Unrenderable().name]).toEqual(["Unparsable", "Unrenderable"]);
  });

  it("of the system are known by their codes; a quota has none in Node", () => {
    const refused = (members: object): Error => Object.assign(new Error("refused"), members);
    expect(systemCode(refused({ code: "ENOENT", errno: -2 }))).toBe("ENOENT");
    expect(systemCode(refused({ code: "Unknown system error -122", errno: -122 }))).toBe("EDQUOT");
    expect(systemCode(refused({ code: "Unknown system error -69", errno: -69 }))).toBe("EDQUOT");
    expect(systemCode(refused({ code: "OTHER" }))).toBe("OTHER");
    for (const other of [refused({}), refused({ code: 7 }), { code: "ENOENT" }, undefined])
      expect(systemCode(other)).toBeUndefined();
  });
});

describe("what stops a run", () => {
  it("is told with what to do about it", () => {
    const budget = new Stopped("budget");
    expect(budget).toMatchObject({ name: "Stopped", code: "BUDGET_SPENT", why: "budget" });
    expect(budget.message).toBe("The time budget ran out before the search began; nothing was changed.");
    expect(budget.advice).toMatch(/^Give a longer --budget\./);
    const stopped = new Stopped("stop");
    expect(stopped).toMatchObject({ code: "INTERRUPTED", why: "stop", advice: "The same command starts again." });
    expect(stopped.message).toBe("It was stopped before the search began.");
  });

  it("is the reason of its signal, or a signal", () => {
    const why = new Stopped("budget");
    expect(stoppedBy(AbortSignal.abort(why))).toBe(why);
    expect(stoppedBy(AbortSignal.abort("enough")).why).toBe("signal");
  });
});

describe("listeners", () => {
  it("are told until they do not listen any more", () => {
    const heard: string[] = [];
    const listeners = new Listeners<[string, number]>();
    const end = listeners.add((word, number) => heard.push(`${word} ${number}`));
    listeners.add((word) => heard.push(word));
    listeners.tell("a", 1);
    end();
    listeners.tell("b", 2);
    expect(heard).toEqual(["a 1", "a", "b"]);
  });
});

describe("given", () => {
  it("leaves out what is undefined, and nothing else", () => {
    const made = given({ a: undefined, b: null, c: 0, d: "" });
    expect(Object.keys(made)).toEqual(["b", "c", "d"]);
    expect(made).toEqual({ b: null, c: 0, d: "" });
  });
});

describe("an attempt", () => {
  it("is worth what it makes, or nothing", () => {
    expect(attempt(() => 7)).toBe(7);
    expect(
      attempt((): number => {
        throw new Error("unreadable");
      }),
    ).toBeUndefined();
  });
});
