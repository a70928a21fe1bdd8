/** Open files that this process was handed and would hand down: those of whoever started it. */
import { readFileSync, readdirSync } from "node:fs";
import { attempt } from "../core/maybe.ts";

const STANDARD = 2;
const CLOSE_ON_EXEC = 0o2000000;

let known: readonly number[] | undefined;

/** Beyond the standard ones. Node opens none that is handed down, so that they stay the same. */
export const strangeDescriptors = (): readonly number[] => (known ??= look());

const look = (): readonly number[] =>
  attempt(() =>
    readdirSync("/proc/self/fdinfo")
      .map(Number)
      .filter((fd) => fd > STANDARD && isHandedDown(fd)),
  ) ?? [];

const isHandedDown = (fd: number): boolean => {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "utf8"))?.[1] ?? "";
    return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false;
  }
};
