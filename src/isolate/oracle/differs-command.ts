/** `--differs` for mixtures: two commands one after the other, as one that fails if they do not agree. */
import { UserError } from "../../core/errors.ts";
import { filledLine, shellWords, withPrograms } from "../../oracles/sides/line.ts";
import type { MixtureParts } from "../mixture.ts";

export interface Filling {
  /** What {} stands for. */
  readonly path: string;
  /** Where it runs, and where pare was started: a program given by a relative path is looked for in both. */
  readonly cwd: string;
  readonly origin: string;
  readonly fills?: MixtureParts["fills"];
}

/** Stands first among the words of such a command; the two lines follow. */
const MARK = "--differs";

interface Tests {
  readonly command?: readonly string[];
  readonly test?: string;
  readonly differs?: readonly [a: string, b: string];
}

/** The same options with the two commands as one. Throws a `UserError` where there is another test as well. */
export const withDiffers = <T extends Tests>(options: T): T => {
  const { differs, command, test } = options;
  if (differs === undefined) return options;
  if ((command ?? test) === undefined) return { ...options, command: [MARK, ...differs] };
  throw new UserError("USAGE", "More than one test was given.", {
    advice: "Give one of --test SCRIPT, -- COMMAND ARG... and --differs A B.",
  });
};

/** The words for a shell, where the command is one of these. */
export const differsWordsAt = (command: readonly string[], filling: Filling): readonly string[] | undefined => {
  const [mark, a, b] = command;
  if (mark !== MARK || a === undefined || b === undefined) return undefined;
  const { path, cwd, origin, fills } = filling;
  const at = (line: string): string => filledLine(withPrograms(line, origin, cwd), { "": [path], ...fills });
  return shellWords(script(at(a), at(b)));
};

/** 0: they agree; 1: they differ; 125: both fail, which says nothing. What each prints on standard output is compared. */
const script = (a: string, b: string): string => `a=$( (${a}
) 2>/dev/null ); x=$?
b=$( (${b}
) 2>/dev/null ); y=$?
if test $x -ne $y; then echo "A: exit $x; B: exit $y"; exit 1; fi
if test "$a" != "$b"; then echo "A and B print different things: exit $x"; exit 1; fi
if test $x -ne 0; then echo "A and B both fail: exit $x"; exit 125; fi
echo "A and B agree"`;
