import type { MatchMethod } from '../../src/matching/method.js';
import type { Scenario } from '../../src/matching/scenario.js';

/** The work that the methods of scenarios were asked for. */
export interface Counted {
  /** Values brought into their normal form. */
  normalised: number;
  /** Normal forms taken apart. */
  prepared: number;
  /** Pairs of values compared. */
  compared: number;
  /** Keys and terms looked up in the index. */
  lookedUp: number;
}

/** Counts, until `end`, what the methods of these scenarios do: they are what searches and upserts spend their time on. */
export function countMethods(scenarios: Iterable<Scenario>): { counted: Counted; readonly end: () => void } {
  const counted: Counted = { normalised: 0, prepared: 0, compared: 0, lookedUp: 0 };
  const methods = new Set([...scenarios].flatMap(({ fields }) => fields.map(({ method }) => method)));
  const restored = [...methods].map((method) => count(method as Writable<MatchMethod>, counted));
  return { counted, end: () => restored.forEach((restore) => restore()) };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function count(method: Writable<MatchMethod>, counted: Counted): () => void {
  const { normalise, prepare, compare } = method;
  method.normalise = (raw) => (counted.normalised++, normalise(raw));
  method.prepare = (text) => (counted.prepared++, prepare(text));
  method.compare = (a, b) => (counted.compared++, compare(a, b));
  // The index keeps what it retrieves by: changed in place.
  const retrieval = method.retrieval as Writable<MatchMethod['retrieval']>;
  const before = { ...retrieval };
  if (retrieval.kind === 'keys') {
    const { probes } = retrieval;
    retrieval.probes = (value) => seen(probes(value), counted);
    const { joined } = retrieval;
    if (joined) {
      const asked = (value: unknown) => seen(joined.probes(value), counted);
      retrieval.joined = { keys: joined.keys === joined.probes ? asked : (value) => joined.keys(value), probes: asked };
    }
  } else {
    const { probeTerms } = retrieval;
    retrieval.probeTerms = (value) => seen([...probeTerms(value)], counted);
  }
  return () => {
    Object.assign(method, { normalise, prepare, compare });
    Object.assign(retrieval, before);
  };
}

function seen<T>(asked: readonly T[], counted: Counted): readonly T[] {
  counted.lookedUp += asked.length;
  return asked;
}
