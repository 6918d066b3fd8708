// Results that are computed once for each key.

/**
 * Keeps each result for good, so only for few different keys. A formatter of `Intl`, for example, takes a hundred
 * times as long to create as to use. What throws is not kept.
 */
export function memoize<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const kept = new Map<Key, Value>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    kept.set(key, made);
    return made;
  };
}
