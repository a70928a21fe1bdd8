/** The lines of a trace as calls: those that strace prints in two parts are put together. */

/** What every entry of a trace has. */
interface Told {
  /** A thread, by its number. */
  readonly task: number;
  /** The line at which it began. */
  readonly at: number;
}

export interface Call extends Told {
  readonly kind: "call";
  readonly name: string;
  /** What stands between the brackets. */
  readonly text: string;
  /** What it returned, as printed; "?" or "? <unavailable>" when its process was killed before. */
  readonly result: string;
  /** The name of the error, for one that failed. */
  readonly error?: string;
}

export type Entry =
  | Call
  | (Told & { readonly kind: "end" })
  /** Another thread of the process has become a new program, and goes on under the number of the first. */
  | (Told & { readonly kind: "superseded"; readonly by: number });

const READS = /(?:^|, )O_RDONLY(?:\|O_(?!CREAT|TRUNC|TMPFILE|APPEND)\w+)*$/;

/** Most lines of a trace: files that are opened to be read. Flags come last, behind the name. */
export const onlyReads = ({ name, text }: Call): boolean => name.startsWith("open") && READS.test(text);

const NOTHING: readonly Entry[] = [];

interface Begun {
  readonly text: string;
  readonly at: number;
}

/** Reads line after line. What a process was about to do when it was killed is told with its end. */
export const callReader = (): ((line: string) => readonly Entry[]) => {
  const begun = new Map<number, Begun>();
  let at = 0;
  const takeBegun = (task: number): Begun | undefined => {
    const half = begun.get(task);
    begun.delete(task);
    return half;
  };
  const ended = (task: number, how: string): readonly Entry[] => {
    const by = / superseded by execve in pid (\d+)/.exec(how)?.[1];
    const half = takeBegun(task);
    const last = half === undefined ? NOTHING : callOf({ task, at: half.at }, `${half.text}) = ?`);
    if (by === undefined) return [...last, { kind: "end", task, at }];
    const other = takeBegun(Number(by));
    if (other !== undefined) begun.set(task, other);
    return [{ kind: "superseded", task, at, by: Number(by) }];
  };
  return (line) => {
    at += 1;
    const space = line.indexOf(" ");
    const task = Number(line.slice(0, space));
    const rest = line.slice(space).trimStart();
    if (rest.startsWith("+++")) return ended(task, rest);
    if (rest.startsWith("---")) return NOTHING;
    if (rest.startsWith("<...")) {
      const half = takeBegun(task) ?? { text: "", at };
      return callOf({ task, at: half.at }, half.text + secondHalf(rest));
    }
    if (!rest.endsWith(UNFINISHED)) return callOf({ task, at }, rest);
    begun.set(task, { text: rest.slice(0, -UNFINISHED.length).trimEnd(), at });
    return NOTHING;
  };
};

const UNFINISHED = "<unfinished ...>";

/** Behind `<... openat resumed>`; what was killed is unfinished twice. */
const secondHalf = (rest: string): string => rest.slice(rest.indexOf(">") + 1).replace(` ${UNFINISHED})`, ")");

const WHOLE = /^(\w+)\((.*)\)\s+= (.*)$/s;

const callOf = (told: Told, rest: string): readonly Entry[] => {
  const [, name, text, result] = WHOLE.exec(rest) ?? [];
  if (name === undefined || text === undefined || result === undefined) return NOTHING;
  const error = /^-1 (E\w+)/.exec(result)?.[1];
  return [{ kind: "call", ...told, name, text, result, ...(error !== undefined && { error }) }];
};
