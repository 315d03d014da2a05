import { isBlank, valueOf, type DuplicateRecord, type MasterRule, type SurvivorshipRules } from './rules.js';

interface MasterChoice {
  readonly master: DuplicateRecord;
  /** The rule that put the master above the second record, or `lowestId` if no rule did. */
  readonly rule: MasterRule['kind'] | 'lowestRow' | 'lowestId';
}

/** @param records at least one, with different Ids @param now for relative dates */
export function chooseMaster(records: readonly DuplicateRecord[], rules: SurvivorshipRules, now: Date): MasterChoice {
  const steps = stepsOf(rules, now);
  const [first, second] = ranked(records, steps);
  if (first === undefined) throw new RangeError('chooseMaster: expected at least one record');
  const deciding = second && steps.find(({ compare }) => compare(first, second) !== 0);
  return { master: first, rule: deciding?.rule ?? 'lowestId' };
}

export function rankRecords(
  records: readonly DuplicateRecord[],
  rules: SurvivorshipRules,
  now: Date,
): DuplicateRecord[] {
  return ranked(records, stepsOf(rules, now));
}

type Compare = (a: DuplicateRecord, b: DuplicateRecord) => number;

interface Step {
  readonly rule: MasterChoice['rule'];
  readonly compare: Compare;
}

function ranked(records: readonly DuplicateRecord[], steps: readonly Step[]): DuplicateRecord[] {
  return [...records].sort((a, b) => {
    for (const { compare } of steps) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return 0;
  });
}

function stepsOf(rules: SurvivorshipRules, now: Date): Step[] {
  return [
    ...rules.master.map((rule): Step => ({ rule: rule.kind, compare: comparison(rule, rules, now) })),
    { rule: 'lowestRow', compare: ascending(({ row }) => row) },
    { rule: 'lowestId', compare: ascending(({ id }) => id) },
  ];
}

function comparison(rule: MasterRule, rules: SurvivorshipRules, now: Date): Compare {
  switch (rule.kind) {
    case 'latestModified':
      return latestFirst;
    case 'oldest':
      return ascending(({ created }) => created);
    case 'mostComplete':
      return ascending(memoized((record) => -filledFields(record, rules)));
    case 'condition':
      return ascending(memoized((record) => (holds(record, rule.condition, now) ? 0 : 1)));
    case 'sourceOrder':
      return bySource(rule.sources);
  }
}

/** Orders records by modification time, latest first. Records without a modification time come last. */
export const latestFirst: Compare = (a, b) => {
  if (a.modified === undefined || b.modified === undefined) return ascending(({ modified }) => modified)(a, b);
  return ascending(({ modified }) => modified)(b, a);
};

/** @param sources in lower case */
export function bySource(sources: readonly string[]): Compare {
  const place = new Map(sources.map((source, i) => [source, i]));
  return ascending(({ source }) => (source === undefined ? undefined : place.get(source.trim().toLowerCase())));
}

function filledFields(record: DuplicateRecord, rules: SurvivorshipRules): number {
  return Object.keys(record.values).filter((field) => !isBlank(record, field, rules)).length;
}

function holds(
  record: DuplicateRecord,
  condition: Extract<MasterRule, { kind: 'condition' }>['condition'],
  now: Date,
): boolean {
  return condition.test((name) => (name === 'Id' ? record.id : valueOf(record, name)), now);
}

function ascending(value: (record: DuplicateRecord) => string | number | undefined): Compare {
  return (a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === y) return 0;
    if (x === undefined || y === undefined) return x === undefined ? 1 : -1;
    return x < y ? -1 : 1;
  };
}

function memoized<T>(value: (record: DuplicateRecord) => T): (record: DuplicateRecord) => T {
  const known = new Map<DuplicateRecord, T>();
  return (record) => {
    let of = known.get(record);
    if (of === undefined) known.set(record, (of = value(record)));
    return of;
  };
}
