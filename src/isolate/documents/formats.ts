/** Which format a file of settings has: by its name. */
import { basename } from "node:path";
import type { DocumentFormat } from "./document.ts";
import { iniFormat } from "./ini.ts";
import { jsonFormat } from "./json.ts";
import { tomlFormat } from "./toml.ts";
import { yamlFormat } from "./yaml.ts";

const TABLE: readonly (readonly [pattern: RegExp, format: DocumentFormat])[] = [
  [/\.(?:json|jsonc|json5|webmanifest|code-workspace)$|^\.(?:eslintrc|babelrc|prettierrc|swcrc)$/i, jsonFormat(true)],
  [/\.(?:ya?ml)$/i, yamlFormat],
  [/\.toml$|^(?:pipfile|cargo\.lock|poetry\.lock)$/i, tomlFormat],
  [
    /\.(?:ini|cfg|cnf|conf|config|properties|env|editorconfig|desktop|service)$|^\.env(?:\..*)?$|^\.(?:npmrc|editorconfig|gitconfig)$/i,
    iniFormat,
  ],
];

export const KNOWN_EXTENSIONS = ".json, .yml, .toml, .ini, .cfg, .conf, .properties, .env";

export const formatOf = (path: string): DocumentFormat | undefined =>
  TABLE.find(([pattern]) => pattern.test(basename(path)))?.[1];
