/** package.json, as far as packages are asked for in it. */
import { attempt } from "../core/maybe.ts";

/** Members that name packages by their versions. */
const ASKING = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;

/** What npm takes for the name of a package; paths are none. */
const NAME = /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/;
/** Aliases, addresses and paths are no versions. */
const ELSEWHERE = /[:/]/;

export interface Manifest {
  /** The version or range asked for, by package. */
  readonly wanted: ReadonlyMap<string, string>;
}

/** `undefined` for what is no object of JSON. */
export const readManifest = (text: string): Manifest | undefined => {
  const value = objectOf(text);
  if (value === undefined) return undefined;
  const wanted = new Map<string, string>();
  for (const member of ASKING)
    for (const [name, version] of Object.entries(recordOf(value[member]) ?? {}))
      if (typeof version === "string" && NAME.test(name) && !wanted.has(name)) wanted.set(name, version);
  return { wanted };
};

/** The same text, asking for just these versions; the layout of the rest is kept. */
export const withVersions = (text: string, versions: ReadonlyMap<string, string>): string => {
  let pinned = text;
  for (const [name, wanted] of readManifest(text)?.wanted ?? []) {
    const version = versions.get(name);
    if (version === undefined || version === wanted || ELSEWHERE.test(wanted)) continue;
    const pattern = new RegExp(`(${escaped(JSON.stringify(name))}\\s*:\\s*)${escaped(JSON.stringify(wanted))}`, "g");
    pinned = pinned.replaceAll(pattern, (_, before: string) => `${before}${JSON.stringify(version)}`);
  }
  return pinned;
};

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

const objectOf = (text: string): Readonly<Record<string, unknown>> | undefined =>
  attempt(() => recordOf(JSON.parse(text.replace(/^\uFEFF/, ""))));

export const recordOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
