/** Lists by a key. */

/** Adds a value to the list under a key. Most lists have one value: they take no room for more. */
export const addTo = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void => {
  const entry = map.get(key);
  if (entry === undefined) map.set(key, [value]);
  else entry.push(value);
};
