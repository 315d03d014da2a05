/** A run of characters that occurs on both sides, or on only one side. */
export interface Segment {
  readonly text: string;
  readonly same: boolean;
}

/** Maximum length, in characters, of compared strings. Longer strings are treated as completely different. */
const LONGEST = 400;

/**
 * Splits two strings by their longest common subsequence, ignoring case.
 *
 * @returns the segments of each side, whose concatenation is the string of that side
 */
export function characterDiff(a: string, b: string): readonly [readonly Segment[], readonly Segment[]] {
  const [left, right] = [Array.from(a), Array.from(b)];
  if (left.length > LONGEST || right.length > LONGEST) return [wholeText(a, a === b), wholeText(b, a === b)];
  const [x, y] = [left.map((one) => one.toLowerCase()), right.map((one) => one.toLowerCase())];
  const width = y.length + 1;
  const lengths = new Uint16Array((x.length + 1) * width);
  for (let i = x.length - 1; i >= 0; i--)
    for (let j = y.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        x[i] === y[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const [sameLeft, sameRight] = [new Set<number>(), new Set<number>()];
  for (let i = 0, j = 0; i < x.length && j < y.length;) {
    if (x[i] === y[j]) {
      sameLeft.add(i++);
      sameRight.add(j++);
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return [segments(left, sameLeft), segments(right, sameRight)];
}

function segments(characters: readonly string[], same: ReadonlySet<number>): Segment[] {
  const found: { text: string; same: boolean }[] = [];
  characters.forEach((character, i) => {
    const last = found.at(-1);
    if (last?.same === same.has(i)) last.text += character;
    else found.push({ text: character, same: same.has(i) });
  });
  return found;
}

const wholeText = (text: string, same: boolean): Segment[] => (text === '' ? [] : [{ text, same }]);
