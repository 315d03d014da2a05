interface Joined {
  readonly ids: readonly string[];
}

/** Returns whether no other pairs connect the two records of a pair, in a group with more records. */
export function isBridge(pair: Joined, pairs: readonly Joined[]): boolean {
  const [, end] = pair.ids;
  const reached = new Set(pair.ids.slice(0, 1));
  for (const id of reached)
    for (const other of pairs) {
      if (other === pair || !other.ids.includes(id)) continue;
      for (const next of other.ids) reached.add(next);
    }
  return end !== undefined && !reached.has(end);
}
