import type { MatchMethod } from '../../matching/method.js';
import { methodByPattern } from '../../matching/method-traits.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import type { Field } from '../../records/object-type.js';
import type { FieldProfile } from './profile.js';

/** Minimum share of filled records. */
const LEAST_FILLED = 0.05;
/** In percent. */
const THRESHOLDS = [75, 80, 85, 90, 95];
/** Share of a scenario that must be compared, because a name or a place alone is not evidence. */
const MINIMUM_OVERLAP = 0.7;
/** Maximum bits for a field's weight, because a longer phone number is not stronger evidence. */
const MOST_BITS = 14;

export interface Suggestion {
  readonly scenario: ScenarioDefinition;
  /** Expected pairs by chance: agreement in the least informative fields that reach the threshold. */
  readonly byChance: number;
  /** Share of the records with enough filled fields (fields are assumed to be independent). */
  readonly coverage: number;
}

/**
 * Suggests a scenario for each group of fields that supplements a name. Weights follow the evidence of a field's
 * agreement. The threshold is the lowest at which chance is not expected to pair two of these records.
 * @param count of records
 * @param methods all available methods
 */
export function suggestScenarios(
  object: string,
  profiles: readonly FieldProfile[],
  count: number,
  methods: Iterable<MatchMethod>,
): Suggestion[] {
  const usable = profiles.filter(({ filled, distinct }) => filled >= LEAST_FILLED && distinct > 1);
  const names = usable.filter(({ method: { kind } }) => kind === 'personName' || kind === 'companyName');
  if (names.length === 0) return [];
  return companionsOf(methods).flatMap(({ key, title, names: ofGroup }) => {
    const beside = best(usable, ofGroup);
    if (beside.length === 0) return [];
    const fields = [...names, ...beside];
    const weights = weightsOf(fields);
    const { threshold, bits } = thresholdOf(fields, weights, count);
    return [
      {
        scenario: {
          id: `suggested-${object.toLowerCase()}-name-${key}`,
          name: `${object} Name and ${title} (suggested)`,
          object,
          threshold,
          usage: ['restSearch'],
          minimumEvidence: MINIMUM_OVERLAP,
          fields: fields.map(({ field, method }, i) => ({ field, method: method.name, weight: weights[i]! })),
        },
        byChance: (count * (count - 1)) / 2 / 2 ** bits,
        coverage: coverageOf(fields, weights),
      },
    ];
  });
}

/** Returns a method by type and name; `undefined` for a field that does not identify a record. */
export function usualMethod(
  methods: Iterable<MatchMethod>,
  object: string,
  { name, type }: Pick<Field, 'name' | 'type'>,
): MatchMethod | undefined {
  return methodByPattern(methods, { name, type, object }, ({ usualFor = [] }) => usualFor);
}

interface Companions {
  readonly key: string;
  readonly title: string;
  readonly names: string[];
}

/** Returns groups of fields that supplement a name, each for a separate scenario. */
function companionsOf(methods: Iterable<MatchMethod>): Companions[] {
  const groups = new Map<string, Companions>();
  for (const { name, besideNames } of methods) {
    if (besideNames === undefined) continue;
    const group = groups.get(besideNames.key) ?? { ...besideNames, names: [] };
    group.names.push(name);
    groups.set(besideNames.key, group);
  }
  return [...groups.values()];
}

/** Returns the most often filled field for each method (Phone or MobilePhone). */
function best(fields: readonly FieldProfile[], methods: readonly string[]): FieldProfile[] {
  return methods.flatMap((name) => {
    const [first] = fields.filter(({ method }) => method.name === name).sort((a, b) => b.filled - a.filled);
    return first === undefined ? [] : [first];
  });
}

/** Returns weights by bits, in steps of 5, about 100 in total. */
function weightsOf(fields: readonly FieldProfile[]): number[] {
  const worth = fields.map(({ bits }) => Math.max(1, Math.min(MOST_BITS, bits)));
  const sum = worth.reduce((a, b) => a + b, 0);
  return worth.map((bits) => Math.max(5, Math.round((20 * bits) / sum) * 5));
}

function thresholdOf(
  fields: readonly FieldProfile[],
  weights: readonly number[],
  count: number,
): { threshold: number; bits: number } {
  const whole = weights.reduce((a, b) => a + b, 0);
  const needed = Math.log2(Math.max(1, (count * (count - 1)) / 2));
  let last = { threshold: THRESHOLDS[0]!, bits: 0 };
  for (const threshold of THRESHOLDS) {
    let bits = Infinity;
    for (let set = 1; set < 1 << fields.length; set++) {
      let weight = 0;
      let sum = 0;
      fields.forEach((field, i) => {
        if ((set & (1 << i)) === 0) return;
        weight += weights[i]!;
        sum += field.bits;
      });
      if (weight * 100 >= threshold * whole) bits = Math.min(bits, sum);
    }
    last = { threshold, bits };
    if (bits >= needed) return last;
  }
  return last;
}

function coverageOf(fields: readonly FieldProfile[], weights: readonly number[]): number {
  const whole = weights.reduce((a, b) => a + b, 0);
  let share = 0;
  for (let set = 1; set < 1 << fields.length; set++) {
    let weight = 0;
    let chance = 1;
    fields.forEach(({ filled }, i) => {
      const has = (set & (1 << i)) !== 0;
      if (has) weight += weights[i]!;
      chance *= has ? filled : 1 - filled;
    });
    if (weight >= MINIMUM_OVERLAP * whole) share += chance;
  }
  return share;
}
