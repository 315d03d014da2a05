import type { Command } from 'commander';
import type { HistoryPage } from '../../service/likeness.js';
import type { ShownChange } from '../../service/undo/shown-change.js';
import { COMMAND_LINE } from '../audit-changes.js';
import { argument, command, parsedOr } from '../command.js';
import { configurationMeant } from '../open/configuration-meant.js';
import { auditIn, withService } from '../meant-store.js';
import { jsonOption, parseCount, serviceOptions } from '../options.js';
import { show } from '../output/print.js';
import { table } from '../../files/write/text-table.js';
import { note } from '../../runtime/notes.js';

const caller = { clientId: COMMAND_LINE };

export const historyCommand = (): Command =>
  command({
    name: 'history',
    description: 'list the changes to a record, newest first, with client, time, request, reason and values',
    inputs: {
      record: argument('<record>', 'record Id'),
      pageSize: parsedOr('--page-size <n>', 'changes per page', parseCount, 50),
      page: parsedOr('--page <n>', 'page number', parseCount, 1),
      ...serviceOptions,
      ...jsonOption,
    },
    examples: [
      'history 0030000000000AfAAI',
      'history 0030000000000AfAAI --json --url http://127.0.0.1:8080 --token "$TOKEN"',
    ],
    run: async ({ record, page, pageSize, json, ...given }) => {
      const paging = { page, pageSize };
      const history = await withService(given, await configurationMeant(given), {
        local: (likeness) => likeness.history(record, paging),
        remote: (service) => service.call('history', { params: { recordId: record }, query: paging }),
      });
      show(json, history, () => historyTable(history));
      const last = Math.ceil(history.totalSize / pageSize);
      if (json !== true && last > 1) note(`page ${history.page} of ${last}, ${history.totalSize} changes`);
    },
  });

export const undoCommand = (): Command =>
  command({
    name: 'undo',
    description: 'undo a change; fails with the reason if later changes depend on it',
    inputs: {
      id: argument('<change>', 'change Id, as shown by `likeness history`'),
      ...serviceOptions,
      ...jsonOption,
    },
    examples: ['undo change-000000000012'],
    run: async ({ id, json, ...given }) => {
      const change = await withService(given, await configurationMeant(given), {
        local: async (likeness) => {
          const undone = await likeness.undo(id, caller);
          await auditIn(given, { action: 'undone', target: [id, undone.recordId], detail: undone.action });
          return undone;
        },
        remote: (service) => service.call('undo', { params: { changeId: id } }),
      });
      show(json, change, () => `${id} is undone by ${change.id}: ${change.action} of ${change.recordId}\n`);
    },
  });

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
  noGrounds: 'too little evidence',
  undo: 'undo',
  merge: 'merge',
  repoint: 'the referenced record was merged',
  reported: 'duplicate, only reported',
} as const;

function reasonOf({ decision, undoes }: ShownChange): string {
  if (decision === null) return 'requested';
  const { reason, score, scenarioName, scenarioId } = decision;
  if (reason === 'undo') return `undo of ${undoes ?? ''}`;
  const by = score === undefined ? '' : `: ${scenarioName ?? scenarioId ?? ''} ${score}`;
  return REASONS[reason] + by;
}
