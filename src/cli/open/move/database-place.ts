import { recordIn, type AuditEntry } from '../../../service/auth/audit-log.js';
import { clientsOfDatabase, putClientsInDatabase } from '../../../service/auth/moved-clients.js';
import { databaseTime } from '../../../extensions/postgres/store/database-clock.js';
import { locationOf } from '../../../extensions/postgres/store/location.js';
import { NodeDatabase } from '../../../extensions/postgres/store/node-database.js';
import { withRestingDatabase, type RestingDatabase } from '../../../extensions/postgres/store/resting-database.js';
import { PostgresDocuments } from '../../../extensions/postgres/home/postgres-documents.js';
import { PostgresHome } from '../../../extensions/postgres/home/postgres-home.js';
import type { Contents, MovePlace, PlaceOptions } from './move.js';
import { copyHome } from './moved-home.js';

export class DatabasePlace implements MovePlace {
  readonly shown: string;

  constructor(
    private readonly url: string,
    private readonly options: PlaceOptions = {},
  ) {
    this.shown = locationOf(url).shown;
  }

  take<T>(use: (contents: Contents) => Promise<T>): Promise<T> {
    return withRestingDatabase(this.url, 'source', async (database) => {
      const now = this.options.now?.() ?? (await databaseTime(database.query));
      return this.#reading(database, now, use);
    });
  }

  put({ state, clients, home }: Contents, verify: (written: Contents) => Promise<void>): Promise<void> {
    return withRestingDatabase(this.url, 'target', async (database) => {
      await this.#refuse(database);
      await database.save(state);
      await putClientsInDatabase(homeOf(database), clients);
      await copyHome(home, homeOf(database));
      await this.#reading(database, 0, verify);
    });
  }

  mustBeEmpty(): Promise<void> {
    return withRestingDatabase(this.url, 'target', (database) => this.#refuse(database));
  }

  async record(entry: AuditEntry): Promise<void> {
    const home = new PostgresHome(await NodeDatabase.open(this.url));
    await recordIn(home, entry).finally(() => home.close());
  }

  async #reading<T>(database: RestingDatabase, now: number, use: (contents: Contents) => Promise<T>): Promise<T> {
    const home = homeOf(database);
    const state = await database.load(this.options.recordMemory);
    try {
      return await use({ state, clients: await clientsOfDatabase(home, now), home });
    } finally {
      state.close();
    }
  }

  async #refuse(database: RestingDatabase): Promise<void> {
    const held = await database.contents();
    if (held.length > 0)
      throw new Error(
        `${this.shown} is not empty (it contains ${held.join(', ')}): use another database, or another schema with ?schema=NAME`,
      );
  }
}

function homeOf({ query, schema, channel }: RestingDatabase): PostgresDocuments {
  return new PostgresDocuments({ query, schema, channel, transaction: (work) => work(query) });
}
