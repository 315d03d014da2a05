import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadConfiguration } from '../../../../src/store/config/load.js';
import { files } from '../../../service/model/configuration.js';
import { newFolder } from '../../../support/temporary-folder.js';
import type { ModelPlace } from '../../../service/model/places.js';
import { modelAgreement } from '../../../service/model/run-model.js';
import { INSTALLATION } from '../../../service/model/state.js';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import { CuttableLine } from './cut-off.js';
import { newDatabase, postgres, serverUrl } from './postgres.js';

/** A database. Cutting its connection keeps all commits, whether acknowledged or not. */
async function databasePlace(): Promise<ModelPlace & { readonly url: string }> {
  const line = await CuttableLine.to(await serverUrl());
  const database = await newDatabase();
  const { schema } = database;
  const url = new URL(line.url);
  url.searchParams.set('schema', schema);
  url.searchParams.set('application_name', schema);
  const objects = typesOfModel();
  let lives = 0;
  const backends = (): Promise<unknown[]> =>
    database.query('select from pg_stat_activity where application_name = $1', [schema]);
  return {
    url: database.url(),
    // `patience: 0` ends the process if a commit cannot be sent immediately. The tables for SQL, which the consistency
    // check compares, start without the fields that the model adds later.
    open: async (now) => {
      const tables = (await objects)[Math.min(lives++, 1)];
      return openPostgresStore(url.toString(), { now, patience: 0, tables, installation: INSTALLATION });
    },
    cutAfter: (operations) => line.cutAfter(operations),
    recover: async () => {
      // Sent transactions may still be committed.
      while ((await backends()).length > 0) await pause(5);
      // Simulates 30 seconds passing: an erasure waits for nodes that may still be running.
      await database.query(`delete from ${schema}.nodes`);
      line.mend();
    },
    remove: async () => {
      await line.close();
      await database.drop();
    },
  };
}

async function typesOfModel() {
  const folder = newFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
  const configurations = [await loadConfiguration(), await loadConfiguration(folder)];
  return configurations.map(({ registry }) => registry.types);
}

postgres.describe('the model over a database', () => {
  modelAgreement('a database', 12, databasePlace);
});
