/**
 * Chinese characters of one sound. Encodings of the platform decide whether they are two characters (莉 and 丽) or a
 * simplified and a traditional form of one (丽 and 麗): GB 2312 has only simplified forms, Big5 has no Japanese forms.
 */

let simplified: ReadonlySet<string> | undefined;
let traditional: ReadonlySet<string> | undefined;

/** Returns whether two strings of equal length differ in two characters that are not forms of each other. */
export function areOtherTexts(a: string, b: string): boolean {
  if (a === b || a.length !== b.length) return false;
  return Array.from(a).some((one, i) => areOtherCharacters(one, b.charAt(i)));
}

/** Returns whether two characters are both simplified, or both only traditional. */
export function areOtherCharacters(one: string, other: string): boolean {
  if (one === other) return false;
  simplified ??= charactersIn('gbk', 0xb0, 0xa1);
  if (simplified.has(one) || simplified.has(other)) return simplified.has(one) && simplified.has(other);
  traditional ??= charactersIn('big5', 0xa4, 0x40);
  return traditional.has(one) && traditional.has(other);
}

/** @param row first byte of the first Chinese character @param cell lowest second byte */
function charactersIn(encoding: string, row: number, cell: number): ReadonlySet<string> {
  const decoder = new TextDecoder(encoding);
  const found = new Set<string>();
  for (let high = row; high < 0xf8; high++)
    for (let low = cell; low < 0xff; low++) found.add(decoder.decode(Uint8Array.of(high, low)));
  for (const other of found) if (!/^[\u3400-\u9fff]$/.test(other)) found.delete(other);
  return found;
}
