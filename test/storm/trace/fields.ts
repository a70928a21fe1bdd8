/** The arguments of a call as strace prints them: taken apart, and read. */

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** At commas that are in no string, no brackets and no name of a descriptor. */
export const splitFields = (text: string): readonly string[] => {
  const fields: string[] = [];
  const open: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign === '"') at = endOfString(text, at);
    else if (sign === "<" && /[\dD]/.test(text[at - 1] ?? "")) at = endOfName(text, at);
    else if (sign in CLOSING) open.push(CLOSING[sign] as string);
    else if (sign === open.at(-1)) open.pop();
    else if (sign === "," && open.length === 0) {
      fields.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  const last = text.slice(from).trim();
  return last === "" && fields.length === 0 ? [] : [...fields, last];
};

const endOfString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
};

/** strace writes the brackets of a name as numbers. */
const endOfName = (text: string, from: number): number => {
  const end = text.indexOf(">", from);
  return end < 0 ? text.length : end;
};

const ESCAPES: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, v: 11, f: 12, a: 7, b: 8, e: 27 };
const ESCAPED = /\\(?:([0-7]{1,3})|x([0-9a-f]{2})|([\s\S]))|([^\\]+)/g;

/** The text that escapes stand for. */
export const unescaped = (text: string): string => {
  if (!text.includes("\\")) return text;
  const pieces = Array.from(text.matchAll(ESCAPED), ([, octal, hex, sign, plain]) => {
    if (plain !== undefined) return Buffer.from(plain, "latin1");
    if (octal !== undefined) return Buffer.of(Number.parseInt(octal, 8));
    if (hex !== undefined) return Buffer.of(Number.parseInt(hex, 16));
    return Buffer.of(ESCAPES[sign as string] ?? (sign as string).charCodeAt(0));
  });
  return Buffer.concat(pieces).toString();
};

/** Of `"text"`; nothing of NULL and addresses. */
export const stringIn = (field: string | undefined): string | undefined => {
  if (field === undefined || !field.startsWith('"')) return undefined;
  return unescaped(field.slice(1, endOfString(field, 0)));
};

/** Of `["a", "b"]`. */
export const stringsIn = (field: string | undefined): readonly string[] =>
  field?.startsWith("[") === true ? splitFields(field.slice(1, -1)).flatMap((each) => stringIn(each) ?? []) : [];

/** The path of `3</a/b>` or `AT_FDCWD</a/b>`; nothing for what is no file, such as a pipe. */
export const pathIn = (field: string | undefined): string | undefined => {
  const name = /^(?:\d+|AT_FDCWD)<(\/.*)>(?:\(deleted\))?$/.exec(field ?? "")?.[1];
  return name === undefined ? undefined : unescaped(name).replace(/ \(deleted\)$/, "");
};

/** The number of a process as strace sees it, whatever its own namespace calls it. */
export const numberIn = (field: string | undefined): number => {
  const elsewhere = /\/\* (-?\d+) in strace's PID NS \*\//.exec(field ?? "")?.[1];
  return Number.parseInt(elsewhere ?? field ?? "", 10);
};
