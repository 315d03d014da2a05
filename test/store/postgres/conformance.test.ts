import { recordStoreConformance } from '../conformance.js';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.js';
import { SPILLED } from '../spilled.js';
import { postgres, newDatabase } from './postgres.js';

for (const [name, parameters, options] of [
  ['the PostgreSQL store', '', {}],
  ['the PostgreSQL store that polls', 'listen=off', {}],
  ['the PostgreSQL store, its records on disk', '', { recordMemory: SPILLED }],
] as const)
  recordStoreConformance(
    postgres.title(name),
    async (now) => {
      const database = await newDatabase();
      return {
        open: () => openPostgresStore(database.url(parameters), { now, ...options }),
        isDurable: true,
        remove: () => database.drop(),
      };
    },
    { programs: 10, isSkipped: !postgres.isThere },
  );
