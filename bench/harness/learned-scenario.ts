import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { resolveDefinitions } from '../../src/store/config/resolve-definitions.js';
import { loadConfiguration } from '../../src/store/config/load.js';
import type { Scenario, ScenarioDefinition } from '../../src/matching/scenario.js';
import { Contacts } from '../synthetic/contacts.js';
import { rowsWithDuplicates } from '../synthetic/tasks.js';
import { KEY, writeCsv } from './data-folder.js';
import { finish, likeness, start } from './program.js';
import { temporaryFolder } from './temporary-folder.js';

const MOST_ROWS = 100_000;

/** Learns from `size` generated contacts, but at most 100,000. One in six is a duplicate. */
export async function learnScenario(size: number): Promise<ScenarioDefinition> {
  const folder = temporaryFolder('learned');
  const csv = join(folder, 'contacts.csv');
  const out = join(folder, 'scenario.json');
  function* rows() {
    for (const { values } of rowsWithDuplicates(new Contacts(), Math.min(size, MOST_ROWS))) yield values;
  }
  await writeCsv(csv, rows());
  await finish(start(likeness('train', csv, '--object', 'Contact', '--map', `${KEY}=`, '--out', out)));
  const [scenario] = JSON.parse(readFileSync(out, 'utf8')) as ScenarioDefinition[];
  rmSync(folder, { recursive: true });
  return scenario!;
}

/** The learned scenario, resolved. */
export async function learnedScenario(size: number): Promise<Scenario> {
  const [scenario] = resolveDefinitions(await loadConfiguration(), [await learnScenario(size)], 'the learned scenario');
  return scenario!;
}
