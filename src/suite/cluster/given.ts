/** Objects without members that nobody has said anything about. */

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

export const given = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
