import { FULL, type MatchMethod } from '../method.js';
import { isList, splitValues } from '../text/value-list.js';

/** Between the values of a normal form: what also stands between them in a cell. */
const BETWEEN = ' ::: ';
/** Values beyond these are cut: nobody has more telephone numbers. */
const MOST_VALUES = 8;

/** The text of all fields, where just one of them is filled, and with no list; `''` where none is. */
function onlyValue(raw: readonly string[]): string | undefined {
  let only = '';
  for (const text of raw) {
    if (text === '') continue;
    if (only !== '' || isList(text)) return undefined;
    only = text;
  }
  return only;
}

/** One value ready to be compared, or several. */
type Several<P> = P | readonly P[];

/**
 * The method over what people have several of: a field may be several fields (`Phone|MobilePhone`), and a cell a list
 * (`a ::: b`, `a; b`). Each value is compared with each of the other side, and the best one counts. The set is one
 * value of the index, under the keys of all that are in it, so that the laws of the method hold and search stays exact;
 * most sets have one value, which is compared as ever.
 */
export function ofSeveralValues<P>(method: MatchMethod<P>): MatchMethod<Several<P>> {
  const { retrieval } = method;
  if (retrieval.kind !== 'keys' || method.signature || method.composition || method.crossed)
    throw new Error(`match methods: ${method.name} cannot compare several values`);
  const valuesOf = (normal: string): string[] => (normal.includes(BETWEEN) ? normal.split(BETWEEN) : [normal]);
  const areSeveral = (value: Several<P>): value is readonly P[] => Array.isArray(value);
  const all = (value: Several<P>, of: (one: P) => readonly number[]): readonly number[] =>
    areSeveral(value) ? value.flatMap((one) => [...of(one)]) : of(value);
  return {
    ...method,
    // Two sets may have a value in common.
    nearest: FULL,
    normalise(raw) {
      const only = onlyValue(raw);
      if (only !== undefined) return only === '' ? '' : method.normalise([only]);
      const values = new Set<string>();
      for (const text of raw)
        for (const value of splitValues(text)) {
          const normal = method.normalise([value]);
          if (normal !== '' && values.size < MOST_VALUES) values.add(normal);
        }
      return values.size < 2 ? ([...values][0] ?? '') : [...values].sort().join(BETWEEN);
    },
    prepare(normal) {
      const values = valuesOf(normal);
      return values.length === 1 ? method.prepare(normal) : values.map((value) => method.prepare(value));
    },
    compare(a, b) {
      if (!areSeveral(a) && !areSeveral(b)) return method.compare(a, b);
      let best = 0;
      for (const one of areSeveral(a) ? a : [a])
        for (const two of areSeveral(b) ? b : [b]) {
          best = Math.max(best, method.compare(one, two));
          if (best === FULL) return FULL;
        }
      return best;
    },
    retrieval: {
      kind: 'keys',
      keys: (value) => all(value, (one) => retrieval.keys(one)),
      probes: (value) => all(value, (one) => retrieval.probes(one)),
    },
  };
}
