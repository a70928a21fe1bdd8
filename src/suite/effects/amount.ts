/** How much a command takes or prints on a candidate. */
import type { TestCase } from "../../core/test-case.ts";
import { commandLine } from "../../oracles/command.ts";
import { layOut } from "../../oracles/layout.ts";
import { environment, type TrialContext } from "../../oracles/trial.ts";
import type { ProcessExit } from "../../runner/index.ts";
import type { EffectName } from "./effect.ts";
import { readFileSync } from "node:fs";
import { UserError } from "../../core/errors.ts";
import { programsNamed } from "../readers/programs.ts";

export interface Amount {
  readonly exit: ProcessExit;
  /** Bytes, milliseconds, or the number that was printed; not a number if there was none. */
  readonly amount: number;
}

interface AmountTerms {
  /** In milliseconds. */
  readonly timeout: number;
  /** Of each stream, in bytes: what is longer counts as that long. */
  readonly keep: number;
  readonly signal: AbortSignal;
}

export type Measuring = (candidate: TestCase, terms: AmountTerms) => Promise<Amount>;

/** Throws a `UserError` where memory cannot be measured. */
export const measuringOf = (setting: TrialContext, words: readonly string[], kind: EffectName): Measuring => {
  const { subject, scratch, runner, memory } = setting;
  const command = commandLine(setting, words);
  const measuring = kind === "memory" ? measuringPeak() : undefined;
  return async (candidate, { timeout, keep, signal }) => {
    const data = scratch.directory([]);
    const laid = layOut(candidate, subject, scratch);
    try {
      const file = `${data.path}/peak`;
      const own = command(laid.path, candidate);
      const exit = await runner.run(
        {
          command: measuring?.(own, file) ?? own,
          cwd: laid.directory,
          env: environment(subject.origin),
          ...(subject.stdin && { stdin: laid.path }),
          timeout,
          ...(memory !== undefined && { memory }),
          keep,
        },
        signal,
      );
      return { exit, amount: amountOf(kind, exit, file) };
    } finally {
      laid.remove();
      data.remove();
    }
  };
};

const amountOf = (kind: EffectName, exit: ProcessExit, peak: string): number => {
  const { stdout, stderr, ms } = exit;
  if (kind === "memory") return peakIn(peak);
  if (kind === "time") return ms;
  if (kind === "stdout") return stdout.length;
  if (kind === "stderr") return stderr.length;
  if (kind === "output") return stdout.length + stderr.length;
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
const peakIn = (file: string): number => {
  try {
    return 1024 * Number(readFileSync(file, "utf8"));
  } catch {
    return 0;
  }
};
