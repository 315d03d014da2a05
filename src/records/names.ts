const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]*$/;
const MAX_NAME = 80;

/**
 * Names that would shadow what every JavaScript object inherits, in lower case. Since no declared name is one of them,
 * `fields[name]` on a plain object never finds anything but a field's value.
 */
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype).map((name) => name.toLowerCase()));

/** Describes the fault of an object's or field's API name; `undefined` when there is none. */
export function nameFault(name: string): string | undefined {
  if (name.length > MAX_NAME) return `a name of ${name.length} characters is too long (at most ${MAX_NAME})`;
  if (!IDENTIFIER.test(name)) return `"${name}" is no API name (a letter, then letters, digits and underscores)`;
  return INHERITED.has(name.toLowerCase()) ? `"${name}" is a reserved name` : undefined;
}
