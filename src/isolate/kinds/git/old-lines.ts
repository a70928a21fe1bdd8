/** How many lines the text of a change has; the end of its last line is not part of it. */
export const linesIn = (text: string | undefined): number => (text === undefined ? 0 : text.split("\n").length);
