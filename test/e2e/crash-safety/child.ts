/** A process that reduces, to be killed: `child.ts DIRECTORY`. Says "ready" when the search begins and "done" at its end. */
import { writeSync } from "node:fs";
import { reduce } from "../../../src/reduce/reduce.ts";

const say = (word: string): void => void writeSync(1, `${word}\n`);

const { result } = reduce({
  cwd: process.argv[2] as string,
  input: "input.txt",
  test: "./interesting.sh",
  jobs: 2,
  onEvent: (event) => {
    if (event.type === "start") say("ready");
    if (event.type === "warning") say(`warning ${event.code}`);
  },
});
const { status, tests } = await result;
say(`done ${status} ${JSON.stringify(tests)}`);
