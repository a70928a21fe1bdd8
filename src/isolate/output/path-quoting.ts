/** Names of files in patches, as git writes them. */

const NAMED: Readonly<Record<number, string>> = {
  7: String.raw`\a`,
  8: String.raw`\b`,
  9: String.raw`\t`,
  10: String.raw`\n`,
  11: String.raw`\v`,
  12: String.raw`\f`,
  13: String.raw`\r`,
  34: String.raw`\"`,
  92: String.raw`\\`,
};

/** In double quotes, with the escapes of C, when there is something in it that a line of a patch cannot hold. */
export const quotedPath = (path: string): string => {
  const bytes = Buffer.from(path);
  if (!bytes.some((byte) => needsEscape(byte))) return path;
  return `"${Array.from(bytes, (byte) => (needsEscape(byte) ? escaped(byte) : String.fromCharCode(byte))).join("")}"`;
};

const needsEscape = (byte: number): boolean => byte < 32 || byte >= 127 || byte === 34 || byte === 92;

const escaped = (byte: number): string => NAMED[byte] ?? `\\${byte.toString(8).padStart(3, "0")}`;

/** For lines with two names where nothing else says where the first one ends. */
export const surelyQuoted = (path: string): string => {
  const quoted = quotedPath(path);
  return quoted === path && path.includes(" ") ? `"${path}"` : quoted;
};

/** For the lines that begin with --- and +++: a name with a space ends with a tab there, or a date would be looked for. */
export const pathOnLine = (path: string): string => {
  const quoted = quotedPath(path);
  return quoted === path && path.includes(" ") ? `${path}\t` : quoted;
};
