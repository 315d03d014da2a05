import { expect, it } from 'vitest';
import { keptFileSchema, NO_COUNTS } from '../../../src/service/import/file-job.js';
import { shownFile } from '../../../src/service/import/shown-file.js';

const COUNTS = { ...NO_COUNTS, read: 600, created: 600 };
const TOLD = { progress: { phase: 'import', done: 4, total: 6 }, counts: { ...COUNTS, read: 400, created: 400 } };

const kept = keptFileSchema.parse({
  ...{ version: 1, id: 'file-000000000001', clientId: 'test', userId: null, objects: null, bulkJob: null },
  ...{ name: 'people.csv', extension: '.csv', size: 6, sha256: '0'.repeat(64), position: 7, status: 'completed' },
  ...{ created: '2026-11-27T00:00:00.000Z', expires: '2026-11-28T00:00:00.000Z', inspection: null, task: null },
  ...{ counts: COUNTS, cleaned: null, completed: 0, reason: null, results: [], imported: null, isGone: false },
  ...{ after: 0, importKeys: [] },
});

it('shows what was counted at the end, whatever was reported last', () => {
  expect(shownFile(kept, TOLD, 7)).toMatchObject({ status: 'completed', counts: COUNTS, progress: null });
});

it('shows the end of an import where its rows are, and what was told until then', () => {
  const running = { status: 'running', counts: TOLD.counts, progress: { done: 4 } };
  expect(shownFile(kept, TOLD, 6)).toMatchObject(running);
  expect(shownFile(kept, undefined, 6)).toMatchObject({ status: 'running', counts: COUNTS });
});
