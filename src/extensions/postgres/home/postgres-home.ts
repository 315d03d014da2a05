import type { Following } from '../../../runtime/watch.js';
import { tableTopic } from '../store/feed.js';
import { locationOf } from '../store/location.js';
import type { NodeDatabase } from '../store/node-database.js';
import { mustBeName, type Home } from '../../../store/home/home.js';
import type { SpendingHome } from '../../../store/home/spent-set.js';
import { PostgresDocuments } from './postgres-documents.js';
import { PostgresLease } from './postgres-lease.js';

/** @throws StoreUnavailableError while the database is unavailable */
export class PostgresHome extends PostgresDocuments implements Home, SpendingHome {
  readonly isShared = true;
  readonly now: () => number;

  /** @param database closed with the home */
  constructor(readonly database: NodeDatabase) {
    super({
      schema: database.schema,
      channel: locationOf(database.url).names.homeChannelName,
      query: (text, values) => database.query(text, values),
      transaction: (work) => database.transaction(work),
    });
    this.now = database.clock.now;
  }

  identity(): Promise<string> {
    return Promise.resolve(this.database.store.identity);
  }

  lease(name: string): PostgresLease {
    return new PostgresLease(this.database, name);
  }

  follow(folder: string, changed: () => void | Promise<void>, onError: (message: string) => void): Following {
    mustBeName(folder);
    return this.database.feed.follow(folder, changed, onError);
  }

  followSpent(changed: () => Promise<void>, onError: (message: string) => void): Following {
    return this.database.feed.follow(tableTopic('spent'), changed, onError);
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
