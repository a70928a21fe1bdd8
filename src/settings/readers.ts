/** Readers of what people type as values: each knows what it wants, in words. */
import { constants } from "node:os";

/** A value that a text can stand for. */
export interface ValueReader<T> {
  /** "a whole number of at least 1". */
  readonly wants: string;
  /** The words it knows, for suggestions and completion. */
  readonly words?: readonly string[];
  /** `undefined` for a text that is none. */
  read(text: string): T | undefined;
  /** What is wrong with a text that is none, where that can be said. */
  why?(text: string): string | undefined;
}

export const text: ValueReader<string> = {
  wants: "a text that is not empty",
  read: (typed) => (typed === "" ? undefined : typed),
};

export const wholeNumber = (least: number, most: number = Number.MAX_SAFE_INTEGER): ValueReader<number> => ({
  wants:
    most === Number.MAX_SAFE_INTEGER
      ? `a whole number of at least ${least}`
      : `a whole number from ${least} to ${most}`,
  read: (typed) => within(/^\d+$/.test(typed) ? Number(typed) : Number.NaN, least, most),
});

export const oneOf = <T extends string>(...words: readonly T[]): ValueReader<T> => ({
  wants: `one of ${words.join(", ")}`,
  words,
  read: (typed) => words.find((word) => word === typed),
});

/** Also reads what `other` does not. */
export const wordOr = <T extends string, U>(word: T, other: ValueReader<U>): ValueReader<T | U> => ({
  wants: `${other.wants}, or ${word}`,
  words: [word],
  read: (typed) => (typed === word ? word : other.read(typed)),
});

export const exitCode: ValueReader<number> = {
  wants: "an exit code from 0 to 255",
  read: (typed) => within(/^\d+$/.test(typed) ? Number(typed) : Number.NaN, 0, 255),
};

export const port: ValueReader<number> = {
  wants: "a port number from 1 to 65535",
  read: (typed) => within(/^\d+$/.test(typed) ? Number(typed) : Number.NaN, 1, 65_535),
};

export const pattern: ValueReader<string> = {
  wants: String.raw`a JavaScript regular expression; write \[ \( \* for the characters themselves`,
  read: (typed) => (typed === "" || wrongPattern(typed) !== undefined ? undefined : typed),
  why: (typed) => wrongPattern(typed),
};

/** What is wrong with a regular expression: "Unterminated character class". */
export const wrongPattern = (typed: string): string | undefined => {
  try {
    // It is compiled when it is first used: it may turn out to be too large then.
    new RegExp(typed, "m").test("");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.slice(error.message.lastIndexOf(": ") + 1).trim() : String(error);
  }
};

const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** The longest time a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** A time in milliseconds; a plain number counts seconds. */
export const duration: ValueReader<number> = {
  wants: "seconds, or a time such as 500ms, 90s, 10m or 2h",
  read: (typed) => {
    const [, amount = "", unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(typed) ?? [];
    const ms = amount === "" ? Number.NaN : Number(amount) * (MILLISECONDS[unit] as number);
    return ms > 0 ? Math.min(ms, LONGEST_MS) : undefined;
  },
};

const BYTES: Readonly<Record<string, number>> = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

/** In bytes. */
export const size = (least: number): ValueReader<number> => ({
  wants: "bytes, or a size such as 64k, 512M or 2G",
  read: (typed) => {
    const [, amount = "", unit = ""] = /^(\d+(?:\.\d+)?)([kmgt]?)(?:i?b)?$/i.exec(typed) ?? [];
    const bytes = amount === "" ? Number.NaN : Math.round(Number(amount) * (BYTES[unit.toLowerCase()] as number));
    return within(bytes, least, Number.MAX_SAFE_INTEGER);
  },
});

/** From 0 to 1. */
export const share: ValueReader<number> = {
  wants: "a share such as 5% or 0.05, from 0 to 100%",
  read: (typed) => {
    const [, amount = "", percent = ""] = /^(\d+(?:\.\d+)?)(%?)$/.exec(typed) ?? [];
    const read = amount === "" ? Number.NaN : Number(amount) / (percent === "" ? 1 : 100);
    return read <= 1 ? read : undefined;
  },
};

/** "SIGSEGV" from SEGV, SIGSEGV or 11. */
export const signalName: ValueReader<string> = {
  wants: "the name of a signal, such as SEGV or SIGABRT",
  words: Object.keys(constants.signals).map((name) => name.slice("SIG".length)),
  read: (typed) =>
    Object.entries(constants.signals).find(
      ([name, number]) => [name, name.slice("SIG".length)].includes(typed.toUpperCase()) || String(number) === typed,
    )?.[0],
};

const within = (value: number, least: number, most: number): number | undefined =>
  Number.isSafeInteger(value) && value >= least && value <= most ? value : undefined;
