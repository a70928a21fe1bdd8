/** `pare suite`: which of its commands is meant. */
import { UserError } from "../../core/errors.ts";
import { nearest } from "../../pipelines/list-strategy.ts";
import { EXIT } from "../failure.ts";
import { withBudgets } from "../suite/options.ts";
import type { Terminal } from "../terminal.ts";

interface Entry {
  readonly about: string;
  readonly run: (typed: readonly string[], terminal: Terminal) => Promise<number>;
}

const COMMANDS: Readonly<Record<string, Entry>> = {
  reduce: {
    about: "reduces every test and keeps what it covers",
    run: async (typed, terminal) => (await import("../suite/reduce.ts")).runReduce(typed, terminal),
  },
  select: {
    about: "selects a few tests that cover what all of them cover",
    run: async (typed, terminal) => (await import("../suite/select.ts")).runSelect(typed, terminal),
  },
  order: {
    about: "puts the most useful tests first",
    run: async (typed, terminal) => (await import("../suite/select.ts")).runOrder(typed, terminal),
  },
  quick: {
    about: "selects quick tests for a time budget, and checks whether they are out of date",
    run: async (typed, terminal) => (await import("../suite/quick.ts")).runQuick(typed, terminal),
  },
  compare: {
    about: "compares what suites cover, cost and find, in the tables of the paper",
    run: async (typed, terminal) => (await import("../suite/compare.ts")).runCompare(typed, terminal),
  },
  runtime: {
    about: "prints the C file to link with a program for the sancov reader: pare suite runtime sancov",
    run: async (typed, terminal) => (await import("../suite/runtime.ts")).runRuntime(typed, terminal),
  },
};

/** To these, `--budget` is how long tests may take. To others it is when pare stops, as everywhere. */
const CUTS: ReadonlySet<string> = new Set(["quick", "compare"]);

export const run = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  const [first = "", ...rest] = typed;
  const isBare = typed.length === 0;
  if (isBare || ["--help", "-h", "help"].includes(first)) {
    const lines = Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(10)}${about}`);
    const text = `pare suite: makes quick tests from slow suites.\n\n${lines.join("\n")}\n\npare suite COMMAND --help explains each command.\n`;
    (isBare ? terminal.err : terminal.out).write(text);
    return isBare ? EXIT.usage : EXIT.fine;
  }
  const entry = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  if (entry !== undefined) return await entry.run(CUTS.has(first) ? withBudgets(rest) : rest, terminal);
  const near = nearest(first, Object.keys(COMMANDS));
  throw new UserError(
    "BAD_USAGE",
    `pare suite has no command ${first}${near === undefined ? "" : `; did you mean ${near}?`}`,
    {
      advice: `The commands are ${Object.keys(COMMANDS).join(", ")}.`,
    },
  );
};
