import { createHash } from 'node:crypto';
import type { StoreState } from './store-state.js';

/** Counts and digest of a store's contents. Stores with equal digests have equal contents. */
export interface StateDigest {
  readonly position: number;
  readonly records: number;
  readonly changes: number;
  readonly suspectedPairs: number;
  readonly reviewDecisions: number;
  readonly mergedIds: number;
  readonly rememberedAnswers: number;
  readonly counters: number;
  /** SHA-256, in hexadecimal, of the contents and their order, no matter how the data is stored. */
  readonly sha256: string;
}

/** Includes expired remembered responses, so that no clock is needed. */
export function digestOf(state: StoreState): StateDigest {
  const hash = createHash('sha256');
  const count = (kind: string, items: Iterable<unknown>): number => {
    let found = 0;
    for (const item of items) {
      if (item === undefined) continue;
      hash.update(`${kind} ${JSON.stringify(item)}\n`);
      found++;
    }
    return found;
  };
  const { sequence: position } = state;
  const counters = [...state.counters].sort(([a], [b]) => (a < b ? -1 : 1));
  count('position', [position]);
  return {
    position,
    records: count('record', records(state)),
    changes: count('change', changes(state)),
    suspectedPairs: count('pair', state.pairs.all()),
    reviewDecisions: count('decision', state.reviews.texts()),
    mergedIds: count('merged', state.merged.all()),
    rememberedAnswers: count('answer', state.answers.all(0)),
    counters: count('counter', counters),
    sha256: hash.digest('hex'),
  };
}

function* records(state: StoreState): Iterable<unknown> {
  for (const { id } of state.records.encoded()) {
    const { type, names, values } = state.records.getJson(id)!;
    yield { id, type, names, values };
  }
}

function* changes({ history }: StoreState): Iterable<unknown> {
  for (const { number } of history.after(0)) yield history.get(number);
}
