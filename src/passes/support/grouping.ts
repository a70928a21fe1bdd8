/** Lists by a key. */

/** The list under a key, which is put in if it is missing. */
export const entryOf = <Key, Value>(map: Map<Key, Value[]>, key: Key): Value[] => {
  let entry = map.get(key);
  if (entry === undefined) map.set(key, (entry = []));
  return entry;
};
