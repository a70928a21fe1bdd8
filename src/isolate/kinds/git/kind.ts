/** Revisions of a git repository, or a revision and the working tree: `--good REV [--bad REV]`. */
import type { Kind } from "../../kind.ts";
import type { GitEnds } from "./plan.ts";

export const gitKind: Kind<GitEnds> = {
  name: "git",
  about: "revisions of a git repository: --good REVISION [--bad REVISION], the working tree unless given",
  noun: "change",
  flags: {
    good: { usage: "--good <rev>", about: "the revision that works, in a git repository", takes: "text" },
    bad: { usage: "--bad <rev>", about: "the revision that fails (default: the working tree)", takes: "text" },
  },
  example: "--good REV --bad REV -- COMMAND",
  offers: ["patches", "paths", "commits"],
  layout: "tree",
  endsOf: ({ good, bad }) => ({
    git: { good: good as string, ...(bad !== undefined && { bad: bad as string }) },
  }),
  applies: ({ git }) => git !== undefined,
  open: async (options) => (await import("./open.ts")).openGit(options),
};
