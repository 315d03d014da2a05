/** One key for two Ids in either order. No Id has U+0000, which neither CSV files nor the platform allow. */
export function pairKey(a: string, b: string): string {
  return a < b ? `${a}\u0000${b}` : `${b}\u0000${a}`;
}

/** The lower one first. */
export function idsOf(key: string): [string, string] {
  const at = key.indexOf('\u0000');
  return [key.slice(0, at), key.slice(at + 1)];
}
