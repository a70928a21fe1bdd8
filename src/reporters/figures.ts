/** Numbers as people read them: the same everywhere. */
export { count, counted, percent, rate, time } from "../progress/figures.ts";
