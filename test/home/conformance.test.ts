import { FolderHome } from '../../src/home/folder/folder-home.js';
import { PostgresHome } from '../../src/home/postgres/postgres-home.js';
import { NodeDatabase } from '../../src/store/postgres/node-database.js';
import { newFolder } from '../support/temporary-folder.js';
import { newDatabase, postgres } from '../store/postgres/postgres.js';
import { homeConformance, type HomePlace } from './conformance.js';

homeConformance('a data folder', () => {
  const folder = newFolder();
  return Promise.resolve({
    open: () => Promise.resolve(new FolderHome(folder)),
    // With all others of the test.
    remove: () => Promise.resolve(),
  });
});

const database = (parameters: string) => async (): Promise<HomePlace> => {
  const made = await newDatabase();
  return {
    open: async () => new PostgresHome(await NodeDatabase.open(made.url(parameters))),
    remove: () => made.drop(),
  };
};

const isSkipped = !postgres.isThere;
homeConformance(postgres.title('a PostgreSQL database'), database(''), { isSkipped, programs: 20 });
homeConformance(postgres.title('a PostgreSQL database without notifications'), database('listen=off'), {
  isSkipped,
  programs: 5,
});
