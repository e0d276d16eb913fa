/** Yields a list in parts of at most `size`, each of which Redis answers in a few milliseconds. */
export function* partsOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
