/** Files of pare's own, read and appended to: whatever somebody has put in their place (a pipe, a directory), nobody waits for it. */
import { closeSync, constants, fstatSync, openSync, readFileSync, writeFileSync } from "node:fs";

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;

type Mode = "r" | "a" | "a+";

const FLAGS: Readonly<Record<Mode, number>> = {
  r: O_RDONLY,
  a: O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW,
  "a+": O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW,
};

/** What is made is for the user alone; nothing is written through a link. Throws what the system would say of a pipe, a socket or a device that is not to be opened. */
export const openRegular = (path: string, mode: Mode): number => {
  const file = openSync(path, FLAGS[mode] | O_NONBLOCK, 0o600);
  const stats = fstatSync(file);
  if (stats.isFile()) return file;
  closeSync(file);
  const code = stats.isDirectory() ? "EISDIR" : "ENXIO";
  throw Object.assign(new Error(`${code}: not a regular file, open '${path}'`), { code, syscall: "open", path });
};

const using = <T>(file: number, use: (file: number) => T): T => {
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
};

export const readRegular = (path: string): string =>
  using(openRegular(path, "r"), (file) => readFileSync(file, "utf8"));

export const appendRegular = (path: string, text: string): void =>
  using(openRegular(path, "a"), (file) => writeFileSync(file, text));
