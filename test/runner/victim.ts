/** A process that uses the runner until it is killed or interrupted. Arguments: backend, command, timeout in milliseconds. */
import { openRunner, openScratch } from "../../src/runner/index.ts";
import { never, shell } from "./support.ts";

const [backend, script = "", timeout = "60000"] = process.argv.slice(2);
const scratch = openScratch();
const runner = openRunner({ scratch, backend: backend === "spawn" ? "spawn" : "native" });
scratch.directory([{ path: "file", mode: 0o600, bytes: Buffer.from("content") }]);
process.once("SIGINT", () => void runner.close());
process.stdout.write(`${scratch.path}\n`);
await runner.run(shell(script, { timeout: Number(timeout) }), never).catch(() => {});
await runner.close();
scratch.close();
