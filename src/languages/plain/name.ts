/** The language of text that is not understood. */
export const PLAIN = "plain";
