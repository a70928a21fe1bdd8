/** Test scripts and commands as real processes in real directories. */
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { commandOracle, type CommandTest } from "../../src/oracles/command.ts";
import type { ProcessOracle, Subject } from "../../src/oracles/oracle.ts";
import type { Refinements } from "../../src/oracles/refinements.ts";
import { scriptOracle } from "../../src/oracles/script.ts";
import { NEVER, openWorkshop, textCase } from "./workshop.ts";

const workshop = openWorkshop();
afterAll(() => workshop.close());

const script = (name: string, text: string): string => {
  workshop.write(name, text, 0o755);
  return `./${name}`;
};
const run = (oracle: ProcessOracle, text = "hello\n", name = "in.txt", timeout = 60_000) =>
  oracle.test(textCase(name, text), { timeout }, NEVER);

describe("a script decides by its exit code", () => {
  test.each([
    ["exit 0", { outcome: "fail" }],
    ["exit 1", { outcome: "pass", reason: "exit 1" }],
    ["exit 126", { outcome: "pass", reason: "exit 126" }],
    ["exit 125", { outcome: "unresolved", reason: "exit 125" }],
    ["kill -SEGV $$", { outcome: "pass", reason: "the test was ended by SIGSEGV" }],
  ])("%s", async (body, expected) => {
    const oracle = scriptOracle(workshop.setting("in.txt"), script("decide.sh", `#!/bin/sh\n${body}\n`));
    expect(await run(oracle)).toMatchObject(expected);
  });

  test("one that takes too long is unresolved and timed out", async () => {
    const oracle = scriptOracle(workshop.setting("in.txt"), script("slow.sh", "#!/bin/sh\nsleep 60\n"));
    expect(await run(oracle, "x", "in.txt", 100)).toMatchObject({
      outcome: "unresolved",
      reason: "timeout",
      evidence: { timedOut: true },
    });
  });
});

describe("where a script finds things", () => {
  test("the candidate: as first argument, and under its name in the working directory, where nothing else lies", async () => {
    const body = '#!/bin/sh\n[ "$(cat in.txt)" = hello ] && [ "$1" = "$PWD/in.txt" ] && [ "$(ls)" = in.txt ]\n';
    expect(await run(scriptOracle(workshop.setting("in.txt"), script("where.sh", body)))).toMatchObject({
      outcome: "fail",
    });
  });

  test("the directory pare was started in: PARE_ORIGIN", async () => {
    const body = `#!/bin/sh\n[ "$PARE_ORIGIN" = '${workshop.folder}' ]\n`;
    expect(await run(scriptOracle(workshop.setting("in.txt"), script("origin.sh", body)))).toMatchObject({
      outcome: "fail",
    });
  });

  test("what belongs beside it: links", async () => {
    mkdirSync(join(workshop.folder, "lib"), { recursive: true });
    workshop.write("lib/a.h", "header\n");
    workshop.write("config.h", "config\n");
    const extraFiles = [join(workshop.folder, "lib"), join(workshop.folder, "config.h")];
    const body = '#!/bin/sh\n[ -L lib ] && [ "$(cat lib/a.h config.h)" = "header\nconfig" ]\n';
    const oracle = scriptOracle(workshop.setting("in.txt", { extraFiles }), script("beside.sh", body));
    expect(await run(oracle)).toMatchObject({ outcome: "fail" });
    expect(existsSync(join(workshop.folder, "lib/a.h"))).toBe(true);
  });

  test("two things under one name are refused", () => {
    const setting = workshop.setting("in.txt", { extraFiles: ["/a/in.txt"] });
    expect(() => scriptOracle(setting, script("clash.sh", "#!/bin/sh\n"))).toThrow(
      "would have the name in.txt in the scratch directory",
    );
  });

  test("standard input: the candidate, when asked for", async () => {
    const setting = workshop.setting("in.txt", { stdin: true });
    const oracle = scriptOracle(setting, script("stdin.sh", '#!/bin/sh\n[ "$(cat)" = hello ]\n'));
    expect(await run(oracle)).toMatchObject({ outcome: "fail" });
  });

  test("nothing is left behind", async () => {
    const setting = workshop.setting("in.txt");
    const body = "#!/bin/sh\nmkdir -p a/b && echo x > a/b/c && chmod 500 a\n";
    await run(scriptOracle(setting, script("litter.sh", body)));
    // It is taken away a moment later, so that the next test need not wait.
    await new Promise((resolve) => setImmediate(resolve));
    expect(readdirSync(setting.scratch.path).filter((entry) => entry.startsWith("test-"))).toEqual([]);
  });
});

