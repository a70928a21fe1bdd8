/** The registry of effects that are an amount: a new one is an entry here. */
import { readFileSync } from "node:fs";
import { attempt } from "../../core/maybe.ts";
import { UserError } from "../../core/errors.ts";
import type { ProcessExit } from "../../runner/index.ts";
import { programsNamed } from "../readers/programs.ts";

interface Effect {
  /** What the amount is counted in; nothing for a plain number. */
  readonly unit: string;
  /** The amount that is typed after `>=`; `undefined` for what is none. */
  parse(typed: string): number | undefined;
  /** What is typed after `maximize:`: sizes of streams are told from their contents. */
  readonly maximized: string;
  /** How much of it a run has had; not a number if there was none. `file` is what the wrapper has written. */
  amount(exit: ProcessExit, file: string): number;
  /** The command that measures a command and writes what it finds to a file. Throws a `UserError` where that is not possible. */
  wrapper?(): (command: readonly string[], file: string) => readonly string[];
  /** What is never quite the same twice: this share of the original's amount will do. */
  readonly slack?: number;
  /** The size of an output: so much of it is kept that it can be seen to be long enough. */
  readonly isOutput?: boolean;
  /** Whoever waits for slow runs must let them run. */
  readonly isTime?: boolean;
  /** Amounts need not be whole. */
  readonly isFraction?: boolean;
}

const BYTES: Readonly<Record<string, number>> = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };
const MILLISECONDS: Readonly<Record<string, number>> = { "": 1000, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

const size = (typed: string): number | undefined => {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)([kmgt]?)(?:i?b)?$/i.exec(typed) ?? [];
  return amount === undefined ? undefined : Math.round(Number(amount) * (BYTES[unit.toLowerCase()] as number));
};

const duration = (typed: string): number | undefined => {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(typed) ?? [];
  return amount === undefined ? undefined : Number(amount) * (MILLISECONDS[unit] as number);
};

const plain = (typed: string): number | undefined => (/^-?\d+(?:\.\d+)?$/.test(typed) ? Number(typed) : undefined);

/** The last number on standard output. */
const lastNumber = ({ stdout }: ProcessExit): number => {
  const numbers = Buffer.from(stdout)
    .toString("utf8")
    .match(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/giu);
  return Number(numbers?.at(-1) ?? Number.NaN);
};

/** `getrusage`, by its number. */
const CALLS: Readonly<Record<string, number>> = { x64: 98, arm64: 165 };

/** Runs a command, writes the largest resident size among its processes (in KiB) to a file, and ends as the command did. */
const SCRIPT = `
my ($file, $call, @command) = @ARGV;
my $pid = fork; defined $pid or exit 126;
if ($pid == 0) { exec { $command[0] } @command or exit 127; }
waitpid $pid, 0; my $status = $?;
my $usage = "\\0" x 256; syscall($call + 0, -1, $usage);
if (open(my $out, ">", $file)) { print {$out} unpack("x32 q", $usage); close $out; }
if ($status & 127) { $SIG{$_} = "DEFAULT" for keys %SIG; kill $status & 127, $$; sleep 1; }
exit($status >> 8);
`;

/** The command that measures a command. Throws a `UserError` where that is not possible. */
const measuringPeak = (): ((command: readonly string[], file: string) => readonly string[]) => {
  const call = process.platform === "linux" ? CALLS[process.arch] : undefined;
  const [perl] = programsNamed("perl");
  if (call === undefined || perl === undefined)
    throw new UserError("NO_MEMORY_EFFECT", "Memory cannot be measured here: that needs Linux and perl.", {
      advice: "Install perl, or let the command print a number and use --effect 'value>=N'.",
    });
  return (command, file) => [perl, "-e", SCRIPT, file, String(call), ...command];
};

/** In bytes; 0 if the run has not come to its end. */
const peakIn = (file: string): number => attempt(() => 1024 * Number(readFileSync(file, "utf8"))) ?? 0;

/** In the order in which advice lists what can be maximized. */
const ALL = {
  stderr: {
    unit: "bytes",
    parse: size,
    maximized: "stderr/size",
    amount: ({ stderr }) => stderr.length,
    isOutput: true,
  },
  stdout: {
    unit: "bytes",
    parse: size,
    maximized: "stdout/size",
    amount: ({ stdout }) => stdout.length,
    isOutput: true,
  },
  output: {
    unit: "bytes",
    parse: size,
    maximized: "output/size",
    amount: ({ stdout, stderr }) => stdout.length + stderr.length,
    isOutput: true,
  },
  memory: {
    unit: "bytes",
    parse: size,
    maximized: "memory",
    amount: (_, file) => peakIn(file),
    wrapper: measuringPeak,
    slack: 0.9,
  },
  time: { unit: "ms", parse: duration, maximized: "time", amount: ({ ms }) => ms, slack: 0.9, isTime: true },
  value: { unit: "", parse: plain, maximized: "value", amount: lastNumber, isFraction: true },
} satisfies Readonly<Record<string, Effect>>;

export type EffectName = keyof typeof ALL;

export const EFFECTS: Readonly<Record<EffectName, Effect>> = ALL;

export const EFFECT_NAMES: readonly EffectName[] = Object.keys(ALL) as EffectName[];
