/** Tests the HTTP contract with requests that alternate between two nodes on the same database. */
import { afterAll, it } from 'vitest';
import { serveOver } from '../../../http/twin-database.js';
import { needs } from '../../../support/needs.js';
import { newDatabase } from './postgres.js';

const { skip } = needs('postgres');
if (skip) it('the contract over a database', needs('postgres'), () => undefined);
else {
  serveOver(newDatabase);
  afterAll(() => serveOver(undefined));
  await import('../../../http/decisions.test.js');
  await import('../../../http/merge.test.js');
  await import('../../../http/recorded-answers.test.js');
  await import('../../../http/unique.test.js');
}
