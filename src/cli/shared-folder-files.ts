import { changeInDatabase } from '../service/auth/client-changes.js';
import { audit, COMMAND_LINE, type WriteDown } from './audit-changes.js';
import { dataOption, storeOption } from './options.js';

/** Options of commands about clients and keys, which the nodes of a database share. */
export const sharedDataOptions = { ...dataOption, ...storeOption };

/**
 * Runs a command on the files of the data folder, or on the files shared by the nodes of a database. For a database,
 * `data` is a temporary folder, and audit entries are saved with the change.
 * @param run also receives a clock that returns milliseconds since the epoch; for a database, this is the database's
 * clock
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
    const { openDatabaseHome } = await import('./open/database.js');
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
