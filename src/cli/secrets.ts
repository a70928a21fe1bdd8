/** Reports are made to be shared: a note where one holds what looks like a secret. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { IsolationReport } from "../reporters/isolate/closing.ts";

/** Names of variables: words that say it anywhere, others as a part of their own. */
const SAYS =
  /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|COOKIE|APIKEY|(?:^|_)(?:KEYS?|AUTH|SESSION|DSN|PASS|PWD)(?:_|$)/i;
/** Directories, sockets and names of desktops. */
const HARMLESS = /^(?:PWD|OLDPWD|SSH_AUTH_SOCK|SESSION_MANAGER|(?:XDG|DBUS|GNOME|DESKTOP|KDE)_.*)$/;

/** Shorter values are found everywhere. */
const MIN = 6;

export type Variables = Readonly<Record<string, string | undefined>>;

const looksSecret = (name: string): boolean => SAYS.test(name) && !HARMLESS.test(name);

/** The names of variables that look secret and whose values the data holds, as text or as bytes, at any depth. */
export const secretsIn = (data: unknown, environment: Variables): readonly string[] => {
  const secrets = Object.entries(environment).filter(
    ([name, value]) => looksSecret(name) && value !== undefined && value.length >= MIN,
  );
  if (secrets.length === 0) return [];
  const texts = [...textsIn(data)];
  return secrets.filter(([, value]) => texts.some((text) => text.includes(value as string))).map(([name]) => name);
};

/** The same for an isolation; where variables were compared, also those that the report says have changed. */
export const secretsInIsolation = (report: IsolationReport, environment: Variables): readonly string[] => {
  const changes = report.noun === "variable" ? [...report.trigger, ...(report.patch ?? [])] : [];
  const changed = changes.filter((change) => `${change.old ?? ""}${change.new ?? ""}` !== "").map(({ id }) => id);
  return [...new Set([...changed.filter(looksSecret), ...secretsIn(report, environment)])];
};

/** What is put beside the result of a project. */
const HANDED_ON = ["README.md", "REPRODUCTION.md", "reproduce.sh"];

/** Lines for people about a result that is a directory. */
export const secretsInResult = (output: string, environment: Variables): readonly string[] => {
  const paths = HANDED_ON.map((name) => join(output, name)).filter((path) => existsSync(path));
  const names = secretsIn(
    paths.map((path) => readFileSync(path)),
    environment,
  );
  return names.length === 0 ? [] : [`the result ${holds(names)}`];
};

/** Never says a value. */
export const secretsNote = (names: readonly string[]): string =>
  names.length === 0 ? "" : `note: the report ${holds(names)}\n`;

const holds = (names: readonly string[]): string =>
  `contains the ${names.length === 1 ? "value" : "values"} of ${names.join(", ")}; read it before you share it`;

const BASE64 = /^[A-Za-z0-9+/]{8,}={0,2}$/;

/** What steps put in is written in base64. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") {
    yield value;
    if (BASE64.test(value)) yield Buffer.from(value, "base64").toString();
  } else if (value instanceof Uint8Array) yield Buffer.from(value).toString();
  else if (typeof value === "object" && value !== null) for (const each of Object.values(value)) yield* textsIn(each);
}
