import type { MatchMethod } from '../../src/matching/method.js';
import type { Scenario } from '../../src/matching/scenario.js';

/** Number of calls to the match methods of scenarios. */
export interface Counted {
  /** Values normalized. */
  normalised: number;
  /** Normalized values prepared for comparison. */
  prepared: number;
  /** Pairs of values compared. */
  compared: number;
  /** Keys and terms looked up in the index. */
  lookedUp: number;
}

/** Counts calls to the scenarios' methods until `end`. These calls are most of the cost of searches and upserts. */
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
  // The index holds a reference to this object, so it is changed in place.
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
