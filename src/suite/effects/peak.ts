/** How much memory a command has used at most: asked from a small process that waits for it, since ours is larger than most of them. */
import { readFileSync } from "node:fs";
import { UserError } from "../../core/errors.ts";
import { programsNamed } from "../readers/programs.ts";

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
export const measuringPeak = (): ((command: readonly string[], file: string) => readonly string[]) => {
  const call = process.platform === "linux" ? CALLS[process.arch] : undefined;
  const [perl] = programsNamed("perl");
  if (call === undefined || perl === undefined)
    throw new UserError("NO_MEMORY_EFFECT", "Memory cannot be measured here: that needs Linux and perl.", {
      advice: "Install perl, or let the command print a number and use --effect 'value>=N'.",
    });
  return (command, file) => [perl, "-e", SCRIPT, file, String(call), ...command];
};

/** In bytes; 0 if the run has not come to its end. */
export const peakIn = (file: string): number => {
  try {
    return 1024 * Number(readFileSync(file, "utf8"));
  } catch {
    return 0;
  }
};
