import { PostgresHome } from '../../../src/extensions/postgres/home/postgres-home.js';
import { NodeDatabase } from '../../../src/extensions/postgres/store/node-database.js';
import { newDatabase } from '../../extensions/postgres/store/postgres.js';
import { needs } from '../../support/needs.js';
import { homeConformance, type HomePlace } from './conformance.js';

const database = (parameters: string) => async (): Promise<HomePlace> => {
  const made = await newDatabase();
  return {
    open: async () => new PostgresHome(await NodeDatabase.open(made.url(parameters))),
    remove: () => made.drop(),
  };
};

homeConformance('a PostgreSQL database', database(''), { programs: 20, ...needs('postgres') });
homeConformance('a PostgreSQL database without notifications', database('listen=off'), {
  programs: 5,
  ...needs('postgres'),
});
