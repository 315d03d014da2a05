import { hashText } from '../../runtime/memory/hash.js';
import { contradictionsOfType } from '../../matching/contradictions/contradictions.js';
import { RowContradictions } from '../../matching/contradictions/row-contradictions.js';
import { GroundsOf } from '../../matching/grounds/grounds.js';
import { reduceScenarios } from '../../matching/reduce-scenario.js';
import { fold } from '../../matching/text/fold.js';
import { TextRows } from '../../matching/text-rows.js';
import type { ObjectType } from '../../records/object-type.js';
import { contradictionContext } from '../../store/config/resolve-definitions.js';
import type { Configuration } from '../../store/config/configuration.js';
import type { ComparedRows } from '../learning/comparisons.js';
import { digitsOf } from '../read/mentions.js';
import { scenariosOfNumbers } from './asked-scenarios.js';
import { findPairs } from './find-pairs.js';

/** Maximum rows compared. From a larger file, only the rows with some of the names are used. */
const MOST_ROWS = 5_000;
const BEGINNING = 4;
/** Minimum number of pairs that are evidence. A chain may have a few branches in one street. */
const FEWEST = 4;
const ROWS_A_PAIR = 25;

const OWN = /^(?:Mobile|Home|Other)?(Birthdate|Email|Phone)(?:__c)?$/;
/** Number of final digits that are equal however a phone number is written. */
const LOCAL_DIGITS = 8;

/**
 * Finds pairs with equal names and an equal birth date, e-mail address or phone number. A learned scenario may miss
 * them.
 */
export function namedAlike(rows: ComparedRows): [number, number][] {
  if (rows.fills !== undefined) return [];
  const before = new Map<string, number>();
  const pairs: [number, number][] = [];
  let row = 0;
  for (const texts of rows) {
    const names = [texts.FirstName, texts.LastName].map((text = '') => fold(text).trim());
    const name = names.includes('') ? fold(texts.Name ?? texts.Company ?? '') : names.sort().join(' ');
    for (const [field, text] of name === '' ? [] : Object.entries(texts)) {
      const [, kind] = OWN.exec(field) ?? [];
      if (kind === undefined) continue;
      const own = kind === 'Phone' ? digitsOf(fold(text)).slice(-LOCAL_DIGITS) : fold(text).trim();
      if (own === '') continue;
      const key = `${name}\n${kind}\n${own}`;
      const one = before.get(key);
      if (one !== undefined && one !== row) pairs.push([one, row]);
      before.set(key, row);
    }
    row++;
  }
  return pairs;
}

/** Returns the beginning of a row's folded text; `undefined` if it has none. Folds each distinct text once. */
function beginningIn(rows: TextRows, field: string): (row: number) => string | undefined {
  const column = rows.column(field);
  const known: string[] = [];
  return (row) => {
    const number = column?.numbers.get(row) ?? 0;
    return number === 0 ? undefined : (known[number] ??= fold(column!.texts.text(number)).slice(0, BEGINNING));
  };
}

/**
 * Returns a function that finds pairs with enough evidence and no contradictions, most of which a learned scenario must
 * find. The function uses a copy of the rows. The result is empty if there are few pairs, or if the rows are not in
 * memory.
 */
export function builtInPairs(
  rows: ComparedRows,
  fields: ReadonlySet<string>,
  type: ObjectType,
  configuration: Configuration,
): () => [number, number][] {
  const { scenarios: builtIn } = reduceScenarios(
    [
      ...configuration.scenarios.filter(({ object, usage }) => object === type.name && usage.includes('restSearch')),
      ...scenariosOfNumbers(configuration, type, fields),
    ],
    fields,
    'merged',
  );
  if (!(rows instanceof TextRows) || builtIn.length === 0) return () => [];
  const parts = Math.ceil(rows.length / MOST_ROWS);
  const looked = new TextRows();
  const numbers: number[] = [];
  const last = beginningIn(rows, 'LastName');
  const whole = beginningIn(rows, 'Name');
  for (let row = 0; row < rows.length && numbers.length < MOST_ROWS; row++) {
    const name = last(row) ?? whole(row) ?? '';
    if (parts > 1 && (name === '' || hashText(name) % parts !== 0)) continue;
    looked.add(rows.at(row));
    numbers.push(row);
  }
  return () => {
    const judged = contradictionsOfType(type, contradictionContext(configuration));
    const names = type.fields.map(({ name }) => name);
    const known = new RowContradictions(judged, builtIn, new GroundsOf(type.fields, judged), names);
    known.addAll(looked);
    const pairs: [number, number][] = [];
    for (const { a, b } of findPairs(looked, builtIn))
      if (!known.contradict(a, b) && builtIn.some((each) => known.hasGrounds(a, b, each)))
        pairs.push([numbers[a]!, numbers[b]!]);
    return pairs.length < Math.max(FEWEST, numbers.length / ROWS_A_PAIR) ? [] : pairs;
  };
}
