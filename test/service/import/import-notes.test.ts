import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_COUNTS, type Counts } from '../../../src/service/import/file-job.js';
import { rejectsOf } from '../../../src/service/import/file-names.js';
import { FileNotes, notedOf } from '../../../src/service/import/import-notes.js';
import { TABLE_FORM } from '../../../src/service/import/result-forms.js';
import { FolderHome } from '../../../src/store/home/folder/folder-home.js';
import { newFolder } from '../../support/temporary-folder.js';

const ID = 'file-000000000001';
const ROWS = 10;

/** Positions of rejected rows in a batch. */
type Outcome = readonly number[];
const outcomes = fc.uniqueArray(fc.nat(ROWS - 1), { maxLength: 4 }).map((places) => places.sort((a, b) => a - b));

it('knows the results as they were behind each batch that may be the last one committed', async () => {
  const batches = fc.array(
    fc.record({ outcome: outcomes, again: fc.option(fc.tuple(fc.boolean(), outcomes, outcomes)) }),
    { minLength: 2, maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(batches, fc.nat(2), outcomes, async (all, uncommitted, next) => {
      const home = new FolderHome(newFolder());
      const notes = new FileNotes(home, ID, () => ({}), TABLE_FORM);
      const decided: Outcome[] = [];
      const countsBehind = (batch: number): Counts => ({
        ...NO_COUNTS,
        read: batch * ROWS,
        rejected: decided.slice(0, batch).flat().length,
      });
      const keep = async (writer: FileNotes, batch: number, outcome: Outcome): Promise<void> => {
        decided[batch] = outcome;
        await writer.keep({
          from: batch * ROWS,
          upTo: (batch + 1) * ROWS,
          columns: ['A'],
          rejects: outcome.map((place) => ({ row: batch * ROWS + place, reason: 'wrong', cells: ['x'] })),
          saved: [],
          counts: countsBehind(batch + 1),
        });
      };
      expect(await notes.begin(0)).toEqual(NO_COUNTS);
      for (const [batch, { outcome, again }] of all.entries()) {
        await keep(notes, batch, outcome);
        if (again === null) continue;
        // The batch is decided again, sometimes together with the previous batch.
        const [both, first, second] = again;
        if (both && batch > 0) await keep(notes, batch - 1, first);
        await keep(notes, batch, second);
      }
      const done = Math.max(0, all.length - uncommitted);
      decided.length = done;
      expect((await notedOf(home, ID, done * ROWS)).counts).toEqual(countsBehind(done));
      const later = new FileNotes(home, ID, () => ({}), TABLE_FORM);
      expect(await later.begin(done * ROWS)).toEqual(countsBehind(done));
      await keep(later, done, next);
      let text = '';
      const isThere = (await home.size(rejectsOf(ID))) !== undefined;
      if (isThere) for await (const piece of home.pieces(rejectsOf(ID))) text += Buffer.from(piece).toString();
      const rows = decided.flatMap((outcome, batch) => outcome.map((place) => String(batch * ROWS + place)));
      expect(text.match(/^\d+/gm) ?? []).toEqual(rows);
    }),
    { numRuns: 60 },
  );
});
