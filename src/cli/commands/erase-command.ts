import { readdir } from 'node:fs/promises';
import type { Command } from 'commander';
import { eraseElsewhere } from '../../service/config/erasure/erase-elsewhere.js';
import { OUT_OF_REACH, OUT_OF_REACH_IN_A_DATABASE, PLACES } from '../../service/config/erasure/places.js';
import type { ErasedStore } from '../../service/config/erasure/resting-place.js';
import { FolderHome } from '../../store/home/folder/folder-home.js';
import { COMMAND_LINE } from '../audit-changes.js';
import { argument, command } from '../command.js';
import { openDatabaseHome } from '../open/database.js';
import type { Erasure, Likeness } from '../../service/likeness.js';
import { Mentions } from '../erase/mentions.js';
import { Failure } from '../../runtime/failure.js';
import { configurationMeant } from '../open/configuration-meant.js';
import { auditIn, withLikeness, type StoreChoice } from '../meant-store.js';
import { configOption, dataOption, jsonOption, recordMemoryOption, storeOption } from '../options.js';
import { show } from '../output/print.js';
import { note } from '../../runtime/notes.js';

const caller = { clientId: COMMAND_LINE };

/** `likeness erase RECORD`: for data protection requests. */
export const eraseCommand = (): Command =>
  command(
    'erase',
    {
      description:
        'permanently remove a record, the records merged into it, its history, suspected pairs, decisions, stored answers that name it, its membership in groups of duplicates, uploaded files that mention it, its values in learned models and its remains in the files of the data folder. Cannot be undone. Lists what it does not reach, such as backups and exports',
      inputs: {
        record: argument('<record>', 'record Id; also of a deleted record'),
        ...dataOption,
        ...storeOption,
        ...recordMemoryOption,
        ...configOption,
        ...jsonOption,
      },
      examples: ['erase 0030000000000AfAAI'],
    },
    async ({ record, config, json, ...choice }) => {
      const configuration = await configurationMeant({ config, ...choice });
      await refuseLeftovers(choice);
      const done: string[] = [];
      const eraseOne = async (likeness: Likeness, id: string): Promise<Erasure> => {
        const values = likeness.identifyingValues(id);
        const mentions = new Mentions(values);
        const searched = {
          ...values,
          mentionedIn: (path: string) => mentions.inFile(path),
          mentionedBy: (text: string) => mentions.inText(text),
        };
        const elsewhere = (): Promise<string[]> =>
          withStore({ config, ...choice }, (store) => eraseElsewhere(store, searched));
        done.push(...(await elsewhere()));
        const erased = await likeness.erase(id, caller);
        // Nodes keep running and may have copied the record again before it was gone.
        if (choice.store !== undefined) done.push(...(await elsewhere()));
        await auditIn(choice, { action: 'erased', target: [erased.recordId] });
        return erased;
      };
      const { erasure, merged, survivor } = await withLikeness(choice, configuration, async (likeness) => {
        const { recordId } = likeness.identifyingValues(record);
        const { parts, survivor } = mergesOf(likeness, recordId);
        // The record itself last, because it leads to the others.
        for (const part of parts) await eraseOne(likeness, part);
        return { erasure: await eraseOne(likeness, recordId), merged: parts, survivor };
      });
      const { recordId, wasStored, changes } = erasure;
      const outOfReach = [
        ...(survivor === undefined
          ? []
          : [`${survivor}, which ${recordId} was merged into: it holds what it took over; erase it as well`]),
        ...OUT_OF_REACH,
        ...(choice.store === undefined ? [] : OUT_OF_REACH_IN_A_DATABASE),
      ];
      show(
        json,
        { ...erasure, merged, elsewhere: done, outOfReach },
        () =>
          `erased ${recordId}: ${wasStored ? 'the record' : 'no record'} and ${changes} ${changes === 1 ? 'change' : 'changes'} of it\n`,
      );
      if (json === true) return;
      if (merged.length > 0) note(`also erased the records merged into it: ${merged.join(', ')}`);
      for (const each of done) note(each);
      note(`not reached:\n${outOfReach.map((each) => `  - ${each}`).join('\n')}`);
      if (!wasStored && changes === 0) note(`nothing was stored of ${recordId}; the files were rewritten anyway`);
    },
  );

const PAGE = 1_000;

/** The records merged into this one, whose values are in its history, and the record that it was merged into. */
function mergesOf({ merging }: Likeness, recordId: string): { parts: string[]; survivor: string | undefined } {
  const parts: string[] = [];
  let survivor: string | undefined;
  for (let after: string | undefined; ;) {
    const { records, next } = merging.crosswalk({ after, pageSize: PAGE });
    for (const { oldId, survivingId } of records) {
      if (oldId === survivingId) continue;
      if (survivingId === recordId) parts.push(oldId);
      if (oldId === recordId) survivor = survivingId;
    }
    if (next === null) return { parts, survivor };
    after = next;
  }
}

async function withStore<T>(
  { data, store, config }: StoreChoice & { readonly config: string },
  use: (store: ErasedStore) => Promise<T>,
): Promise<T> {
  if (store === undefined) return use({ kind: 'folder', home: new FolderHome(data), data, config });
  const home = await openDatabaseHome(store);
  return use({ kind: 'database', home, folder: data }).finally(() => home.close());
}

/** Refuses while there are files that only people can judge. */
async function refuseLeftovers({ data: folder, store }: StoreChoice): Promise<void> {
  // For a database it is a node's folder on this machine, if any.
  const names = await readdir(folder).catch((error: unknown) => {
    if (store === undefined) throw error;
    return [];
  });
  for (const { name, files, erasedBy } of PLACES) {
    if (erasedBy !== 'hand') continue;
    const left = names.filter((each) => files.some((pattern) => pattern.test(each) || pattern.test(`${each}/`)));
    if (left.length > 0)
      throw new Failure(
        `${folder} holds ${name} (${left.join(', ')}): remove that first, or move it out of the folder, the record may stand in it`,
      );
  }
}
