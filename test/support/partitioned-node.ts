import type { Partition } from '../../src/index/parts/partition.js';
import { PartitionedNode } from '../../src/partitions/partitioned-node.js';
import type { Service } from '../../src/service/service.js';
import { NodeDatabase } from '../../src/store/postgres/node-database.js';

/** What makes a service over a database one with a part of the indexes. */
export interface TestPart {
  readonly node: PartitionedNode;
  /** What it would log. */
  readonly troubles: string[];
  listen(service: Service): Promise<void>;
  /** After the service. */
  close(): Promise<void>;
}

export async function testPart(url: string, partition: Partition): Promise<TestPart> {
  const database = await NodeDatabase.open(url);
  const troubles: string[] = [];
  const node = await PartitionedNode.open({ database, partition, trouble: (message) => troubles.push(message) });
  return {
    node,
    troubles,
    listen: (service) => node.listen(service.ownPart, { host: '127.0.0.1', port: 0 }),
    close: async () => {
      await node.close();
      await database.close();
    },
  };
}
