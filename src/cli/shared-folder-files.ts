import { changeInDatabase } from '../auth/client-changes.js';
import { audit, COMMAND_LINE, type WriteDown } from './audit-changes.js';
import { dataOption, storeOption } from './options.js';

/** For commands about clients and keys, which nodes over one database share. */
export const sharedDataOptions = { ...dataOption, ...storeOption };

/**
 * Runs a command on the files of the data folder, or, where a database is named, on those that all nodes over it share:
 * then `data` is a folder that goes with the command, and what it did is written down in the same step.
 *
 * @param run is given the clock as well, which is the database's where one is named: milliseconds since the epoch
 */
export function onSharedFiles<V extends { readonly data: string; readonly store: string | undefined }>(
  run: (values: V, record: WriteDown, now: () => number) => void | Promise<void>,
): (values: V) => Promise<void> {
  return async (values) => {
    if (values.store === undefined) {
      const entries: Parameters<WriteDown>[0][] = [];
      try {
        await run(values, (entry) => void entries.push(entry), Date.now);
      } finally {
        await audit(values.data, ...entries);
      }
      return;
    }
    const { openDatabaseHome } = await import('../server/database.js');
    const home = await openDatabaseHome(values.store);
    try {
      await changeInDatabase(home, (data, note, now) =>
        run({ ...values, data }, (entry) => note({ by: COMMAND_LINE, ...entry }), now),
      );
    } finally {
      await home.close();
    }
  };
}
