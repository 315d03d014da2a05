import { resolve } from 'node:path';
import type { Command } from 'commander';
import { FolderPlace } from '../open/move/folder-place.js';
import { move, type Moved, type MovePlace } from '../open/move/move.js';
import { isPostgresUrl } from '../open/database.js';
import type { RecordMemory } from '../../store/record-memory.js';
import { StoreLockedError } from '../../store/store-errors.js';
import { COMMAND_LINE } from '../audit-changes.js';
import { command, required } from '../command.js';
import { inUse, mustExist } from '../open/data-folder.js';
import { describe, WrongUse } from '../../runtime/failure.js';
import { jsonOption, recordMemoryOption } from '../options.js';
import { show } from '../output/print.js';
import { note } from '../../runtime/notes.js';

export const moveCommand = (): Command =>
  command({
    name: 'move',
    description:
      'copy a store from a data folder to a PostgreSQL database, back, or between databases, and compare both copies',
    inputs: {
      from: required('--from <place>', 'source: a data folder, or postgres://user:password@host/database; not changed'),
      to: required('--to <place>', 'target: a folder or database without a store; if the move fails, it remains empty'),
      ...recordMemoryOption,
      ...jsonOption,
    },
    remarks: `The command copies records, history, suspected pairs, decisions, stored responses, counters, clients, keys, revocations,
the audit log, jobs with their groups, proposals, earlier versions of scenarios, uploaded files and the state of
webhooks. Then it reads them from the target, and compares both copies. Positions are kept, so the log, jobs, imports and
webhooks continue where they stopped. First stop the server, or all nodes, because neither store may be open. Versions of the
configuration are not copied, because a folder has none.`,
    examples: [
      'move --from data/store --to postgres://likeness:secret@db/likeness',
      'move --from postgres://likeness:secret@db/likeness --to data/back',
      'move --from "postgres://likeness@db/likeness?schema=trial" --to postgres://likeness@db/likeness',
    ],
    run: async ({ from, to, recordMemory, json }) => {
      const [fromDatabase, toDatabase] = [from, to].map(isPostgresUrl);
      if (!fromDatabase && !toDatabase)
        throw new WrongUse('--from and --to are both folders: use `likeness backup` and `likeness restore` instead');
      if (!fromDatabase) mustExist(from);
      const [source, target] = await Promise.all([
        placeOf('--from', from, recordMemory),
        placeOf('--to', to, recordMemory),
      ]);
      const moved = await move(source, target).catch((error: unknown) => {
        throw error instanceof StoreLockedError ? inUse(from, error) : error;
      });
      for (const place of [source, target])
        await place
          .record({ action: 'moved', by: COMMAND_LINE, target: [source.shown, target.shown] })
          .catch((error: unknown) => note(`the audit log of ${place.shown} could not be written: ${describe(error)}`));
      show(json, { from: source.shown, to: target.shown, ...moved }, () => movedText(moved, source, target));
      if (json === true) return;
      note(`${source.shown} is unchanged: delete it when ${target.shown} is in use`);
      if (!fromDatabase)
        // The displayed URL does not contain the password, so users cannot paste it.
        note(`to use the folder for the local files of a node: serve --data ${from} --store, with the URL of --to`);
    },
  });

async function placeOf(option: string, text: string, recordMemory: RecordMemory | undefined): Promise<MovePlace> {
  if (!isPostgresUrl(text)) return new FolderPlace(resolve(text), { recordMemory });
  const { DatabasePlace } = await import('../open/move/database-place.js');
  try {
    return new DatabasePlace(text, { recordMemory });
  } catch (error) {
    throw new WrongUse(`${option}: ${(error as Error).message}`);
  }
}

function movedText(
  { files, audited, jobs, uploads, proposals, webhooks, position, sha256, ...counts }: Moved,
  { shown: from }: MovePlace,
  { shown: to }: MovePlace,
): string {
  const { records, changes, suspectedPairs, reviewDecisions, mergedIds, rememberedAnswers, counters } = counts;
  const kept = `${jobs} jobs, ${uploads} uploaded files, ${proposals} proposals, ${webhooks} webhooks`;
  const more = [...files, `${audited} audit log entries`, kept].join(', ');
  return (
    `moved from ${from} to ${to}: ${records} records, ${changes} changes, ${suspectedPairs} suspected pairs, ` +
    `${reviewDecisions} decisions, ${mergedIds} merged Ids, ${rememberedAnswers} stored responses, ` +
    `${counters} counters, ${more}\n` +
    `verified: both copies are identical, at position ${position}, SHA-256 ${sha256}\n`
  );
}
