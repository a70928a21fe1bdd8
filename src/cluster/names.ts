/** Which names may come from a message: they end up in subjects, keys and paths. */

/** Of runs, jobs, workers and nonces: one token of a subject, one harmless part of a path. */
export const isId = (value: unknown): value is string =>
  typeof value === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(value);

/** A SHA-256 in hexadecimal: names a blob. */
export const isDigest = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

/** Names a candidate. It is only ever compared and hashed. */
export const isKey = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= 1024;
