/** Found out when it is asked for, and once: a large content is neither inflated nor summed up for every candidate. */
export const once = <Value>(find: () => Value): (() => Value) => {
  let found: { readonly value: Value } | undefined;
  return () => (found ??= { value: find() }).value;
};
