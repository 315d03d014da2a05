import type { RecordStore } from '../../store/record-store.js';
import type { ShownChange } from '../likeness.js';
import { changeNumber } from './change-id.js';
import { MOST_CHANGES } from './undo.js';

type MergedWith = Pick<ShownChange, 'mergedFrom' | 'partedFrom' | 'repointed'>;

/** Adds to a change of a surviving record which others were merged into it, or separated again. */
export function mergedWith(store: Pick<RecordStore, 'change'>, shown: ShownChange): MergedWith {
  const group = changeNumber(shown.group ?? '');
  const reason = shown.decision?.reason;
  if (group === undefined || shown.action !== 'update' || (reason !== 'merge' && reason !== 'undo')) return {};
  const mergedFrom: string[] = [];
  const partedFrom: string[] = [];
  let repointed = 0;
  for (let number = group; number < group + MOST_CHANGES; number++) {
    const member = store.change(number);
    if (member !== undefined && member.group !== group) break;
    if (member === undefined) continue;
    const undone = member.undoes === undefined ? undefined : store.change(member.undoes);
    if (member.mergedInto === shown.recordId) mergedFrom.push(member.recordId);
    else if (undone?.mergedInto === shown.recordId) partedFrom.push(member.recordId);
    else if ((undone ?? member).decision?.reason === 'repoint') repointed++;
  }
  return {
    ...(mergedFrom.length > 0 && { mergedFrom }),
    ...(partedFrom.length > 0 && { partedFrom }),
    ...(mergedFrom.length + partedFrom.length > 0 && { repointed }),
  };
}
