/**
 * Compiles a LIKE pattern. `%` matches any number of characters, and `_` exactly one. Ignores case. Uses Shift-And
 * (Baeza-Yates and Gonnet) with self-loops for `%`: one pass, 32 states per word and no backtracking, so no pattern is
 * slow. State i means that the first i characters of the pattern, not counting `%`, are matched.
 */
export function compileLike(pattern: string, escaped: ReadonlySet<number>): (text: string) => boolean {
  const { characters, loops } = readPattern(pattern, escaped);
  const states = characters.length + 1;
  const words = Math.ceil(states / 32);
  const any = new Uint32Array(words);
  const stay = new Uint32Array(words);
  const masks = new Map<string, Uint32Array>();
  for (const state of loops) set(stay, state);
  characters.forEach((character, i) => {
    if (character === undefined) set(any, i);
    else if (!masks.has(character)) masks.set(character, new Uint32Array(words));
  });
  for (const [character, mask] of masks) {
    mask.set(any);
    characters.forEach((other, i) => {
      if (other === character) set(mask, i);
    });
  }
  const final = states - 1;
  return (text) => {
    const current = new Uint32Array(words);
    set(current, 0);
    for (const character of text.toLowerCase()) {
      const mask = masks.get(character) ?? any;
      let carry = 0;
      let alive = 0;
      for (let w = 0; w < words; w++) {
        const moved = current[w]! & mask[w]!;
        const next = (moved << 1) | carry | (current[w]! & stay[w]!);
        carry = moved >>> 31;
        current[w] = next;
        alive |= next;
      }
      if (alive === 0) return false;
    }
    return (current[final >>> 5]! & (1 << (final & 31))) !== 0;
  };
}

function set(bits: Uint32Array, at: number): void {
  bits[at >>> 5]! |= 1 << (at & 31);
}

/** Returns the number of characters without `%`. */
export function patternLength(pattern: string, escaped: ReadonlySet<number>): number {
  return readPattern(pattern, escaped).characters.length;
}

/** Returns the pattern's characters (`undefined` for `_`), and the states next to a `%`. */
function readPattern(
  pattern: string,
  escaped: ReadonlySet<number>,
): { characters: (string | undefined)[]; loops: Set<number> } {
  const characters: (string | undefined)[] = [];
  const loops = new Set<number>();
  let at = 0;
  for (const character of pattern) {
    const isLiteral = escaped.has(at);
    at += character.length;
    if (character === '%' && !isLiteral) loops.add(characters.length);
    else if (character === '_' && !isLiteral) characters.push(undefined);
    // The lower case of one character can be two code points (the dotted capital I), in the text too.
    else characters.push(...Array.from(character.toLowerCase()));
  }
  return { characters, loops };
}
