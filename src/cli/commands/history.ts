import { Command } from 'commander';
import { readdir } from 'node:fs/promises';
import type { HistoryPage, ShownChange } from '../../service/likeness.js';
import { audit, COMMAND_LINE } from '../audit.js';
import { Failure } from '../errors.js';
import { configOption, dataOption, jsonOption, parseCount, remoteOptions, withExamples } from '../options.js';
import { note, printJson, printTable } from '../output/print.js';
import { remoteService, type RemoteOptions } from '../remote.js';
import { configurationOf, withLikeness } from '../workspace.js';

interface Options extends RemoteOptions {
  data: string;
  config: string;
  json?: boolean;
}

const caller = { clientId: COMMAND_LINE };

/** `likeness history RECORD` */
export function historyCommand(): Command {
  const command = new Command('history')
    .description('the changes of a record, newest first: who, when, by which request, what decided, what changed')
    .argument('<record>', 'record Id')
    .option('--page-size <n>', 'changes on a page', parseCount, 50)
    .option('--page <n>', 'which page', parseCount, 1);
  addWhere(command).action(async (id: string, options: Options & { page: number; pageSize: number }) => {
    const { page, pageSize } = options;
    const configuration = await configurationOf(options.config);
    const service = remoteService(options, configuration.settings);
    const history =
      service === undefined
        ? await withLikeness(options.data, configuration, (likeness) => likeness.history(id, { page, pageSize }))
        : await service.history<HistoryPage>(id, { page, pageSize });
    if (options.json === true) printJson(history);
    else printHistory(history, pageSize);
  });
  return withExamples(command, [
    'history 0030000000000AfAAI',
    'history 0030000000000AfAAI --json --url http://127.0.0.1:8080 --token "$TOKEN"',
  ]);
}

/** `likeness undo CHANGE` */
export function undoCommand(): Command {
  const command = new Command('undo')
    .description('take a change back; refused with the reason when later changes stand on it')
    .argument('<change>', 'change Id, as `likeness history` shows it');
  addWhere(command).action(async (id: string, options: Options) => {
    const configuration = await configurationOf(options.config);
    const service = remoteService(options, configuration.settings);
    const change =
      service === undefined
        ? await withLikeness(options.data, configuration, (likeness) => likeness.undo(id, caller))
        : await service.undo<ShownChange>(id);
    if (service === undefined)
      audit(options.data, { action: 'undone', target: [id, change.recordId], detail: change.action });
    if (options.json === true) printJson(change);
    else process.stdout.write(`${id} is undone by ${change.id}: ${change.action} of ${change.recordId}\n`);
  });
  return withExamples(command, ['undo change-000000000012']);
}

/** `likeness erase RECORD`: for requests under data protection law. */
export function eraseCommand(): Command {
  const command = new Command('erase')
    .description(
      'remove a record, its history, its suspected pairs, remembered answers that name it and what the files of the data folder still hold of it, for good; there is no way back. Backups and exports are not touched',
    )
    .argument('<record>', 'record Id; also of a record that is deleted already')
    .addOption(dataOption())
    .addOption(configOption())
    .addOption(jsonOption())
    .action(async (id: string, options: Options) => {
      const configuration = await configurationOf(options.config);
      await refuseLeftovers(options.data);
      const erasure = await withLikeness(options.data, configuration, (likeness) => likeness.erase(id, caller));
      audit(options.data, { action: 'erased', target: [erasure.recordId] });
      if (options.json === true) {
        printJson(erasure);
        return;
      }
      note(
        'backups and exports that were made before may hold the record: remove them, or erase it from what is restored',
      );
      const { recordId, wasStored, changes } = erasure;
      if (!wasStored && changes === 0) note(`nothing was stored of ${recordId}; the files were rewritten all the same`);
      process.stdout.write(
        `erased ${recordId}: ${wasStored ? 'the record' : 'no record'} and ${changes} ${changes === 1 ? 'change' : 'changes'} of it\n`,
      );
    });
  return withExamples(command, ['erase 0030000000000AfAAI']);
}

function addWhere(command: Command): Command {
  command.addOption(dataOption()).addOption(configOption()).addOption(jsonOption());
  for (const option of remoteOptions()) command.addOption(option);
  return command;
}

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

function printHistory({ totalSize, page, records }: HistoryPage, pageSize: number): void {
  printTable(
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
  const last = Math.ceil(totalSize / pageSize);
  if (last > 1) note(`page ${page} of ${last}, ${totalSize} changes`);
}

const REASONS = {
  duplicate: 'duplicate',
  idSent: 'Id sent',
  noDuplicate: 'no duplicate',
  notChecked: 'no duplicate check',
  belowBar: 'below duplicateScore',
  undo: 'undo',
} as const;

function reasonOf({ decision, undoes }: ShownChange): string {
  if (decision === null) return 'asked for';
  const { reason, score, scenarioName, scenarioId } = decision;
  if (reason === 'undo') return `undo of ${undoes ?? ''}`;
  const by = score === undefined ? '' : `: ${scenarioName ?? scenarioId ?? ''} ${score}`;
  return REASONS[reason] + by;
}
