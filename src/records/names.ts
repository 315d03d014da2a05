const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]*$/;
const MAX_NAME = 80;

/**
 * Names that all JavaScript objects inherit. No field may have such a name, so that `fields[name]` finds only field
 * values.
 */
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype).map((name) => name.toLowerCase()));

/** Returns what is wrong with a name, or `undefined` if it is valid. */
export function nameFault(name: string): string | undefined {
  if (name.length > MAX_NAME) return `the name has ${name.length} characters (at most ${MAX_NAME})`;
  if (!IDENTIFIER.test(name))
    return `"${name}" is not an API name (expected a letter, then letters, digits and underscores)`;
  return INHERITED.has(name.toLowerCase()) ? `"${name}" is a reserved name` : undefined;
}
