/** Objects without the members that are undefined. */

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The same object without its undefined members: what a type with optional members takes. */
export const given = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
