/** Values that may be missing. */

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The same object without its undefined members: what a type with optional members takes. */
export const given = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;

/** The value, or nothing if making it throws: for what may be missing or unreadable, where nobody needs to know why. */
export const attempt = <T>(make: () => T): T | undefined => {
  try {
    return make();
  } catch {
    return undefined;
  }
};
