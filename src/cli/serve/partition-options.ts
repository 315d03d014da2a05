import { InvalidArgumentError, Option } from 'commander';
import type { Partition } from '../../index/parts/partition.js';
import type { Input, Values } from '../command.js';
import { WrongUse } from '../errors.js';
import { parsePort } from '../options.js';

const MOST_PARTS = 64;

const partition: Input<Partition | undefined> = new Option(
  '--partition <k/n>',
  'with --store: index only the kth of n parts of the records, and ask the nodes that have the others',
)
  .env('LIKENESS_PARTITION')
  .argParser(parsePartition);
const partitionHost: Input<string> = new Option(
  '--partition-host <h>',
  'address of this machine at which the nodes of other parts reach it',
)
  .env('LIKENESS_PARTITION_HOST')
  .default('127.0.0.1');
const partitionPort: Input<number> = new Option('--partition-port <n>', 'its port for them; 0: any free port')
  .env('LIKENESS_PARTITION_PORT')
  .default(0)
  .argParser(parsePort);

export const partitionOptions = { partition, partitionHost, partitionPort };
export type PartitionOptions = Values<typeof partitionOptions>;

/** Which part of the indexes a node holds, and where it answers the others. */
export interface PartitionPlace {
  readonly partition: Partition;
  readonly host: string;
  readonly port: number;
}

/** @throws WrongUse where there are no other nodes */
export function partitionPlace(
  { partition, partitionHost: host, partitionPort: port }: PartitionOptions,
  store: string | undefined,
): PartitionPlace | undefined {
  if (partition === undefined) return undefined;
  if (store === undefined) throw new WrongUse('--partition is for nodes on one database: give --store');
  return { partition, host, port };
}

function parsePartition(text: string): Partition {
  const [, k, n] = (/^([1-9]\d?)\/([1-9]\d?)$/.exec(text) ?? []).map(Number);
  if (k === undefined || n === undefined || k > n || n > MOST_PARTS)
    throw new InvalidArgumentError(`Expected a part and how many there are, such as 1/2, at most ${MOST_PARTS}.`);
  return { part: k - 1, parts: n };
}
