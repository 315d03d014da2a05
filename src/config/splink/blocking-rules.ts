/** A part of records that a rule may ask to be equal. */
export interface BlockingKey {
  /** An expression over one record, for which `$` stands: `$."Email"`. */
  readonly sql: string;
  readonly column: string;
  /** How rare agreement is between two records at random, in bits. */
  readonly bits: number;
}

/** Pairs that a rule may give for each record, in bits. */
const PAIRS_A_RECORD = 7;
const LEAST_BITS = 3;
const MOST_KEYS = 3;
const MOST_RULES = 30;

/**
 * Rules that between them give the pairs of records that agree in something rare enough to be looked at, each with no
 * more keys than that takes.
 *
 * @param recordBits log2 of the number of records, or of what one match is among
 */
export function blockingRules(keys: readonly BlockingKey[], recordBits: number): string[] {
  const needed = Math.max(LEAST_BITS, recordBits - PAIRS_A_RECORD);
  const rules: (readonly BlockingKey[])[] = [];
  let open: (readonly BlockingKey[])[] = [[]];
  for (let size = 1; size <= MOST_KEYS; size++) {
    const longer = open.flatMap((set) => keys.filter((key) => mayFollow(set, key, keys)).map((key) => [...set, key]));
    const isRare = (set: readonly BlockingKey[]) => set.reduce((sum, { bits }) => sum + bits, 0) >= needed;
    rules.push(...longer.filter(isRare).sort((a, b) => bitsOf(b) - bitsOf(a)));
    open = longer.filter((set) => !isRare(set));
    if (rules.length >= MOST_RULES / 2) break;
  }
  const best = rules.length > 0 ? rules : keys.length > 0 ? [keys.filter(isFirstOfColumn)] : [];
  return best.slice(0, MOST_RULES).map(ruleOf);
}

const bitsOf = (set: readonly BlockingKey[]) => set.reduce((sum, { bits }) => sum + bits, 0);

function mayFollow(set: readonly BlockingKey[], key: BlockingKey, keys: readonly BlockingKey[]): boolean {
  const last = set.at(-1);
  return (
    (last === undefined || keys.indexOf(key) > keys.indexOf(last)) && set.every(({ column }) => column !== key.column)
  );
}

function isFirstOfColumn({ column }: BlockingKey, i: number, keys: readonly BlockingKey[]): boolean {
  return keys.findIndex((each) => each.column === column) === i;
}

function ruleOf(keys: readonly BlockingKey[]): string {
  return keys.map(({ sql }) => `${sql.replaceAll('$', 'l')} = ${sql.replaceAll('$', 'r')}`).join(' AND ');
}
