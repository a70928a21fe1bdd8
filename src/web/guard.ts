/** Who may ask what: only this machine, only pages of this server, and to steer only who has the token. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";

/** Another name for this machine could be anybody's (DNS rebinding); so only these, with the port of the server. */
const HOSTS = ["127.0.0.1", "localhost", "[::1]"];

/** Browsers leave it out. */
const HTTP = 80;

const POLICY: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS: readonly (readonly [string, string])[] = [
  ["Content-Security-Policy", POLICY],
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "no-referrer"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["X-Frame-Options", "DENY"],
  ["Cache-Control", "no-store"],
];

/** Refuses what comes under another name or from a page of another origin, and adds the headers that protect. */
export const guard =
  (port: () => number): MiddlewareHandler =>
  async (context, next) => {
    for (const [name, value] of HEADERS) context.header(name, value);
    const allowed = HOSTS.map((host) => (port() === HTTP ? host : `${host}:${port()}`));
    const host = context.req.header("host") ?? "";
    if (!allowed.includes(host)) return context.text("This name is not served here.\n", 403);
    const origin = context.req.header("origin");
    if (origin !== undefined && !allowed.some((each) => origin === `http://${each}`))
      return context.text("Pages of other origins are not served.\n", 403);
    // Browsers say so themselves, even where they send no origin; typed addresses and bookmarks are "none".
    const site = context.req.header("sec-fetch-site");
    if (site !== undefined && !["same-origin", "none"].includes(site) && context.req.path !== "/")
      return context.text("Pages of other sites are not served.\n", 403);
    return await next();
  };

/** Compared in constant time, whatever is given. */
export const isToken = (given: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(given ?? ""), digest(token));

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
