/** The command that goes on with a reduction. */
import { redactWords } from "../../cluster/connection/servers.ts";
import { quote } from "../../oracles/command-line.ts";

/** The same command, to resume with: starting over once is enough. Passwords are not written down. */
export const againOf = (typed: readonly string[]): string => {
  const behind = typed.includes("--") ? typed.indexOf("--") : typed.length;
  const kept = typed.filter((word, index) => index > behind || word !== "--fresh");
  return `pare ${redactWords(kept).map(quote).join(" ")}`;
};
