import { hashText } from '../../memory/hash.js';

/** A share of the records: those whose Id hashes to `part`, from 0 to `parts - 1`. */
export interface Partition {
  readonly part: number;
  readonly parts: number;
}

/** The part of `parts` that an Id belongs to. */
export function partOf(id: string, parts: number): number {
  return (hashText(id) >>> 0) % parts;
}

/** As people count, from 1: `2/3`. */
export function shownPartition({ part, parts }: Partition): string {
  return `${part + 1}/${parts}`;
}
