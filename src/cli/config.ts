/** pare.config.json: defaults for a project, found from the working directory upward. */
import { dirname, join } from "node:path";
import { readRegular } from "../journals/regular-file.ts";
import * as v from "valibot";
import { UserError } from "../core/errors.ts";
import { nearest } from "../pipelines/list-strategy.ts";
import type { Layer, Raw } from "./layers.ts";
import type { Setting, SettingTable } from "../settings/setting.ts";
import { SETTINGS, type SettingName } from "./settings.ts";

const FILE = "pare.config.json";

/** The layer of the nearest file, if there is one. Throws a `UserError` that names file and key. */
export const configLayer = (directory: string): Layer | undefined => {
  const found = findUpward(directory);
  if (found === undefined) return undefined;
  const values = check(found.path, parse(found));
  const nameOf = (setting: SettingName): string => `"${setting}" in ${found.path}`;
  return { values, nameOf, base: dirname(found.path) };
};

interface ConfigFile {
  readonly path: string;
  readonly text: string;
}

const findUpward = (directory: string): ConfigFile | undefined => {
  const path = join(directory, FILE);
  try {
    return { path, text: readRegular(path) };
  } catch (error) {
    if (!isMissing(error)) throw unreadable(path, error);
  }
  const parent = dirname(directory);
  return parent === directory ? undefined : findUpward(parent);
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR"].includes(String(error.code));

const unreadable = (path: string, cause: unknown): UserError =>
  new UserError("BAD_CONFIG", `${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
    advice: "Make it readable, or remove it.",
    cause,
  });

const parse = ({ path, text }: ConfigFile): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(
      "BAD_CONFIG",
      `${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      {
        advice: 'It must contain one object, for example {"jobs": 4, "timeout": 10}.',
        cause: error,
      },
    );
  }
};

/** What the values of a setting look like in JSON; the readers of the command line judge them further. */
const schemaOf = (setting: Setting): v.GenericSchema => {
  if (setting.kind === "switch") return v.boolean();
  if (setting.kind === "list") return v.array(v.string());
  if (setting.kind === "pair") return v.tuple([v.string(), v.string()]);
  return setting.json === "number" ? v.union([v.number(), v.string()]) : v.string();
};

const wordsOf = (setting: Setting | undefined): string => {
  if (setting === undefined) return 'a list of strings such as ["node", "check.mjs", "{}"]';
  if (setting.kind === "switch") return "true or false";
  if (setting.kind === "list") return "a list of strings";
  if (setting.kind === "pair") return 'a list of two strings, ["GOOD", "BAD"]';
  return setting.reader.wants;
};

const schema = v.strictObject({
  ...Object.fromEntries(
    Object.entries<Setting>(SETTINGS).map(([name, setting]) => [name, v.optional(schemaOf(setting))]),
  ),
  command: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
});

const check = (path: string, content: unknown): Partial<Record<SettingName, Raw>> => {
  if (typeof content !== "object" || content === null || Array.isArray(content))
    throw new UserError("BAD_CONFIG", `${path} must contain one object.`, { advice: 'For example {"jobs": 4}.' });
  const { success, issues, output } = v.safeParse(schema, content);
  if (success) return output as Partial<Record<SettingName, Raw>>;
  const key = v.getDotPath(issues[0])?.split(".")[0] ?? "";
  const names = [...Object.keys(SETTINGS), "command"];
  if (!names.includes(key)) {
    const near = nearest(key, names);
    const hint = near === undefined ? "." : `; did you mean "${near}"?`;
    const advice = `The settings are ${names.join(", ")}.`;
    throw new UserError("BAD_CONFIG", `${path}: there is no setting "${key}"${hint}`, { advice });
  }
  const wanted = wordsOf((SETTINGS as SettingTable)[key]);
  const given = JSON.stringify((content as Readonly<Record<string, unknown>>)[key]);
  throw new UserError("BAD_CONFIG", `${path}: "${key}" cannot be ${given}.`, { advice: `Give ${wanted}.` });
};
