const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]*$/;
const MAX_NAME = 80;

/** Names that all objects inherit. They are not allowed, so that `fields[name]` finds only a field's value. */
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype).map((name) => name.toLowerCase()));

/** Returns the fault of a name; `undefined` if the name is valid. */
export function nameFault(name: string): string | undefined {
  if (name.length > MAX_NAME) return `the name has ${name.length} characters (at most ${MAX_NAME})`;
  if (!IDENTIFIER.test(name))
    return `"${name}" is not an API name (expected a letter, then letters, digits and underscores)`;
  return INHERITED.has(name.toLowerCase()) ? `"${name}" is a reserved name` : undefined;
}
