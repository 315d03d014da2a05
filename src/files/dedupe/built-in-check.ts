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
import { scenariosOfNumbers } from './asked-scenarios.js';
import { findPairs } from './find-pairs.js';

/** From larger files, only the rows with some of the names are compared. */
const MOST_ROWS = 5_000;
const BEGINNING = 4;
/** Fewer pairs are no evidence, nor are fewer per row: a chain has a few branches in one street. */
const FEWEST = 4;
const ROWS_A_PAIR = 25;

/** One full name and one birth date: a scenario learned of people who stay where they live finds none who moved. */
export function bornAlike(rows: ComparedRows): [number, number][] {
  if (rows.fills !== undefined) return [];
  const before = new Map<string, number>();
  const pairs: [number, number][] = [];
  let row = 0;
  for (const { FirstName = '', LastName = '', Birthdate = '' } of rows) {
    const [first, last, born] = [FirstName, LastName, Birthdate].map((text) => fold(text).trim());
    if (first !== '' && last !== '' && born !== '') {
      const key = `${first}\n${last}\n${born}`;
      const one = before.get(key);
      if (one !== undefined) pairs.push([one, row]);
      before.set(key, row);
    }
    row++;
  }
  return pairs;
}

/**
 * Pairs with grounds, without contradictions: a learned scenario must find most. Empty if few, or if rows are elsewhere.
 *
 * @returns finds them, in rows that it has copied
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
  if (rows.fills !== undefined || builtIn.length === 0) return () => [];
  const parts = Math.ceil(rows.length / MOST_ROWS);
  const looked = new TextRows();
  const numbers: number[] = [];
  let row = 0;
  for (const texts of rows) {
    const name = fold(texts.LastName ?? texts.Name ?? '').slice(0, BEGINNING);
    if (parts === 1 || (hashText(name) % parts === 0 && name !== '' && numbers.length < MOST_ROWS)) {
      looked.add(texts);
      numbers.push(row);
    }
    row++;
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
