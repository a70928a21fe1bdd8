/** What tests do every day goes on to work in the sandbox: compilers, interpreters, sanitizers, debuggers. */
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkSandbox, openRunner, openScratch } from "../../src/runner/index.ts";
import { environment } from "../runner/support.ts";
import { tally } from "./tally.ts";
import { lacks, without } from "../support/needs.ts";

const THREADS = `#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static void *run(void *given) { return given; }
int main(int count, char **words) {
  pthread_t thread;
  if (pthread_create(&thread, 0, run, 0) || pthread_join(thread, 0)) return 1;
  char *volatile lost = malloc(7);
  lost = 0;
  return puts("good") < 0;
}
`;
const NODE = `const { fork } = require("child_process"), { Worker } = require("worker_threads"), { promises } = require("fs");
if (process.send) process.send("good");
else promises.writeFile("x", "y").then(() => new Worker("0", { eval: true }).on("exit", () =>
  fork(__filename).on("message", (text) => console.log(text, Object.keys(require("os").networkInterfaces()).join()))));
`;
const PYTHON = `import multiprocessing, pty, socket, subprocess
if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", 0))
    socket.create_connection(listener.getsockname())
    with multiprocessing.Pool(2) as pool: assert pool.map(abs, [-1, 2]) == [1, 2]
    assert pty.spawn(["true"]) == 0
    print(subprocess.run(["echo", "good"], capture_output=True, text=True).stdout, end="")
`;
const JAVA = `public class A { public static void main(String[] words) throws Exception {
  Thread thread = new Thread(() -> System.out.println("good")); thread.start(); thread.join();
  System.exit(new ProcessBuilder("true").start().waitFor()); } }
`;
const RUST = `fn main() { let text = std::thread::spawn(|| "good").join().unwrap();
  assert!(std::process::Command::new("true").status().unwrap().success()); println!("{}", text); }
`;

/** Program, file, its content, the line that runs it, what it must print. */
const TOOLS: readonly (readonly [string, string, string, string, RegExp])[] = [
  ["gcc", "a.c", THREADS, "gcc -pthread a.c && ./a.out", /^good/],
  ["clang", "a.c", THREADS, "clang -pthread a.c && ./a.out", /^good/],
  ["gcc", "a.c", THREADS, "gcc -g -fsanitize=address -pthread a.c && ./a.out 2>&1", /7 byte\(s\) leaked/],
  ["gdb", "a.c", THREADS, "gcc -g -pthread a.c && gdb -batch -ex 'break run' -ex run -ex bt ./a.out", /#0 +run/],
  ["strace", "a.c", THREADS, "strace -f -o log true && grep -c exit_group log", /1/],
  ["python3", "a.py", PYTHON, "python3 a.py", /good/],
  ["node", "a.js", NODE, "node a.js", /^good lo$/m],
  ["java", "A.java", JAVA, "java A.java", /^good/],
  // To build or vet something would build the library first, which takes long.
  ["go", "a.go", 'package main\nfunc main() { println("good") }\n', "gofmt a.go && go list fmt", /good/],
  ["rustc", "a.rs", RUST, "rustc a.rs && ./a", /^good/],
  ["sh", "a", "", "id -u && stat -c %u . /etc/passwd >&2 && whoami", new RegExp(`^${process.getuid?.()}\n`)],
];

const canSandbox = ((): boolean => {
  try {
    checkSandbox();
    return true;
  } catch {
    return false;
  }
})();

/** Where tools keep themselves, when HOME is elsewhere. */
const kept = {
  CARGO_HOME: join(homedir(), ".cargo"),
  RUSTUP_HOME: join(homedir(), ".rustup"),
  PYENV_ROOT: join(homedir(), ".pyenv"),
  GOFLAGS: "-mod=mod",
};

describe.skipIf(lacks("bwrap") || without("sandbox", canSandbox))("in the sandbox", () => {
  for (const [program, path, content, line, expected] of TOOLS) {
    test.skipIf(lacks(...(["node", "sh"].includes(program) ? [] : [program])))(`works: ${line}`, async (context) => {
      const scratch = openScratch();
      const runner = openRunner({ scratch });
      const directory = scratch.directory([{ path, mode: 0o644, bytes: Buffer.from(content) }]);
      const own = { HOME: directory.path, GOPATH: `${directory.path}/go`, GOCACHE: `${directory.path}/cache` };
      const { stdout, stderr } = await runner.run(
        {
          command: ["sh", "-c", line],
          cwd: directory.path,
          env: { ...environment, ...kept, ...own },
          timeout: 300_000,
          keep: 100_000,
          sandbox: { scratch: directory.path, readable: [] },
        },
        context.signal,
      );
      directory.remove();
      await runner.close();
      scratch.close();
      const said = Buffer.from(stdout).toString();
      tally(context, "sandbox", { tried: 1, held: expected.test(said) ? 1 : 0 });
      expect(`${said}${Buffer.from(stderr).toString()}`).toMatch(expected);
    });
  }
});
