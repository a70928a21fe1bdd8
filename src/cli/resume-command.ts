/** The command that resumes a run. */
import { redactWords } from "../cluster/connection/servers.ts";
import { quote } from "../oracles/command-line.ts";

/** The same command without `--fresh`: starting over once is enough. Passwords are not written down. */
export const resumeCommand = (typed: readonly string[]): string => {
  const end = typed.includes("--") ? typed.indexOf("--") : typed.length;
  const kept = typed.filter((word, index) => index > end || word !== "--fresh");
  return `pare ${redactWords(kept).map(quote).join(" ")}`;
};
