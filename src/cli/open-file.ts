/** Opens a file with the program that the system has for it. */
import { spawn } from "node:child_process";
import { visibleLine } from "../core/visible.ts";
import type { Terminal } from "./terminal.ts";

/** By the platform; `BROWSER` has precedence, as everywhere on Unix. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** What cannot be opened is said, with what to do: the file is there all the same. */
export const openFile = async (path: string, { environment, err }: Terminal): Promise<void> => {
  const own = environment["BROWSER"];
  const [program = "xdg-open", ...words] = own ? [own] : (OPENERS[process.platform] ?? []);
  const failed = await new Promise<boolean>((resolve) => {
    const child = spawn(program, [...words, path], { detached: true, stdio: "ignore" });
    child.on("error", () => resolve(true));
    child.on("spawn", () => {
      child.unref();
      resolve(false);
    });
  });
  if (failed) err.write(`${visibleLine(program)} could not be started; open ${visibleLine(path)} in a browser.\n`);
};
