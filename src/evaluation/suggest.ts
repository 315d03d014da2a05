import type { ScenarioDefinition } from '../matching/scenario.js';
import type { FieldProfile } from './profile.js';

/** Fields filled less often than this hold up no scenario. */
const LEAST_FILLED = 0.05;
/** Thresholds to choose from, percent. */
const THRESHOLDS = [75, 80, 85, 90, 95];
/** Share of a scenario that must be compared: a name alone, or a place alone, proves nothing. */
const EVIDENCE = 0.7;
/** Bits beyond which a field is not weighed higher: a phone number is no better evidence for being longer. */
const MOST_BITS = 14;

export interface Suggestion {
  readonly scenario: ScenarioDefinition;
  /** Pairs that would be found by mere chance: agreement in the least telling fields that reach the threshold, over all pairs of records. */
  readonly byChance: number;
  /** Records that have enough of the fields for it, as a share (fields taken as independent). */
  readonly coverage: number;
}

const NAMES = new Set(['personName', 'companyNameLight', 'companyName', 'companyNameStrict', 'fullName']);
/** What may stand beside a name, each a scenario of its own. */
const COMPANIONS: readonly { readonly key: string; readonly title: string; readonly methods: readonly string[] }[] = [
  { key: 'email', title: 'E-mail', methods: ['email'] },
  { key: 'phone', title: 'Phone', methods: ['phone'] },
  { key: 'date', title: 'Date', methods: ['date'] },
  { key: 'website', title: 'Website', methods: ['website'] },
  { key: 'address', title: 'Address', methods: ['street', 'city', 'postalCode'] },
];

/**
 * Proposes a scenario for each kind of evidence that stands beside a name. Weights follow from how telling a field's agreement is, the threshold is the lowest at which
 * no combination of agreeing fields that reaches it is expected to pair two of these records by chance.
 *
 * @param count number of records
 */
export function suggestScenarios(
  object: string,
  profiles: readonly FieldProfile[],
  count: number,
  usage: ScenarioDefinition['usage'] = ['restSearch'],
): Suggestion[] {
  const usable = profiles.filter(({ filled, distinct }) => filled >= LEAST_FILLED && distinct > 1);
  const names = usable.filter(({ method }) => NAMES.has(method.name));
  if (names.length === 0) return [];
  return COMPANIONS.flatMap(({ key, title, methods }) => {
    const beside = best(
      usable.filter(({ method }) => methods.includes(method.name)),
      methods,
    );
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
          usage,
          minimumEvidence: EVIDENCE,
          fields: fields.map(({ field, method }, i) => ({ field, method: method.name, weight: weights[i]! })),
        },
        byChance: (count * (count - 1)) / 2 / 2 ** bits,
        coverage: coverageOf(fields, weights),
      },
    ];
  });
}

/** Of several fields of one method (Phone, MobilePhone) the one filled most often. */
function best(fields: readonly FieldProfile[], methods: readonly string[]): FieldProfile[] {
  return methods.flatMap((name) => {
    const [first] = fields.filter(({ method }) => method.name === name).sort((a, b) => b.filled - a.filled);
    return first === undefined ? [] : [first];
  });
}

/** By bits, in steps of 5, about 100 in all. */
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
    if (weight >= EVIDENCE * whole) share += chance;
  }
  return share;
}
