import { hashText } from '../../runtime/memory/hash.js';
import { FULL, type MatchMethod } from '../method.js';

/** Values match only if their normal forms are equal. */
export function equalityMethod(
  method: Omit<MatchMethod<string>, 'floor' | 'prepare' | 'compare' | 'retrieval'>,
): MatchMethod<string> {
  const keys = (value: string) => [hashText(value)];
  return {
    ...method,
    floor: FULL,
    nearest: 0,
    prepare: (normalised) => normalised,
    compare: (a, b) => (a === b ? FULL : 0),
    retrieval: { kind: 'keys', keys, probes: keys },
  };
}
