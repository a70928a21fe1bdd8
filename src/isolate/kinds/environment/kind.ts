/** Variables of the environment: `--env GOOD BAD`. */
import type { Kind } from "../../kind.ts";
import type { EnvironmentEnds } from "./open.ts";

export const environmentKind: Kind<EnvironmentEnds> = {
  name: "environment",
  about: "variables of the environment, from two files as `env` prints them or .env files: which one does it?",
  noun: "variable",
  flags: {
    env: {
      usage: "--env <good> <bad>",
      about: "two files of variables, as `env` prints them (- is the current environment)",
      takes: "pair",
    },
  },
  example: "--env GOOD BAD -- COMMAND",
  offers: [],
  layout: "own",
  notOnCluster: "--env runs its tests in your own directory",
  applies: ({ env }) => env !== undefined,
  open: async (options) => (await import("./open.ts")).openEnvironment(options),
};
