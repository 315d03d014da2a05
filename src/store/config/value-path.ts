/** One step into a JSON value: a key, an array index, or the first element that has a given value at a path. */
type ValueStep =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'place'; readonly place: number }
  | { readonly kind: 'where'; readonly path: readonly string[]; readonly equals: string };
export type ValuePath = readonly ValueStep[];

const EXPECTED = 'expected a path such as data.email, answers[0].text or answers[field.ref=mail].email';
const STEP = /\.?([^.[\]=]{1,200})|\[(\d{1,6})\]|\[([^.[\]=]{1,100}(?:\.[^.[\]=]{1,100}){0,5})=([^[\]]{0,200})\]/y;

/** @returns the path, or a string that says what is wrong */
export function parseValuePath(text: string): ValuePath | string {
  const steps: ValueStep[] = [];
  STEP.lastIndex = 0;
  for (let at = 0; at < text.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const [whole, key, place, path, equals] = STEP.exec(text) ?? [];
    if (whole === undefined) return EXPECTED;
    // Only the first key has no dot before it.
    if (key !== undefined && whole.startsWith('.') === (at === 0)) return EXPECTED;
    if (key !== undefined) steps.push({ kind: 'key', key });
    else if (place !== undefined) steps.push({ kind: 'place', place: Number(place) });
    else steps.push({ kind: 'where', path: path!.split('.'), equals: equals! });
  }
  return steps.length === 0 ? EXPECTED : steps;
}

export function valueAt(value: unknown, path: ValuePath): unknown {
  let at = value;
  for (const step of path) at = stepInto(at, step);
  return at;
}

function stepInto(value: unknown, step: ValueStep): unknown {
  switch (step.kind) {
    case 'key':
      return memberOf(value, step.key);
    case 'place':
      return Array.isArray(value) ? (value as readonly unknown[])[step.place] : undefined;
    case 'where':
      return Array.isArray(value)
        ? (value as readonly unknown[]).find((one) => {
            const found = step.path.reduce(memberOf, one);
            return ['string', 'number', 'boolean'].includes(typeof found) && String(found) === step.equals;
          })
        : undefined;
  }
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
