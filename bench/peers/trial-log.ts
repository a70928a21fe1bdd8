/** What the counter's log says of a trial: runs, and the run number and the time of every new best. */

/** A candidate that is interesting and smaller than all before it. */
export interface NewBest {
  /** Runs started when its run ended: what it took to find it. */
  readonly run: number;
  /** Since the trial began. */
  readonly seconds: number;
  readonly bytes: number;
}

export interface TrialLog {
  /** Runs before the first candidate of another size than the original's. */
  readonly startUp: number;
  /** The others. Those that were killed count. */
  readonly runs: number;
  readonly bests: readonly NewBest[];
}

interface Line {
  readonly starts: boolean;
  readonly seconds: number;
  readonly bytes: number;
  readonly code: number;
}

/** `began` is the time of day in milliseconds; `original` the size of the input. Runs are numbered without the start-up. */
export const readTrialLog = (text: string, began: number, original: number): TrialLog => {
  const lines = text.split("\n").flatMap((line) => parseLine(line, began));
  const sizes = lines.filter(({ starts }) => starts).map(({ bytes }) => bytes);
  const searched = sizes.findIndex((bytes) => bytes !== original);
  const startUp = searched === -1 ? sizes.length : searched;
  return { startUp, runs: sizes.length - startUp, bests: newBests(lines, startUp, original) };
};

const newBests = (lines: readonly Line[], startUp: number, original: number): NewBest[] => {
  const bests: NewBest[] = [];
  let started = 0;
  let smallest = original;
  for (const { starts, seconds, bytes, code } of lines) {
    if (starts) started++;
    else if (code === 0 && bytes >= 0 && bytes < smallest) {
      smallest = bytes;
      bests.push({ run: started - startUp, seconds, bytes });
    }
  }
  return bests;
};

/** Nothing for a line that is torn. */
const parseLine = (line: string, began: number): readonly Line[] => {
  const found = /^([+-]) \d+ (\d+) (-?\d+) (\d+)$/.exec(line);
  if (found === null) return [];
  const [, mark, microseconds, bytes, code] = found;
  return [
    {
      starts: mark === "+",
      seconds: (Number(microseconds) / 1000 - began) / 1000,
      bytes: Number(bytes),
      code: Number(code),
    },
  ];
};

/** The first best of at most so many bytes. */
export const reached = (bests: readonly NewBest[], bytes: number): NewBest | undefined =>
  bests.find((best) => best.bytes <= bytes);
