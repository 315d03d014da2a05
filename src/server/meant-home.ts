import { FolderHome } from '../home/folder/folder-home.js';
import type { Home } from '../home/home.js';
import { openDatabaseHome } from './database.js';

/** The home of the store that is meant: of the database, where one is named, else of the data folder. */
export async function openMeantHome({
  data,
  store,
}: {
  readonly data: string;
  readonly store?: string | undefined;
}): Promise<Home> {
  return store === undefined ? new FolderHome(data) : openDatabaseHome(store);
}
