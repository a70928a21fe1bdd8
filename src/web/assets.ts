/** The bundled scripts of page and report, as the build has left them. */
import { readFileSync } from "node:fs";
import { UserError } from "../core/errors.ts";

/** Seen from src/web and from dist/web alike. */
const BUNDLES = new URL("../../dist/web/client/", import.meta.url);

const read = (name: string): string => {
  try {
    return readFileSync(new URL(name, BUNDLES), "utf8");
  } catch (cause) {
    throw new UserError("NOT_BUILT", `${name} of the page is missing.`, { advice: "Build it: npm run build.", cause });
  }
};

export const liveScript = (): string => read("live.js");

/** For reports without steps. */
export const copyScript = (): string => read("copy.js");

export const reportScript = (): string => read("report.js");
