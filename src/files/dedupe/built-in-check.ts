import { Dictionary } from '../../runtime/memory/dictionary.js';
import { hashText } from '../../runtime/memory/hash.js';
import { contradictionsOfType } from '../../matching/contradictions/contradictions.js';
import { RowContradictions } from '../../matching/contradictions/row-contradictions.js';
import { GroundsOf } from '../../matching/grounds/grounds.js';
import { reduceScenarios } from '../../matching/reduce-scenario.js';
import { fold } from '../../matching/text/fold.js';
import { TextRows } from '../../matching/text-rows.js';
import type { Scenario } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import { contradictionContext } from '../../store/config/resolve-definitions.js';
import type { Configuration } from '../../store/config/configuration.js';
import type { ComparedRows } from '../learning/comparisons.js';
import { digitsOf } from '../read/mentions.js';
import { scenariosOfNumbers } from './asked-scenarios.js';
import { findPairs, type FoundPair } from './find-pairs.js';

/** Maximum rows compared. From a larger file, only the rows with some of the names are used. */
const MOST_ROWS = 5_000;
const BEGINNING = 4;
/** Minimum number of pairs that are evidence. A chain may have a few branches in the same street. */
const FEWEST = 4;
const ROWS_A_PAIR = 25;
/**
 * Maximum pairs judged per row. If many rows have the same name, there are more pairs, and only the best pairs are
 * evidence.
 */
const PAIRS_A_ROW = 10;
/** Maximum number of rows with the same full name. */
const MOST_NAMESAKES = 500;

const OWN = /^(?:Mobile|Home|Other)?(Birthdate|Email|Phone)(?:__c)?$/;
/** Number of final digits that are the same in every way of writing a phone number. */
const LOCAL_DIGITS = 8;

/**
 * Finds pairs with the same name and the same birth date, e-mail address or phone number. A learned scenario may miss
 * them.
 */
export function namedAlike(rows: ComparedRows): [number, number][] {
  if (!(rows instanceof TextRows)) return [];
  const values = new Map<string, Dictionary>();
  const owned = [...rows.filled()].flatMap((field) => {
    const kind = OWN.exec(field)?.[1];
    if (kind === undefined) return [];
    if (!values.has(kind)) values.set(kind, new Dictionary());
    const plain = kind === 'Phone' ? (text: string) => digitsOf(fold(text)).slice(-LOCAL_DIGITS) : plainText;
    const { numbers, texts } = rows.column(field)!;
    // Each distinct text is folded once.
    const ownOf = new Int32Array(texts.size + 1);
    for (let i = 1; i < ownOf.length; i++) ownOf[i] = numberOf(values.get(kind)!, plain(texts.text(i)));
    return [{ kind, of: (row: number) => ownOf[numbers.get(row)]! }];
  });
  const counts = new Map([...values].map(([kind, { size }]) => [kind, new Int32Array(size + 1)]));
  for (const { kind, of } of owned) for (let row = 0; row < rows.length; row++) counts.get(kind)![of(row)]! += 1;
  const [first, last, whole, company] = ['FirstName', 'LastName', 'Name', 'Company'].map((field) =>
    foldedIn(rows, field),
  ) as [Folded, Folded, Folded, Folded];
  const before = new Map<string, number>();
  const pairs: [number, number][] = [];
  for (let row = 0; row < rows.length; row++) {
    const shared = owned.filter(({ kind, of }) => of(row) !== 0 && counts.get(kind)![of(row)]! > 1);
    if (shared.length === 0) continue;
    const names = [first, last].map((folded) => (folded(row) ?? '').trim());
    const name = names.includes('') ? (whole(row) ?? company(row) ?? '') : names.sort().join(' ');
    for (const { kind, of } of name === '' ? [] : shared) {
      const key = `${name}\n${kind}\n${of(row)}`;
      const one = before.get(key);
      if (one !== undefined && one !== row) pairs.push([one, row]);
      before.set(key, row);
    }
  }
  return pairs;
}

