/** Characters read: a typo shows at the start too. */
const LOOKED = 60;

/** Common part, 0..1: shared bigrams (Dice's coefficient). A typo keeps most of them, another value few. */
export function traceOf(a: string, b: string): number {
  const [one, two] = [a.slice(0, LOOKED), b.slice(0, LOOKED)];
  if (one.length < 2 || two.length < 2) return one === two ? 1 : 0;
  const counts = new Map<number, number>();
  const bigram = (text: string, i: number) => text.charCodeAt(i) * 65_536 + text.charCodeAt(i + 1);
  for (let i = 0; i + 1 < one.length; i++) {
    const key = bigram(one, i);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  let shared = 0;
  for (let i = 0; i + 1 < two.length; i++) {
    const key = bigram(two, i);
    const left = counts.get(key) ?? 0;
    if (left === 0) continue;
    counts.set(key, left - 1);
    shared++;
  }
  return (2 * shared) / (one.length + two.length - 2);
}
