import { setTimeout as pause } from 'node:timers/promises';
import type { PartAnswer, PartQuery } from '../../../src/index/parts/index-part.js';
import { openLikeness } from '../../../src/service/open.js';
import type { Service } from '../../../src/service/service.js';
import type { ModelPlace } from '../../service/model/places.js';
import { modelAgreement } from '../../service/model/run-model.js';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.js';
import { CuttableLine } from './cut-off.js';
import { newDatabase, postgres, serverUrl } from './postgres.js';

/** A database, of which a cut of the line leaves what had been committed, answered or not. */
async function databasePlace(): Promise<ModelPlace & { readonly url: string }> {
  const line = await CuttableLine.to(await serverUrl());
  const database = await newDatabase();
  const { schema } = database;
  const url = new URL(line.url);
  url.searchParams.set('schema', schema);
  url.searchParams.set('application_name', schema);
  const backends = (): Promise<unknown[]> =>
    database.query('select from pg_stat_activity where application_name = $1', [schema]);
  return {
    url: database.url(),
    // What cannot be sent at once is refused: the process dies.
    open: (now) => openPostgresStore(url.toString(), { now, patience: 0 }),
    cutAfter: (operations) => line.cutAfter(operations),
    recover: async () => {
      // What was sent may be committed still.
      while ((await backends()).length > 0) await pause(5);
      // As half a minute later: an erasure waits for who may still live.
      await database.query(`delete from ${schema}.nodes`);
      line.mend();
    },
    remove: async () => {
      await line.close();
      await database.drop();
    },
  };
}

/** Half of the indexes is at another node, which lives on when this one is cut off. */
async function halfPlace(): Promise<ModelPlace> {
  let other: Service | undefined;
  const place = await databasePlace();
  const partition = { part: 0, parts: 2 };
  return {
    ...place,
    partitioning: async (configuration) => {
      const store = await openPostgresStore(place.url);
      const nobody = { ask: () => Promise.reject(new Error('it is asked, and asks nobody')) };
      const likeness = await openLikeness({
        ...{ configuration, store },
        partitioning: { partition: { ...partition, part: 1 }, others: () => [nobody, nobody] },
      });
      other = likeness;
      const ask = ({ scenarios, ...query }: PartQuery, objectType: string, digest: Digest): Promise<PartAnswer> => {
        const scenarioIds = scenarios.map(({ id }) => id);
        const question = { ...query, objectType, scenarioIds, digest: digest(scenarioIds) };
        return Promise.resolve(likeness.ownPart.answer(question, 'the other half'));
      };
      return {
        partition,
        others: (objectType, digest) => [nobody, { ask: (query) => ask(query, objectType, digest) }],
      };
    },
    remove: async () => {
      await other?.close();
      await place.remove();
    },
  };
}

type Digest = (scenarioIds: readonly string[]) => string;

postgres.describe('the model over a database', () => {
  modelAgreement('a database', 12, databasePlace);
  modelAgreement('a node with half of the indexes', 6, halfPlace);
});
