interface Joined {
  readonly ids: readonly string[];
}

/** Whether the two records of a pair are connected by no other pairs, in a group of more than these two. */
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
