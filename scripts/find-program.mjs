/** Where the programs of this machine are. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * PARE_CHROMIUM, else the first of the usual names on PATH.
 * @returns {string | undefined} the path of an executable
 */
export function findChromium() {
  const given = process.env["PARE_CHROMIUM"];
  if (given) return isExecutable(given) ? given : undefined;
  return findProgram(["chromium", "chromium-browser", "google-chrome"]);
}

/**
 * The first of some names on PATH, or where servers are.
 * @param {string[]} names
 * @returns {string | undefined} the path of an executable
 */
export function findProgram(names) {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== ""), "/usr/sbin"];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
