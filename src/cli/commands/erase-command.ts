import type { Command } from 'commander';
import { AuditLog } from '../../service/auth/audit-log.js';
import { AuditPlace } from '../../service/auth/audit-place.js';
import { EverythingHeld } from '../../service/config/erasure/everything-held.js';
import { Erasures, idOf } from '../../service/config/erasure/erasures.js';
import type { ErasedStore } from '../../service/config/erasure/resting-place.js';
import type { Configuration } from '../../store/config/configuration.js';
import { FolderHome } from '../../store/home/folder/folder-home.js';
import { COMMAND_LINE } from '../audit-changes.js';
import { argument, command } from '../command.js';
import { openDatabaseHome } from '../open/database.js';
import { configurationMeant } from '../open/configuration-meant.js';
import { auditIn, withService, type StoreChoice } from '../meant-store.js';
import { jsonOption, serviceOptions } from '../options.js';
import { print, show } from '../output/print.js';
import { note } from '../../runtime/notes.js';
import { WrongUse } from '../../runtime/failure.js';
import { join } from 'node:path';

const caller = { clientId: COMMAND_LINE };

export const eraseCommand = (): Command =>
  command({
    name: 'erase',
    description:
      'permanently remove a record and all data about it. This includes its history, suspected pairs, decisions, group memberships, records merged into it, stored responses, uploaded files that mention it, and its values in learned models and data files. This cannot be undone. The command lists copies that it cannot reach, such as backups and exports',
    inputs: {
      record: argument('<record>', 'Id of the record, which may already be deleted'),
      ...serviceOptions,
      ...jsonOption,
    },
    examples: ['erase 0030000000000AfAAI', 'erase 0030000000000AfAAI --url http://127.0.0.1:8080 --token "$TOKEN"'],
    run: async ({ record, json, ...given }) => {
      const configuration = await configurationMeant(given);
      const erased = await withService(given, configuration, {
        local: (likeness) =>
          withStore(given, (store) =>
            new Erasures({ likeness, store, audit: (entry) => auditIn(given, entry) }).erase(record, caller),
          ),
        remote: (service) => service.call('erase', { params: addressOf(configuration, record) }),
      });
      const { recordId, wasStored, changes, merged, elsewhere, outOfReach } = erased;
      show(
        json,
        erased,
        () =>
          `erased ${recordId}: ${wasStored ? 'the record' : 'no record'} and ${changes} ${changes === 1 ? 'change' : 'changes'}\n`,
      );
      if (json === true) return;
      if (merged.length > 0) note(`also erased the records merged into it: ${merged.join(', ')}`);
      for (const each of elsewhere) note(each);
      note(`copies that were not erased:\n${outOfReach.map((each) => `  - ${each}`).join('\n')}`);
      if (!wasStored && changes === 0) note(`nothing was stored about ${recordId}; the files were rewritten anyway`);
    },
  });

export const heldCommand = (): Command =>
  command({
    name: 'held',
    description:
      'print all data held about one person as JSON, for a data access request: the record, its history, related records, suspected pairs, decisions, groups of duplicates, rows of uploaded files that mention it, and audit entries. Review the output before you disclose it, because it also contains data about other people',
    inputs: { record: argument('<record>', 'Id of the record, which may already be deleted'), ...serviceOptions },
    examples: ['held 0030000000000AfAAI > report.json'],
    run: async ({ record, ...given }) => {
      const configuration = await configurationMeant(given);
      const held = await withService(given, configuration, {
        local: (likeness) =>
          withStore(given, async (store) => {
            const recordId = idOf(likeness, addressOf(configuration, record).objectType, record);
            const audit = new AuditLog(new AuditPlace(store.home));
            const report = await new EverythingHeld({ likeness, store, audit, now: () => new Date() }).of(recordId);
            await auditIn(given, { action: 'disclosed', target: [recordId] });
            return report;
          }),
        remote: (service) => service.call('everythingHeld', { params: addressOf(configuration, record) }),
      });
      print(`${JSON.stringify(held, null, 2)}\n`);
    },
  });

/** @throws WrongUse if no declared object has the Id's prefix */
function addressOf({ registry }: Configuration, recordId: string): { objectType: string; recordId: string } {
  const type = registry.types.find(({ keyPrefix }) => recordId.startsWith(keyPrefix));
  if (type === undefined) throw new WrongUse(`'${recordId}' is not a record Id of any object in the configuration`);
  return { objectType: type.name, recordId };
}

async function withStore<T>(
  { data, store, config }: StoreChoice & { readonly config: string },
  use: (store: ErasedStore) => Promise<T>,
): Promise<T> {
  if (store === undefined) return use({ home: new FolderHome(data), folder: data, config });
  const home = await openDatabaseHome(store);
  const opened = { home, folder: data, config: join(data, 'configuration') };
  return use(opened).finally(() => home.close());
}
