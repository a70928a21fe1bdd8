/** How what external passes offer is searched. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { workshop, type Workshop } from "./support.ts";

/** Offers to remove each number, to write each word "long" as "l", and each comma with the space behind it. */
const OFFERS = `echo x >> "$PARE_ORIGIN/asked"
LC_ALL=C grep -obE '[0-9]+|, ' "$1" | while IFS=: read -r at found; do
  printf '{"edits":[{"start":%d,"end":%d}]}\\n' "$at" "$((at + \${#found}))"
done
LC_ALL=C grep -ob long "$1" | while IFS=: read -r at found; do
  printf '{"edits":[{"start":%d,"end":%d,"text":"l"}]}\\n' "$at" "$((at + 4))"
done`;

const TEXT = `${Array.from({ length: 12 }, (_, i) => `long ${i}, call(${i * 7}, ${i})`).join("\n")}\n`;
const shop = (): Workshop => workshop(TEXT, ["call(7,", "^l.* 5.*call("]);

describe("a run with a pass", () => {
  test("takes what works, many changes at once, and asks again until nothing does", async () => {
    const { pass, run, directory } = shop();
    const { text, passes, committed } = await run({ format: "lines", passes: [pass(OFFERS)] });
    expect(text).toBe("l call(7, )\nl 5call()\n");
    expect(passes).toEqual(["pass-1.sh", "lines"]);
    const asked = readFileSync(join(directory, "asked"), "utf8").split("\n").length - 1;
    expect(asked).toBeLessThan(8);
    expect(committed.length).toBeLessThan(90);
  });

  test("comes to the same bytes by the same tests with 1 job and with 4", async () => {
    const { pass, run } = shop();
    const passes = [pass(OFFERS)];
    const [one, four] = [await run({ passes, jobs: 1 }), await run({ passes, jobs: 4 })];
    expect(four.text).toBe(one.text);
    expect(four.committed).toEqual(one.committed);
    expect(one.passes).toContain("pass-1.sh");
  });

  test("goes on where it was stopped and comes to the same", async () => {
    const { pass, run } = shop();
    const passes = [pass(OFFERS)];
    const whole = await run({ passes });
    const half = Math.floor(whole.committed.length / 2);
    const stopped = await run({ passes, maxTests: half });
    expect(stopped.result).toMatchObject({ status: "stopped", reason: "max-tests" });
    const resumed = await run({ passes, fresh: false });
    expect(resumed.result.resumed).toBe(true);
    expect(resumed.text).toBe(whole.text);
    expect(resumed.committed).toEqual(whole.committed);
  });

  test("is another run when the script of the pass has changed", async () => {
    const { pass, run, directory } = workshop("needle and more\n", ["needle"]);
    const passes = [pass("exit 0")];
    const first = await run({ format: "lines", passes });
    expect((await run({ format: "lines", passes, fresh: false })).result.resumed).toBe(true);
    appendFileSync(join(directory, "pass-1.sh"), "\n# once more\n");
    const changed = await run({ format: "lines", passes, fresh: false });
    expect(changed.result.resumed).toBe(false);
    expect(changed.result.run).not.toBe(first.result.run);
  });
});

describe("a pass", () => {
  test("is told the protocol and the language, runs where pare was started, and finds the file under its name", async () => {
    const { pass, run, directory } = workshop("let needle = 1;\n", ["needle"]);
    const command = `${pass(
      `pwd > seen\necho "$# \${2##*/} $PARE_PASS_PROTOCOL $PARE_LANGUAGE" >> seen\ncat "$2" >> seen`,
    )} first {} 'and more'`;
    await run({ passes: [command], language: "javascript", format: "tree", maxTests: 1 });
    expect(readFileSync(join(directory, "seen"), "utf8")).toMatch(
      new RegExp(`^${directory}\n3 input.txt 1 javascript\nlet needle`),
    );
  });

  test("is called what it calls itself", async () => {
    const { pass, run } = workshop("needle and more\n", ["needle"]);
    const { passes } = await run({
      format: "lines",
      passes: [pass(`echo '{"protocol":1,"name":"shorter lines"}'\nprintf '%s\\n' '{"text":"needle\\n"}'`)],
    });
    expect(passes).toContain("shorter lines");
  });

  test("may offer changes that overlap: each is tried alone", async () => {
    const { pass, run } = workshop("abcdef needle\n", ["ab.*needle", "ef"]);
    const offers = ["0,14,x", "0,3,", "2,6,", "2,4,"].map((offer) => {
      const [start, end, text] = offer.split(",");
      return `{"edits":[{"start":${start},"end":${end},"text":"${text}"}]}`;
    });
    const body = `grep -q abcdef "$1" || exit 0\n${offers.map((offer) => `echo '${offer}'`).join("\n")}`;
    expect((await run({ format: "lines", passes: [pass(body)] })).text).toBe("abef needle\n");
  });

  test("may offer what keeps the length, if it comes earlier in the order of bytes", async () => {
    const { pass, run } = workshop("997 needle\n", ["^[0-9][0-9][0-9] needle"]);
    const body = `echo '{"edits":[{"start":0,"end":3,"text":"000"}]}'\necho '{"edits":[{"start":0,"end":3,"text":"998"}]}'`;
    expect((await run({ format: "lines", passes: [pass(body)] })).text).toBe("000 needle\n");
  });

  test("cannot make a file invalid that parses, unless anything may be tried", async () => {
    const { pass, run, directory } = workshop("", ["needle"]);
    writeFileSync(join(directory, "input.txt"), "f(needle);\n");
    const body = `grep -q "f(needle);" "$1" || exit 0\necho '{"edits":[{"start":8,"end":9}]}'`;
    const passes = [pass(body)];
    const common = { language: "javascript", format: "tree" } as const;
    expect((await run({ ...common, passes, smallest: true })).text).not.toContain(")");
    expect((await run({ ...common, passes })).text).toBe("f(needle);\n");
    expect((await run({ ...common, passes, valid: true })).text).toBe("f(needle);\n");
  });

  test("that takes away what another pass puts there comes to an end", async () => {
    const { pass, run, directory } = workshop("if (a) {\n  needle;\n}\n", ["^if.*{$", "^ *needle", "^}"]);
    const body = `echo x >> "$PARE_ORIGIN/asked"
at=$(LC_ALL=C grep -ob '  needle' "$1" | cut -d: -f1)
[ -z "$at" ] || printf '{"edits":[{"start":%d,"end":%d}]}\\n' "$at" "$((at + 2))"`;
    const { text, warnings, passes } = await run({ language: "javascript", passes: [pass(body)] });
    expect(passes).toEqual(expect.arrayContaining(["pass-1.sh", "layout"]));
    expect(text).toContain("\n  needle");
    expect(warnings).toEqual([]);
    expect(readFileSync(join(directory, "asked"), "utf8").split("\n").length).toBeLessThan(12);
  });

  test("works on bytes that are no text", async () => {
    const { pass, run, directory } = workshop("", ["needle"]);
    writeFileSync(join(directory, "input.txt"), Buffer.from([0, 255, 254, ...Buffer.from("needle"), 0, 0, 7]));
    const body = `at=$(LC_ALL=C grep -aob needle "$1" | cut -d: -f1)
[ "$at" = 0 ] || printf '{"edits":[{"start":0,"end":%d,"data":""}]}\\n' "$at"`;
    const { text, passes } = await run({ passes: [pass(body)] });
    expect(text).toBe("needle");
    expect(passes[0]).toBe("pass-1.sh");
  });
});
