/** How pare itself steers a terminal: its own sequences carry a mark that no text of others can know, and nothing else is obeyed. */
import { visible } from "./visible.ts";

const ESCAPE = "\u001B";
/** New in every process. Whatever guesses at it shows as text. */
const MARK = `${ESCAPE}${crypto.randomUUID()}`;

/** A sequence without its escape: "[2J". */
export const control = (sequence: string): string => `${MARK}${sequence}`;

/** To the start of the line, which is emptied. */
export const CLEAR_LINE: string = `${control("[1G")}${control("[2K")}`;

/** The last step before a stream: own sequences are what a terminal obeys, everything else is visible text. */
export const forTerminal = (text: string): string => text.split(MARK).map(visible).join(ESCAPE);
