/** A process that uses the runner until it is killed. Arguments: backend, command. */
import { openRunner, openScratch } from "../../src/runner/index.ts";
import { never, shell } from "./support.ts";

const [backend, script = ""] = process.argv.slice(2);
const scratch = openScratch();
const runner = openRunner({ scratch, backend: backend === "spawn" ? "spawn" : "native" });
scratch.directory([{ path: "file", mode: 0o600, bytes: Buffer.from("content") }]);
process.stdout.write(`${scratch.path}\n`);
await runner.run(shell(script), never);
