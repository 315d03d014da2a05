/**
 * The contract over HTTP, answered in turns by two nodes over one database, of which each indexes half of the records:
 * what is searched, and what is decided by a search, is as on one node.
 */
import { hasPostgres } from '../../support/postgres-server.js';
import { postgres } from './postgres.js';
import { it } from 'vitest';

process.env['LIKENESS_TEST_STORE'] = 'partitions';

if (hasPostgres) {
  await import('../../http/decisions.test.js');
  await import('../../http/decisions-status.test.js');
  await import('../../http/merge.test.js');
  await import('../../http/query.test.js');
  await import('../../http/position.test.js');
  await import('../../http/object-limits.test.js');
} else it.skip(postgres.title('the contract over partitions'));

export {};
