import { describe, expect, test } from "vitest";
import type { IsolateResult } from "../../src/isolate/result.ts";
import { directoryWith, found, idsOf } from "./e2e-support.ts";

const filesOf = (end: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${end}/${name}`, text]));

const isolated = async (
  good: Readonly<Record<string, string>>,
  bad: Readonly<Record<string, string>>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<IsolateResult> => {
  const cwd = directoryWith({ ...filesOf("good", good), ...filesOf("bad", bad) });
  const ends = { paths: ["good", "bad"] as const };
  return await found({ cwd, ends, command: [process.execPath, "{}/main.js"], ...more });
};

/** `helper` is new; `main` uses it. Without it, it dies of another error with the same exit code. */
const HELPER = (body: string): string => `exports.merge = (a, b) => { ${body} };\n`;

describe("mixtures that die of another error, with the same exit code", () => {
  test("are not taken for the failure", async () => {
    const main = (lines: readonly string[]): string =>
      [
        `const { list } = require("./list.js");`,
        ...lines,
        `if (config.method !== "get") { console.error("method is " + config.method); process.exit(1); }`,
        `console.log("fine", list.length);`,
        ``,
      ].join("\n");
    const result = await isolated(
      {
        "main.js": main([`const config = { ...{ method: "get" }, list };`]),
        "list.js": "exports.list = [1, 2];\n",
        "util.js": "exports.unused = 1;\n// end\n",
      },
      {
        "main.js": main([`const { merge } = require("./util.js");`, `const config = merge({ list }, {});`]),
        "list.js": "// more\nexports.list = [1, 2, 3];\n",
        "util.js": `exports.unused = 2;\n// end\n${HELPER("return { ...a, ...b };")}`,
      },
    );
    expect(result.proof).toMatchObject({ goodPlusPatchFails: true, badMinusTriggerPasses: true });
    expect(idsOf(result.trigger)).toEqual(["main.js:2"]);
    expect(idsOf(result.patch)).toEqual(["main.js:2", "util.js:3"]);
    expect(result.unresolvedReasons[0]?.reason).toBe("exits with 1: TypeError: merge is not a function");
  });

  test("not even where the failure says nothing but its exit code", async () => {
    const result = await isolated(
      {
        "main.js": `const x = 1;\nconst y = 2;\nif (x + y > 10) process.exit(1);\n`,
      },
      {
        "main.js": `const { z } = require("./new.js");\nconst y = z * 20;\nif (z + y > 10) process.exit(1);\n`,
        "new.js": "exports.z = 1;\n",
        "notes.txt": "notes\n",
      },
      { level: "lines" },
    );
    expect(result.proof).toMatchObject({ goodPlusPatchFails: true, badMinusTriggerPasses: true });
    // What fails is what the bad end does, not a name that is missing.
    expect(idsOf(result.trigger)).toEqual(["main.js:1/2"]);
    expect(idsOf(result.patch)).toEqual(["main.js:1", "new.js"]);
    expect(result.unresolvedReasons.map(({ reason }) => reason).join("\n")).toMatch(/is not defined/);
  });
});

describe("the symptom for a wrong reason", () => {
  /** A sender and a receiver that belong together, and a limit that is the real cause. One of them new, the other old: the same symptom. */
  const app = (send: string, receive: string, limit: string): Readonly<Record<string, string>> => ({
    "a-receive.js": `exports.receive = (packet) => ${receive};\n`,
    "c-send.js": `exports.send = (text) => ${send};\n`,
    "b-limit.js": `exports.limit = ${limit};\n`,
    "main.js": `const { receive } = require("./a-receive.js");
const { send } = require("./c-send.js");
const { limit } = require("./b-limit.js");
if (receive(send("hello")).slice(0, limit) !== "hello") { console.log("wrong"); process.exit(1); }
console.log("right");
`,
  });
  const GOOD = app("`<${text}>`", "packet.slice(1, -1)", "100");
  const BAD = app("`[[${text}]]`", "packet.slice(2, -2)", "3");

  test("with --find trigger, an answer that its proof refutes is called that", async () => {
    const { status, trigger, proof } = await isolated(GOOD, BAD, { find: "trigger" });
    expect(status).toBe("complete");
    expect(idsOf(trigger)).toEqual(["a-receive.js:1"]);
    expect(proof.badMinusTriggerPasses).toBe(false);
    expect(proof.remarks.join("\n")).toMatch(/still fails without it: there is another cause/);
  });

  test("otherwise it goes on until the proof holds, and what turned out to be none is no cause", async () => {
    const { status, trigger, patch, proof } = await isolated(GOOD, BAD);
    expect(status).toBe("complete");
    expect(proof).toMatchObject({ goodPlusPatchFails: true, badMinusTriggerPasses: true });
    expect(proof.remarks.join("\n")).toContain("the bad end still fails without a-receive.js:1");
    expect(idsOf(trigger)).toEqual(["b-limit.js:1"]);
    expect(idsOf(patch)).toEqual(["b-limit.js:1"]);
  });

  test("every change alone shows it: all of them are the cause, and the proof holds", async () => {
    const { trigger, patch, proof } = await isolated(GOOD, app("`[[${text}]]`", "packet", "3"));
    const all = ["a-receive.js:1", "b-limit.js:1", "c-send.js:1"];
    expect(idsOf(trigger)).toEqual(all);
    expect(proof).toMatchObject({ goodPlusPatchFails: true, badMinusTriggerPasses: true });
    expect(proof.remarks).toHaveLength(2);
    expect(idsOf(patch)).toEqual(all);
  });
});
