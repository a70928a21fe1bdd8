/** Two files of settings: `--config GOOD BAD`. Which member does it? */
import type { Kind } from "../../kind.ts";
import type { ConfigEnds } from "./open.ts";

export const configKind: Kind<ConfigEnds> = {
  name: "config",
  about: "two files of settings (JSON, YAML, TOML, ini, .env), --config GOOD BAD: which member does it?",
  noun: "change",
  flags: {
    config: { usage: "--config <good> <bad>", about: "two JSON, YAML, TOML or ini files", takes: "pair" },
  },
  example: "--config GOOD BAD -- COMMAND {}",
  offers: ["patches", "paths"],
  layout: "beside",
  applies: ({ config }) => config !== undefined,
  open: async (options) => (await import("./open.ts")).openConfig(options),
};
