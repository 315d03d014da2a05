import { expect, it } from 'vitest';
import type { Change } from '../../src/store/commit-log.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { changeId } from '../../src/service/undo/change-id.js';
import { makeId } from '../../src/records/ids.js';
import type { FieldValues } from '../../src/records/record.js';
import { caller, openService } from './open-service.js';

it('undoing the first of many thousand changes gives others their turns', async () => {
  const store = createMemoryStore();
  const id = makeId('003', 1);
  const update = (number: number, before: FieldValues): Change => ({
    kind: 'history',
    entry: { number, recordId: id, objectType: 'Contact', action: 'update', before },
  });
  const later = Array.from({ length: 20_000 }, (_, i) => update(i + 2, { Description: `before ${i}` }));
  await store.append({
    changes: [
      { kind: 'put', record: { id, type: 'Contact', fields: { LastName: 'Doe', FirstName: 'Janet' } } },
      update(1, { FirstName: 'Jane' }),
      ...later,
    ],
    by: { client: 'test', time: '2026-01-01T00:00:00.000Z' },
  });
  const likeness = await openService({ store });
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const undone = await likeness.undo(changeId(1), caller);
  isOver = true;
  expect(undone.changes['FirstName']).toEqual({ before: 'Janet', after: 'Jane' });
  // A decision may use a few milliseconds per turn. Decoding twenty thousand changes takes much longer.
  expect(turns).toBeGreaterThan(5);
});
