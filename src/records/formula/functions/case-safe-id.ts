const SUFFIX = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';
const SHORT_LENGTH = 15;
const LONG_LENGTH = 18;

/** Adds the suffix to a 15-character Id: for each five characters, the bits of the capitals index {@link SUFFIX}. */
export function caseSafeId(id: string): string {
  if (id.length !== SHORT_LENGTH || !/^[A-Za-z0-9]+$/.test(id)) return id;
  let suffix = '';
  for (let start = 0; start < SHORT_LENGTH; start += 5) {
    let bits = 0;
    for (let i = 0; i < 5; i += 1) if (/[A-Z]/.test(id.charAt(start + i))) bits |= 1 << i;
    suffix += SUFFIX.charAt(bits);
  }
  return id + suffix;
}

/** Ids of 15 and of 18 characters count as equal. */
export function sameId(a: string, b: string): boolean {
  if (a === b) return true;
  if (a.length === b.length) return false;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length === SHORT_LENGTH && long.length === LONG_LENGTH && caseSafeId(short) === long;
}
