import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditLine } from '../auth/audit-log.js';
import { SharedFiles } from '../auth/shared-files.js';
import { audit, COMMAND_LINE, type WriteDown } from './audit-changes.js';
import { dataOption, storeOption } from './options.js';

/** For commands about clients and keys, which nodes over one database share. */
export const sharedDataOptions = { ...dataOption, ...storeOption };

/**
 * Runs a command on the files of the data folder, or, where a database is named, on those that all nodes over it share:
 * then `data` is a folder that goes with the command, and what it did is written down in the same transaction.
 *
 * @param run is given the clock as well, which is the database's where one is named: milliseconds since the epoch
 */
export function onSharedFiles<V extends { readonly data: string; readonly store: string | undefined }>(
  run: (values: V, record: WriteDown, now: () => number) => void | Promise<void>,
): (values: V) => Promise<void> {
  return async (values) => {
    if (values.store === undefined) return run(values, (entry) => audit(values.data, entry), Date.now);
    const { openNodeDatabase } = await import('../server/database.js');
    const { appendAudit } = await import('../auth/database-audit.js');
    const database = await openNodeDatabase(values.store);
    const data = mkdtempSync(join(tmpdir(), 'likeness-clients-'));
    try {
      await new SharedFiles(database, data).change(async (query) => {
        const entries: object[] = [];
        const { now } = database.clock;
        const record: WriteDown = (entry) => entries.push(auditLine({ by: COMMAND_LINE, ...entry }, now()));
        await run({ ...values, data }, record, now);
        if (entries.length > 0) await appendAudit(query, database.schema, entries);
      });
    } finally {
      rmSync(data, { recursive: true, force: true });
      await database.close();
    }
  };
}
