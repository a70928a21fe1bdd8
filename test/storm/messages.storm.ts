/** Whatever a user does, the answer is a documented exit code and a message: command lines, environments, limits, states of the disk. */
import { fork, type ChildProcess } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { commandLine, environmentOf } from "./messages/command-lines.ts";
import { drawWith } from "./messages/draw.ts";
import { faultsOf, type Answer } from "./messages/judge.ts";
import { makePlace, spoil, type Place } from "./messages/places.ts";
import { MORE } from "./messages/more-processes.ts";
import { REAL, runReal } from "./messages/processes.ts";
import { currentSeed } from "../support/seeds.ts";
import { tally } from "./tally.ts";
import { without } from "../support/needs.ts";
import { sampled } from "../support/whole.ts";

const ONLY = process.env["STORM_CASE"];
/** Of the real processes, those with this in their names. */
const NAMED = process.env["STORM_NAME"] ?? "";
const CASES = sampled(500, 1700);
const AT_ONCE = 2;
/** Nothing here takes more than a few seconds on a busy machine. */
const HANG_MS = 60_000;

const root = mkdtempSync(join(tmpdir(), "pare-messages-"));
// Some are run as nobody.
chmodSync(root, 0o711);
const open = (path: string): void => {
  for (const name of readdirSync(path, { recursive: true, withFileTypes: true }))
    if (name.isDirectory()) chmodSync(join(name.parentPath, name.name), 0o700);
};
afterAll(() => {
  open(root);
  rmSync(root, { recursive: true, force: true });
});

/** One that has not answered in time is replaced. */
class Zygote {
  #child: ChildProcess | undefined;

  async ask(order: object): Promise<Answer> {
    const child = (this.#child ??= await started());
    return await new Promise((resolve) => {
      const end = (answer: Answer): void => {
        clearTimeout(timer);
        child.removeAllListeners();
        if (answer.code === undefined) this.close();
        resolve(answer);
      };
      const timer = setTimeout(() => end({ code: undefined, out: "", err: "it hangs" }), HANG_MS);
      child.once("exit", (code, signal) =>
        end({ code: undefined, out: "", err: `the process died: ${code ?? signal}` }),
      );
      child.once("message", (answer) => end(answer as Answer));
      child.send(order);
    });
  }

  close(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }
}

const started = async (): Promise<ChildProcess> => {
  const path = fileURLToPath(new URL("messages/zygote.mjs", import.meta.url));
  const child = fork(path, { stdio: "ignore", execArgv: ["--import", import.meta.resolve("tsx")] });
  await new Promise((resolve) => child.once("message", resolve));
  return child;
};

const leftoversIn = (place: Place, temporary: string): readonly string[] => [
  ...readdirSync(temporary).map((name) => `left in the temporary directory: ${name}`),
  ...readdirSync(place.directory)
    .filter((name) => /^\..*\.pare-\d/.test(name))
    .map((name) => `left beside: ${name}`),
];

const INPUT = "a\nneedle\nb\n";

const OUTPUTS = ["--events", "--output", "-o", "--report"];

/** Whoever names the file as an output, and as nothing else, wants it replaced. */
const isOutput = (argv: readonly string[]): boolean => {
  const before = argv.flatMap((word, index) => (word === "in.txt" ? [argv[index - 1] ?? ""] : []));
  return before.length > 0 && before.every((flag) => OUTPUTS.includes(flag));
};

const isUntouched = ({ directory }: Place, argv: readonly string[]): boolean => {
  const original = ["in.txt.orig", "in.txt"]
    .map((name) => join(directory, name))
    .find((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile());
  return isOutput(argv) || (original !== undefined && readFileSync(original, "utf8") === INPUT);
};

const runsIn = ({ directory }: Place): readonly string[] => {
  try {
    return readdirSync(join(directory, ".pare"), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [join(directory, ".pare", entry.name)] : [],
    );
  } catch {
    return [];
  }
};

/** The faults of each command line of a case. Some cases go on: one file of the run is spoilt, and the run is asked about. */
const tryCase = async (number: number, zygote: Zygote): Promise<readonly (readonly string[])[]> => {
  const seed = currentSeed();
  const draw = drawWith(seed + number * 7919);
  const at = join(root, String(number));
  const [temporary, place] = [join(at, "tmp"), makePlace(join(at, "here"), draw)];
  mkdirSync(temporary);
  const env = environmentOf(draw, temporary);
  const say = (argv: readonly string[], fault: string, more: string): string =>
    `case ${number} (PARE_SEED=${seed} STORM_CASE=${number}): ${fault}\n  pare ${JSON.stringify(argv)}\n  ${more.slice(0, 600)}`;
  const judge = async (argv: readonly string[]): Promise<readonly string[]> => {
    const answer = await zygote.ask({ cwd: place.directory, env, argv });
    const faults = [
      ...faultsOf(argv, answer),
      ...(answer.code === undefined ? [] : leftoversIn(place, temporary)),
      ...(isUntouched(place, argv) ? [] : ["the input was changed"]),
    ];
    return faults.map((fault) => say(argv, fault, `${answer.err}${answer.out}`));
  };
  const lines = [await judge(commandLine(draw, place))];
  if (number % 10 === 0) {
    lines.push(await judge(["in.txt", "--test", "./t.sh"]));
    const [run] = runsIn(place);
    const spoilt = run === undefined ? "nothing" : spoil(run, draw);
    const again = draw.one([
      ["in.txt", "--test", "./t.sh"],
      ["report", "--list"],
      ["report", "--as", "markdown"],
      ["report", "--clean"],
    ]);
    lines.push((await judge([...again, "--json"])).map((fault) => `${fault}\n  (${spoilt})`));
  }
  open(at);
  rmSync(at, { recursive: true, force: true });
  return lines;
};

test("command lines, environments and states of the disk, in processes that run many of them", async (context) => {
  const numbers = ONLY === undefined ? Array.from({ length: CASES }, (_, index) => index) : [Number(ONLY)];
  const faults: string[] = [];
  let [tried, broken] = [0, 0];
  const work = async (): Promise<void> => {
    const zygote = new Zygote();
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
      const lines = await tryCase(number, zygote);
      tried += lines.length;
      broken += lines.filter((found) => found.length > 0).length;
      faults.push(...lines.flat());
    }
    zygote.close();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  tally(context, "messages", { tried, held: tried - broken });
  expect(faults.join("\n\n")).toBe("");
});

test.skipIf(without("the whole storm", ONLY === undefined))(
  "limits, closed and full streams, odd names: a process for each",
  async (context) => {
    const waiting = [...REAL, ...MORE].filter(({ name }) => name.includes(NAMED));
    const faults: string[] = [];
    let [tried, broken] = [0, 0];
    const work = async (): Promise<void> => {
      for (let real = waiting.shift(); real !== undefined; real = waiting.shift()) {
        const found = await runReal(real, mkdtempSync(join(root, "real-")));
        if (found === undefined) continue;
        tried += 1;
        if (found.length > 0) broken += 1;
        faults.push(...found.map((fault) => `${real?.name}: ${fault}`));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    tally(context, "messages", { tried, held: tried - broken });
    expect(faults.join("\n\n")).toBe("");
  },
);
