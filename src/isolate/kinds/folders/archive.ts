/** Archives are unpacked by the programs everybody has for it. */
import { execFile, spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { UserError } from "../../../core/errors.ts";

const TAR = /\.(?:tar(?:\.(?:gz|xz|bz2|zst))?|tgz|txz|tbz2?)$/i;
const ZIP = /\.(?:zip|jar|whl|vsix|nupkg)$/i;

export const isArchive = (path: string): boolean => TAR.test(path) || ZIP.test(path);

/** The name without the extension. */
export const archiveStem = (path: string): string => basename(path).replace(TAR, "").replace(ZIP, "") || basename(path);

/**
 * Unpacks to a directory, unless that is there already, and returns where the content lies: a single folder at the top is looked
 * through. Throws a `UserError` when the program is missing or the archive is damaged.
 */
export const unpacked = async (archive: string, directory: string, signal: AbortSignal): Promise<string> => {
  if (!existsSync(directory)) {
    const beside = `${directory}.part`;
    rmSync(beside, { recursive: true, force: true });
    mkdirSync(beside, { recursive: true });
    await unpack(archive, beside, signal);
    renameSync(beside, directory);
  }
  const names = readdirSync(directory);
  const [only = ""] = names;
  if (names.length === 0)
    throw new UserError("BAD_INPUT", `The archive ${archive} is empty.`, {
      advice: "Name an archive with files in it, or a directory.",
    });
  const top = join(directory, only);
  return names.length === 1 && lstatSync(top).isDirectory() ? top : directory;
};

const run = promisify(execFile);

const unpack = async (archive: string, to: string, signal: AbortSignal): Promise<void> => {
  const isZip = ZIP.test(archive);
  const program = isZip ? "unzip" : "tar";
  const words = isZip ? ["-q", "-o", archive, "-d", to] : ["-x", "-o", "-f", archive, "-C", to];
  try {
    // Nobody is there to be asked for a password.
    const running = run(program, words, { signal, maxBuffer: 1 << 26 });
    running.child.stdin?.end();
    await running;
  } catch (error) {
    signal.throwIfAborted();
    // Of unzip, 1 is a warning.
    if (isZip && codeOf(error) === 1 && readdirSync(to).length > 0) return;
    throw refusal(archive, program, error);
  }
};

/** The line for a shell that does the same by hand, into a new directory; both as words of a shell. */
export const unpackLine = (archive: string, directory: string): string =>
  ZIP.test(archive)
    ? `unzip -q ${archive} -d ${directory}`
    : `mkdir ${directory} && tar -x -o -f ${archive} -C ${directory}`;

/** The single folder at the top that is looked through, if there is one. */
export const topFolder = (archive: string): string | undefined => {
  const [program, ...words] = ZIP.test(archive) ? ["unzip", "-Z1", archive] : ["tar", "-t", "-f", archive];
  const { stdout } = spawnSync(program, words, { encoding: "utf8", maxBuffer: 1 << 26 });
  const paths = stdout.split("\n").map((path) => path.replace(/^(?:\.\/)+/, ""));
  const tops = new Set(paths.filter((path) => path !== "").map((path) => path.split("/")[0]));
  const [only] = tops;
  return tops.size === 1 && paths.some((path) => path.startsWith(`${only}/`)) ? only : undefined;
};

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;

const refusal = (archive: string, program: string, error: unknown): UserError => {
  if (codeOf(error) === "ENOENT")
    return new UserError("NO_PROGRAM", `${archive} cannot be unpacked: there is no program ${program}.`, {
      advice: `Install ${program}, or unpack the archive and name the directory.`,
      cause: error,
    });
  const { stderr = "" } = error as { readonly stderr?: string };
  const said = stderr.trim().split("\n")[0] ?? "";
  return new UserError("BAD_INPUT", `${archive} cannot be unpacked${said === "" ? "" : `: ${said}`}.`, {
    advice: "The archive may be damaged: fetch it again, or unpack it and name the directory.",
    cause: error,
  });
};
