import { recordStoreConformance } from '../../../store/conformance.js';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import { needs } from '../../../support/needs.js';
import { SPILLED } from '../../../store/spilled.js';
import { newDatabase } from './postgres.js';

for (const [name, parameters, options] of [
  ['the PostgreSQL store', '', {}],
  ['the PostgreSQL store that polls', 'listen=off', {}],
  ['the PostgreSQL store, its records on disk', '', { recordMemory: SPILLED }],
] as const)
  recordStoreConformance(
    name,
    async (now) => {
      const database = await newDatabase();
      return {
        open: () => openPostgresStore(database.url(parameters), { now, ...options }),
        isDurable: true,
        remove: () => database.drop(),
      };
    },
    { programs: 10, ...needs('postgres') },
  );
