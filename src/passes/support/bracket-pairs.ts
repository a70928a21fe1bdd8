/** Brackets, by what opens them. */
export const BRACKETS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

export const CLOSING: ReadonlySet<string> = new Set(Object.values(BRACKETS));
