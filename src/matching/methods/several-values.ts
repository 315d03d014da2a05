import { FULL, type KeysOf, type MatchMethod } from '../method.js';
import { isList, splitValues } from '../text/value-list.js';

/** Separator between values, in normal forms and in cells. */
const BETWEEN = ' ::: ';
/** Additional values are ignored, because people rarely have more phone numbers. */
const MOST_VALUES = 8;

/** Returns the only value, `''` if there is none, or `undefined` if there are several. */
function onlyValue(raw: readonly string[]): string | undefined {
  let only = '';
  for (const text of raw) {
    if (text === '') continue;
    if (only !== '' || isList(text)) return undefined;
    only = text;
  }
  return only;
}

type Several<P> = P | readonly P[];

/**
 * A method for fields in which people have several values. A field may combine fields (`Phone|MobilePhone`), and a cell
 * may be a list (`a ::: b`, `a; b`). The most similar pair of values determines the score. In the index, the set of
 * values is one value with the keys of all its members, so the method's guarantees hold. Most sets have one member.
 */
export function ofSeveralValues<P>(method: MatchMethod<P>): MatchMethod<Several<P>> {
  const { retrieval } = method;
  if (retrieval.kind !== 'keys' || method.signature || method.composition || method.crossed)
    throw new Error(`match methods: ${method.name} cannot compare several values`);
  const valuesOf = (normal: string): string[] => (normal.includes(BETWEEN) ? normal.split(BETWEEN) : [normal]);
  const areSeveral = (value: Several<P>): value is readonly P[] => Array.isArray(value);
  const all = (value: Several<P>, of: (one: P) => readonly number[]): readonly number[] =>
    areSeveral(value) ? value.flatMap((one) => [...of(one)]) : of(value);
  const ofAll = (of: KeysOf<P>): KeysOf<Several<P>> => {
    const keys = (value: Several<P>) => all(value, (one) => of.keys(one));
    return { keys, probes: of.probes === of.keys ? keys : (value) => all(value, (one) => of.probes(one)) };
  };
  return {
    ...method,
    // Two different sets that share a value count as equal.
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
      ...ofAll(retrieval),
      ...(retrieval.joined && { joined: ofAll(retrieval.joined) }),
    },
  };
}
