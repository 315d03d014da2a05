import levenshtein from 'fast-levenshtein';

/** Maximum length of compared names. Declared names are shorter, and comparing takes quadratic time. */
const MAX_LENGTH = 80;

/** Returns the nearest name, ignoring case. At most four letters differ, and at most two of every five. */
export function nearestName(misspelt: string, names: Iterable<string>): string | undefined {
  if (misspelt.length > MAX_LENGTH) return undefined;
  const wanted = misspelt.toLowerCase();
  let nearest: string | undefined;
  let least = Infinity;
  for (const name of names) {
    const allowed = Math.min(4, Math.round(Math.max(name.length, wanted.length) * 0.4));
    if (Math.abs(name.length - wanted.length) > allowed) continue;
    const distance = levenshtein.get(wanted, name.toLowerCase());
    if (distance <= allowed && distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** Returns `; did you mean X?`, or an empty string if no name is near. */
export function nameHint(misspelt: string, names: Iterable<string>): string {
  const nearest = nearestName(misspelt, names);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}
