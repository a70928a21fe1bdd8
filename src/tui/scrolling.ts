/** Where a key leads on a page that is longer than the screen. */

/** The step that a key leads to, of so many. */
export const stepOf = (
  { at, count }: { readonly at: number; readonly count: number },
  key: string,
): number | undefined =>
  new Map([
    ["left", at - 1],
    ["right", at + 1],
    ["home", 1],
    ["end", count],
  ]).get(key);

interface Scrolled {
  readonly top: number;
  readonly most: number;
  readonly rows: number;
}

/** The first row that is shown after a key; `undefined` for keys that do not scroll. */
export const topOf = ({ top, most, rows }: Scrolled, key: string): number | undefined => {
  const steps = new Map([
    ["up", -1],
    ["k", -1],
    ["down", 1],
    ["j", 1],
    ["pageup", -rows],
    ["pagedown", rows],
    ["space", rows],
  ]);
  const by = steps.get(key);
  return by === undefined ? undefined : Math.max(0, Math.min(top + by, most));
};
