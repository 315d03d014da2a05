/**
 * The contract over HTTP, answered in turns by two nodes over one database. A record that was made through one is read,
 * found, changed and undone through the other.
 */
import { hasPostgres } from '../../support/postgres-server.js';
import { postgres } from './postgres.js';
import { it } from 'vitest';

process.env['LIKENESS_TEST_STORE'] = 'postgres';

if (hasPostgres) {
  await import('../../http/decisions.test.js');
  await import('../../http/decisions-status.test.js');
  await import('../../http/merge.test.js');
  await import('../../http/query.test.js');
  await import('../../http/position.test.js');
  await import('../../http/object-limits.test.js');
  await import('../../http/recorded-answers.test.js');
} else it.skip(postgres.title('the contract over a database'));

export {};