const plainText = (text: string) => fold(text).trim();

const numberOf = (texts: Dictionary, text: string) => (text === '' ? 0 : texts.add(text));

type Folded = (row: number) => string | undefined;

/** Returns a row's folded text; `undefined` if it has none. Folds each distinct text once. */
function foldedIn(rows: TextRows, field: string): Folded {
  const column = rows.column(field);
  const known: string[] = [];
  return (row) => {
    const number = column?.numbers.get(row) ?? 0;
    return number === 0 ? undefined : (known[number] ??= fold(column!.texts.text(number)));
  };
}

/**
 * Returns the pairs with the most equal values. Of the pairs with equally many equal values, returns either all or
 * none.
 */
function bestPairs(rows: TextRows, scenarios: readonly Scenario[]): readonly FoundPair[] {
  const most = rows.length * PAIRS_A_ROW;
  let [best, least]: [FoundPair[], number] = [[], 0];
  for (const pair of findPairs(rows, scenarios)) {
    if (rows.equalValues(pair.a, pair.b) < least) continue;
    best.push(pair);
    if (best.length <= most) continue;
    least = 1 + best.reduce((lowest, { a, b }) => Math.min(lowest, rows.equalValues(a, b)), Infinity);
    best = best.filter(({ a, b }) => rows.equalValues(a, b) >= least);
  }
  return best;
}

interface BuiltInPairs {
  readonly pairs: readonly (readonly [number, number])[];
  /** Whether there are so many that a learned scenario must find most of them. */
  readonly areEvidence: boolean;
}

/**
 * Returns a function that finds pairs with enough evidence and no contradictions. The function uses a copy of the rows.
 * The result is empty if the rows are not in memory.
 */
export function builtInPairs(
  rows: ComparedRows,
  fields: ReadonlySet<string>,
  type: ObjectType,
  configuration: Configuration,
): () => BuiltInPairs {
  const { scenarios: builtIn } = reduceScenarios(
    [
      ...configuration.scenarios.filter(({ object, usage }) => object === type.name && usage.includes('restSearch')),
      ...scenariosOfNumbers(configuration, type, fields),
    ],
    fields,
    'merged',
  );
  if (!(rows instanceof TextRows) || builtIn.length === 0) return () => ({ pairs: [], areEvidence: false });
  const parts = Math.ceil(rows.length / MOST_ROWS);
  const looked = new TextRows();
  const numbers: number[] = [];
  const counts = new Map<string, number>();
  const last = foldedIn(rows, 'LastName');
  const whole = foldedIn(rows, 'Name');
  for (let row = 0; row < rows.length && numbers.length < MOST_ROWS; row++) {
    const name = last(row) ?? whole(row) ?? '';
    if (parts > 1 && (name === '' || hashText(name.slice(0, BEGINNING)) % parts !== 0)) continue;
    const namesakes = last(row) === undefined && name !== '' ? (counts.get(name) ?? 0) + 1 : 0;
    if (namesakes > MOST_NAMESAKES) continue;
    counts.set(name, namesakes);
    looked.add(rows.at(row));
    numbers.push(row);
  }
  return () => {
    const judged = contradictionsOfType(type, contradictionContext(configuration));
    const names = type.fields.map(({ name }) => name);
    const known = new RowContradictions(judged, builtIn, new GroundsOf(type.fields, judged), names);
    known.addAll(looked);
    const pairs: [number, number][] = [];
    for (const { a, b } of bestPairs(looked, builtIn))
      if (!known.contradict(a, b) && builtIn.some((each) => known.hasGrounds(a, b, each)))
        pairs.push([numbers[a]!, numbers[b]!]);
    return { pairs, areEvidence: pairs.length >= Math.max(FEWEST, numbers.length / ROWS_A_PAIR) };
  };
}
