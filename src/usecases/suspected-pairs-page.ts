import type { Configuration } from '../config/configuration.js';
import type { Likeness, SuspectedPairsPage } from '../contract/likeness.js';
import { RequestError } from '../contract/request-error.js';
import { shorten } from '../contract/unknown-field.js';
import type { RecordStore } from '../store/record-store.js';
import { withoutMove } from '../store/suspected-pairs.js';

/** @throws RequestError 400 `INVALID_TYPE` */
export function suspectedPairsPage(
  { store, configuration }: { readonly store: RecordStore; readonly configuration: Pick<Configuration, 'registry'> },
  { objectType, page, pageSize }: Parameters<Likeness['suspectedPairs']>[0],
): SuspectedPairsPage {
  const type = objectType === undefined ? undefined : configuration.registry.byName(objectType);
  if (objectType !== undefined && type === undefined)
    throw new RequestError(400, 'INVALID_TYPE', `sObject type '${shorten(objectType)}' is not supported.`, [
      'objectType',
    ]);
  const { total, pairs } = store.suspectedPairs({
    objectType: type?.name,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return {
    totalSize: total,
    page,
    records: pairs.map((pair) => ({ ...withoutMove(pair), scenarioScores: [...pair.scenarioScores] })),
  };
}
