/** Commands that try to do harm. */
import { once } from "node:events";
import { createServer } from "node:net";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UserError } from "../../src/core/errors.ts";
import { checkSandbox, openRunner, openScratch } from "../../src/runner/index.ts";
import { eventually, job, never, processesWith, shell, temporary, text, unique } from "./support.ts";
import { lacks, without } from "../support/needs.ts";

const obstacle = ((): string => {
  try {
    checkSandbox();
    return "";
  } catch (error) {
    return error instanceof UserError ? error.message : String(error);
  }
})();
if (obstacle !== "") process.stderr.write(`The tests of the sandbox are skipped. ${obstacle}\n`);

describe("the check of the sandbox", () => {
  it("says that bubblewrap is missing", () => {
    expect(() => checkSandbox({ PATH: "/no/such" })).toThrow(
      "pare cannot make a sandbox: bubblewrap (the program bwrap) is not installed.",
    );
  });

  it("says what forbids it", () => {
    const directory = temporary();
    writeFileSync(join(directory, "bwrap"), "#!/bin/sh\necho 'bwrap: No permissions' >&2; exit 1\n", { mode: 0o755 });
    expect(() => checkSandbox({ PATH: `${directory}:/bin` })).toThrow(
      "is not allowed to make one (bwrap: No permissions)",
    );
  });
});

describe.skipIf(lacks("bwrap") || without("sandbox", obstacle === "")).each(["native", "spawn"] as const)(
  "a sandbox over the %s runner",
  (backend) => {
    it("lets a command write to its scratch directory and nowhere else, nor reach the network", async () => {
      const scratch = openScratch();
      const runner = openRunner({ backend, scratch });
      const home = mkdtempSync(join(homedir(), ".pare-test-"));
      const outside = join(home, "precious");
      writeFileSync(outside, "precious");
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as { readonly port: number };
      const directory = scratch.directory([{ path: "input", mode: 0o644, bytes: Buffer.from("in") }]);
      const script = `
      echo made > made; cat input; echo changed > input; touch /tmp/mine && echo own-tmp
      rm -rf '${outside}' && echo removed; echo x > '${home}/new' && echo wrote; touch /etc/new && echo wrote
      touch '${scratch.path}/new'; mount -o remount,rw / && echo remounted
      (exec 3<>/dev/tcp/127.0.0.1/${port}) && echo connected; exit 42`;
      const sandbox = { scratch: directory.path, readable: [] };
      const exit = await runner.run(job(["bash", "-c", script], { cwd: directory.path, sandbox }), never);
      expect([text(exit.stdout), exit.code]).toEqual(["inown-tmp\n", 42]);
      expect(readFileSync(join(directory.path, "made"), "utf8")).toBe("made\n");
      expect(readFileSync(outside, "utf8")).toBe("precious");
      expect(existsSync(join(home, "new"))).toBe(false);
      expect(existsSync(join(scratch.path, "new"))).toBe(false);
      server.close();
      directory.remove();
      rmSync(home, { recursive: true });
      await runner.close();
      scratch.close();
    });

    it("leaves root no more rights than anybody else", async () => {
      const scratch = openScratch();
      const runner = openRunner({ backend, scratch });
      const directory = scratch.directory([]);
      const script = `
      grep -E '^(Cap|NoNewPrivs|Seccomp:)' /proc/self/status | tr -s '\\t ' ' '
      for file in /proc/sys/kernel/core_pattern /proc/self/comm /proc/mtrr; do true >> $file && echo $file; done
      unshare -U true && echo namespace; ls /proc/sys; ls -l /proc/self/fd | grep -- '->' | grep -vc /dev/null`;
      const sandbox = { scratch: directory.path, readable: [] };
      const exit = await runner.run(shell(script, { cwd: directory.path, sandbox }), never);
      expect(text(exit.stdout).trim().split("\n")).toEqual([
        ...["Inh", "Prm", "Eff", "Bnd", "Amb"].map((set) => `Cap${set}: 0000000000000000`),
        "NoNewPrivs: 1",
        "Seccomp: 2",
        // Standard output and error, and the one that ls has opened.
        "3",
      ]);
      directory.remove();
      await runner.close();
      scratch.close();
    });

    it("does not uncover what is hidden where the user works at the root", async () => {
      const scratch = openScratch();
      const runner = openRunner({ backend, scratch });
      const directory = scratch.directory([]);
      const script = `ls /tmp /run /proc/sys; test -e /proc/${process.pid} && echo seen`;
      const sandbox = { scratch: directory.path, readable: ["/", "/proc", "/dev"] };
      const exit = await runner.run(shell(script, { cwd: directory.path, sandbox }), never);
      expect(text(exit.stdout)).toBe("/proc/sys:\n\n/run:\n\n/tmp:\n");
      directory.remove();
      await runner.close();
      scratch.close();
    });

    it("shows what a link leads to, and the link", async () => {
      const scratch = openScratch();
      const runner = openRunner({ backend, scratch });
      const real = temporary();
      const visible = mkdtempSync("/var/tmp/pare-test-");
      writeFileSync(join(real, "header.h"), "found\n");
      symlinkSync(real, join(visible, "link"));
      symlinkSync(visible, join(real, "back"));
      const directory = scratch.directory([]);
      const readable = [join(visible, "link"), join(real, "back")];
      const sandbox = { scratch: directory.path, readable };
      const script = `cat '${visible}/link/header.h'; ls '${real}/back'`;
      const exit = await runner.run(shell(script, { cwd: directory.path, sandbox }), never);
      expect(text(exit.stdout)).toBe("found\nlink\n");
      rmSync(visible, { recursive: true });
      directory.remove();
      await runner.close();
      scratch.close();
    });

    it("shows what is made readable, and ends with all its processes", async () => {
      const scratch = openScratch();
      const runner = openRunner({ backend, scratch });
      const beside = temporary();
      writeFileSync(join(beside, "header.h"), "found");
      const directory = scratch.directory([]);
      const seconds = unique();
      const script = `cat '${beside}/header.h'; echo x > '${beside}/header.h'; setsid sleep ${seconds} & sleep ${seconds}`;
      const sandbox = { scratch: directory.path, readable: [beside] };
      const exit = await runner.run(shell(script, { cwd: directory.path, timeout: 1000, sandbox }), never);
      expect([text(exit.stdout), exit.timedOut]).toEqual(["found", true]);
      expect(await eventually(() => processesWith(`sleep\0${seconds}`).length === 0, 2000)).toBe(true);
      expect(readFileSync(join(beside, "header.h"), "utf8")).toBe("found");
      await runner.close();
      scratch.close();
    });
  },
);
