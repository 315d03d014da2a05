import { readdir } from 'node:fs/promises';
import type { Command } from 'commander';
import { eraseFromGroups } from '../../jobs/erase-from-groups.js';
import { JobFolder } from '../../jobs/job-folder.js';
import type { HistoryPage, ShownChange } from '../../contract/likeness.js';
import { COMMAND_LINE } from '../audit.js';
import { argument, command, parsedOr } from '../command.js';
import { Failure } from '../errors.js';
import { openNodeDatabase } from '../database.js';
import { configurationMeant, auditIn, withLikeness, withService, type StoreChoice } from '../meant-store.js';
import { configOption, dataOption, jsonOption, parseCount, serviceOptions, storeOption } from '../options.js';
import { note, show } from '../output/print.js';
import { table } from '../output/table.js';

const caller = { clientId: COMMAND_LINE };

/** `likeness history RECORD` */
export const historyCommand = (): Command =>
  command(
    'history',
    {
      description: 'the changes of a record, newest first: who, when, by which request, what decided, what changed',
      inputs: {
        record: argument('<record>', 'record Id'),
        pageSize: parsedOr('--page-size <n>', 'changes on a page', parseCount, 50),
        page: parsedOr('--page <n>', 'which page', parseCount, 1),
        ...serviceOptions,
        ...jsonOption,
      },
      examples: [
        'history 0030000000000AfAAI',
        'history 0030000000000AfAAI --json --url http://127.0.0.1:8080 --token "$TOKEN"',
      ],
    },
    async ({ record, page, pageSize, json, ...given }) => {
      const paging = { page, pageSize };
      const history = await withService(given, await configurationMeant(given), {
        local: (likeness) => likeness.history(record, paging),
        remote: (service) => service.history<HistoryPage>(record, paging),
      });
      show(json, history, () => historyTable(history));
      const last = Math.ceil(history.totalSize / pageSize);
      if (json !== true && last > 1) note(`page ${history.page} of ${last}, ${history.totalSize} changes`);
    },
  );

/** `likeness undo CHANGE` */
export const undoCommand = (): Command =>
  command(
    'undo',
    {
      description: 'take a change back; refused with the reason when later changes stand on it',
      inputs: {
        id: argument('<change>', 'change Id, as `likeness history` shows it'),
        ...serviceOptions,
        ...jsonOption,
      },
      examples: ['undo change-000000000012'],
    },
    async ({ id, json, ...given }) => {
      const change = await withService(given, await configurationMeant(given), {
        local: async (likeness) => {
          const undone = await likeness.undo(id, caller);
          await auditIn(given, { action: 'undone', target: [id, undone.recordId], detail: undone.action });
          return undone;
        },
        remote: (service) => service.undo<ShownChange>(id),
      });
      show(json, change, () => `${id} is undone by ${change.id}: ${change.action} of ${change.recordId}\n`);
    },
  );

async function eraseFromJobs({ data, store }: StoreChoice, recordId: string): Promise<void> {
  if (store === undefined) {
    await eraseFromGroups(new JobFolder(data), recordId);
    return;
  }
  const { eraseFromSharedGroups } = await import('../../jobs/erase-from-shared-groups.js');
  const database = await openNodeDatabase(store);
  await eraseFromSharedGroups(database, recordId).finally(() => database.close());
}

/** `likeness erase RECORD`: for requests under data protection law. */
export const eraseCommand = (): Command =>
  command(
    'erase',
    {
      description:
        'remove a record, its history, its suspected pairs, decisions about it, remembered answers that name it, its place in groups of duplicates and what the files of the data folder still hold of it, for good; there is no way back. Backups and exports are not touched',
      inputs: {
        record: argument('<record>', 'record Id; also of a record that is deleted already'),
        ...dataOption,
        ...storeOption,
        ...configOption,
        ...jsonOption,
      },
      examples: ['erase 0030000000000AfAAI'],
    },
    async ({ record, config, json, ...choice }) => {
      const configuration = await configurationMeant({ config, ...choice });
      if (choice.store === undefined) await refuseLeftovers(choice.data);
      const erasure = await withLikeness(choice, configuration, (likeness) => likeness.erase(record, caller));
      const { recordId, wasStored, changes } = erasure;
      await eraseFromJobs(choice, recordId);
      await auditIn(choice, { action: 'erased', target: [recordId] });
      show(
        json,
        erasure,
        () =>
          `erased ${recordId}: ${wasStored ? 'the record' : 'no record'} and ${changes} ${changes === 1 ? 'change' : 'changes'} of it\n`,
      );
      if (json === true) return;
      note(
        'backups and exports that were made before may hold the record: remove them, or erase it from what is restored',
      );
      if (!wasStored && changes === 0) note(`nothing was stored of ${recordId}; the files were rewritten all the same`);
    },
  );

/** What a repair moved aside may hold the record, and nobody can tell which of it is still wanted. */
async function refuseLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder);
  const aside = names.filter((name) => /^damaged-\d+$/.test(name));
  if (aside.length > 0)
    throw new Failure(
      `${folder} holds what a repair moved aside (${aside.join(', ')}): remove that first, the record may stand in it`,
    );
  const rejects = names.filter((name) => /\.rejects\.csv$/.test(name));
  if (rejects.length > 0)
    throw new Failure(
      `${folder} holds rows that an import rejected (${rejects.join(', ')}): remove them first, or move them out of the folder, the record may stand in them`,
    );
}

function historyTable({ records }: HistoryPage): string {
  return table(
    ['change', 'time', 'who', 'action', 'why', 'field', 'before', 'after'],
    records.flatMap((change) => {
      const undone = change.undoneBy === null ? '' : ` (undone by ${change.undoneBy})`;
      const head = [change.id, change.time, change.clientId, change.action + undone, reasonOf(change)];
      const fields = Object.entries(change.changes);
      if (fields.length === 0) return [[...head, '', '', '']];
      return fields.map(([name, { before, after }], i) => [
        ...(i === 0 ? head : ['', '', '', '', '']),
        name,
        before === null ? '' : String(before),
        after === null ? '' : String(after),
      ]);
    }),
    60,
  );
}

const REASONS = {
  duplicate: 'duplicate',
  idSent: 'Id sent',
  noDuplicate: 'no duplicate',
  notChecked: 'no duplicate check',
  belowBar: 'below duplicateScore',
  contradicted: 'contradicted',
  noGrounds: 'rests on too little',
  undo: 'undo',
  merge: 'merge',
  repoint: 'what it pointed to was merged',
} as const;

function reasonOf({ decision, undoes }: ShownChange): string {
  if (decision === null) return 'asked for';
  const { reason, score, scenarioName, scenarioId } = decision;
  if (reason === 'undo') return `undo of ${undoes ?? ''}`;
  const by = score === undefined ? '' : `: ${scenarioName ?? scenarioId ?? ''} ${score}`;
  return REASONS[reason] + by;
}
