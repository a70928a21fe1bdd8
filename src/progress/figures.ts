/** Numbers as people read them. */

const grouped = new Intl.NumberFormat("en-US");

/** "12,345". */
export const count = (value: number): string => grouped.format(value);

/** "1 line", "2,000 lines". */
export const counted = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? "" : "s"}`;

/** "2.5 %" of the whole; never 0 for something, never 100 for less than all. */
export const percent = (part: number, whole: number): string => {
  if (whole === 0) return "100 %";
  const share = (100 * part) / whole;
  if (part > 0 && share < 0.1) return "< 0.1 %";
  return `${share >= 10 ? Math.min(Math.round(share), part < whole ? 99 : 100) : share.toFixed(1)} %`;
};

/** "340 ms", "4.2 s", "3 min 20 s", "2 h 5 min". */
export const time = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds) % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** "41/s", "0.5/s". */
export const rate = (events: number, ms: number): string => {
  const perSecond = ms <= 0 ? 0 : (1000 * events) / ms;
  return `${perSecond >= 10 ? count(Math.round(perSecond)) : perSecond.toFixed(1)}/s`;
};

/** "999", "73.5k", "1.2M": at most five characters, for labels. */
export const brief = (value: number): string => {
  const [unit, letter] = value < 1e3 ? [1, ""] : value < 1e6 ? [1e3, "k"] : value < 1e9 ? [1e6, "M"] : [1e9, "G"];
  const scaled = value / unit;
  // Cut, not rounded: 999,999 is not 1000.0k.
  return `${letter === "" || scaled >= 100 ? Math.floor(scaled) : Math.floor(scaled * 10) / 10}${letter}`;
};
