import type { Configuration } from '../../config/configuration.js';
import type { IndexPart } from '../../index/parts/index-part.js';
import { PartitionedIndex } from '../../index/parts/partitioned-index.js';
import { partOf, type Partition } from '../../index/parts/partition.js';
import type { ObjectType } from '../../records/object-type.js';
import type { RecordStore } from '../../store/record-store.js';
import type { TransactionManager } from '../../transactions/transaction-manager.js';
import type { IndexedPart } from '../build-index.js';
import { NodeView } from './node-view.js';
import { searchDigest } from './search-digest.js';

/** Which part of each index is here, and where the others are. */
export interface Partitioning {
  readonly partition: Partition;
  /**
   * By number of the part.
   *
   * @param digest of what a part must have in common with this node to search by these scenarios
   */
  others(objectType: string, digest: (scenarioIds: readonly string[]) => string): readonly IndexPart[];
}

/** What is known once the service is open. */
export interface OpenService {
  readonly transactions: TransactionManager;
  readonly configuration: Configuration;
}

/** The part of a type's index that is to be built here. */
export function indexedPart(
  partitioning: Partitioning,
  type: ObjectType,
  store: RecordStore,
  open: () => OpenService,
): IndexedPart {
  const { partition } = partitioning;
  return {
    holds: (id) => partOf(id, partition.parts) === partition.part,
    whole: (own) =>
      new PartitionedIndex({
        own,
        partition,
        others: partitioning.others(type.name, (ids) => searchDigest(open().configuration, type.name, ids)),
        view: new NodeView(type, store, () => open().transactions),
      }),
  };
}
