/** A process that runs many command lines, one after the other, as `pare` would: `node zygote.mjs`, over its channel. */
import { forTerminal } from "../../../src/core/control.ts";
import { visibleJson } from "../../../src/core/visible.ts";
import { failureOf, printFailure } from "../../../src/cli/failure.ts";
import { runTyped } from "../../../src/cli/run.ts";

const told = { out: "", err: "" };
const output = (name) => ({
  write: (text) => void (told[name] += forTerminal(text)),
  json: (text) => void (told[name] += `${visibleJson(text)}\n`),
  isTerminal: false,
  columns: 80,
  failed: undefined,
});
const terminal = {
  out: output("out"),
  err: output("err"),
  get directory() {
    return process.cwd();
  },
  environment: process.env,
};

const replaceEnvironment = (given) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, given);
};

const answer = (code) => {
  process.chdir("/");
  process.send({ code, ...told });
};

process.on("uncaughtException", (error) => answer(printFailure(failureOf(error), terminal, false)));
process.on("message", async ({ cwd, env, argv }) => {
  told.out = told.err = "";
  process.chdir(cwd);
  replaceEnvironment(env);
  answer(await runTyped(argv, terminal));
});
process.send("ready");