describe("scripts that cannot be used", () => {
  const setting = workshop.setting("in.txt");

  test("one that is not there", () => {
    expect(() => scriptOracle(setting, "./gone.sh")).toThrow("There is no test script ./gone.sh.");
  });

  test("one that is not executable", () => {
    workshop.write("plain.sh", "#!/bin/sh\n", 0o644);
    expect(() => scriptOracle(setting, "plain.sh")).toThrow(
      expect.objectContaining({ code: "NO_TEST", advice: "chmod +x plain.sh" }),
    );
  });

  test("one without an interpreter is run by sh; one in PATH is found", async () => {
    expect(await run(scriptOracle(setting, script("bare.sh", "test -f in.txt\n")))).toMatchObject({ outcome: "fail" });
    expect(await run(scriptOracle(setting, "true"))).toMatchObject({ outcome: "fail" });
  });
});

test("a script's content is its identity", () => {
  const identity = (text: string): unknown =>
    scriptOracle(workshop.setting("in.txt"), script("same.sh", text)).identity;
  expect(identity("#!/bin/sh\nexit 0\n")).toEqual(identity("#!/bin/sh\nexit 0\n"));
  expect(identity("#!/bin/sh\nexit 0\n")).not.toEqual(identity("#!/bin/sh\nexit 1\n"));
});

const commandTest = (command: readonly string[], refinements: Refinements = {}): CommandTest => ({
  command,
  signature: { ending: { code: 0 } },
  refinements,
});
const command = (words: readonly string[], more: Partial<Subject> = {}): ProcessOracle =>
  commandOracle(workshop.setting("in.txt", more), commandTest(words));
const shown = async (words: readonly string[], more: Partial<Subject> = {}): Promise<string> =>
  (await run(command(words, more))).evidence?.output ?? "";

describe("how a command names the candidate", () => {
  test("{} is its path, inside of an argument too", async () => {
    const absolute = 'case "$0 $1" in /*/in.txt\\ --in=/*/in.txt) echo "$0 $1";; esac';
    // What is shown of an output leaves out where the test was run.
    expect(await shown(["sh", "-c", absolute, "{}", "--in={}"])).toBe("in.txt --in=in.txt\n");
  });

  test("without {} an argument equal to the input as typed is replaced", async () => {
    expect(await shown(["echo", "src/in.txt", "src/in.txt.bak"], { typed: "src/in.txt" })).toBe(
      "in.txt src/in.txt.bak\n",
    );
    expect(await shown(["echo", "src/in.txt", "{}"], { typed: "src/in.txt" })).toBe("src/in.txt in.txt\n");
  });

  test("a program by a relative path is that of the directory pare was started in", async () => {
    script("tool.sh", '#!/bin/sh\necho "tool: $(cat "$1")"\n');
    expect(await shown(["./tool.sh", "{}"])).toBe("tool: hello\n");
  });

  test("an executable input can be the command itself", async () => {
    const oracle = commandOracle(workshop.setting("in.sh", { typed: "./in.sh" }), commandTest(["./in.sh"]));
    const candidate = textCase("in.sh", "#!/bin/sh\necho me\n", 0o755);
    expect((await oracle.test(candidate, { timeout: 600_000 }, NEVER)).evidence?.output).toBe("me\n");
  });

  test("a command that is not there is the user's mistake", async () => {
    await expect(run(command(["no-such-program"]))).rejects.toMatchObject({ name: "UserError", code: "NO_COMMAND" });
    expect(() => command([])).toThrow("There is no command after --.");
  });
});

describe("the line that repeats a test", () => {
  const repeated = (oracle: ProcessOracle, path: string) =>
    spawnSync("sh", ["-c", oracle.repeatLine(path)], { cwd: workshop.folder, encoding: "utf8" });

  test("works on a file under the same name", () => {
    workshop.write("in.txt", "hello\n");
    const oracle = scriptOracle(workshop.setting("in.txt"), script("repeat.sh", '#!/bin/sh\ncat in.txt "$1"\n'));
    expect(oracle.repeatLine("in.txt")).not.toContain(workshop.folder);
    expect(repeated(oracle, "in.txt").stdout).toBe("hello\nhello\n");
  });

  test("works on a file under another name, with what lies beside it, and from standard input", () => {
    workshop.write("my in.reduced.txt", "less\n");
    workshop.write("config.h", "config\n");
    const more = { extraFiles: [join(workshop.folder, "config.h")], stdin: true };
    const oracle = command(["sh", "-c", "cat in.txt config.h - {}"], more);
    expect(repeated(oracle, "my in.reduced.txt").stdout).toBe("less\nconfig\nless\nless\n");
  });
});
