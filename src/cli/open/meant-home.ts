import { FolderHome } from '../../store/home/folder/folder-home.js';
import type { Home } from '../../store/home/home.js';
import { openDatabaseHome } from './database.js';

/** The home of the chosen store: of the database if one is given, otherwise of the data folder. */
export async function openMeantHome({
  data,
  store,
}: {
  readonly data: string;
  readonly store?: string | undefined;
}): Promise<Home> {
  return store === undefined ? new FolderHome(data) : openDatabaseHome(store);
}
