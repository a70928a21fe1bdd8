/** The bundled scripts and styles of page and report, as the build has left them. */
import { readFileSync } from "node:fs";
import { UserError } from "../core/errors.ts";

export interface Assets {
  readonly script: string;
  readonly chartStyle: string;
}

/** Seen from src/web and from dist/web alike. */
const BUNDLES = new URL("../../dist/web/client/", import.meta.url);

const read = (name: string): string => {
  try {
    return readFileSync(new URL(name, BUNDLES), "utf8");
  } catch (cause) {
    throw new UserError("NOT_BUILT", `${name} of the page is missing.`, { advice: "Build it: npm run build.", cause });
  }
};

export const liveAssets = (): Assets => ({ script: read("live.js"), chartStyle: read("chart.css") });

export const reportScript = (): string => read("report.js");
