import { tableFromIPC, type Table } from 'apache-arrow';
import { arrowBytes } from '../../tables/arrow.js';
import type { ColumnBatch, ColumnShape } from '../../tables/column-batch.js';

/** A request from the Python program. */
export interface Asked<Head> {
  readonly head: Head;
  readonly table: Table | undefined;
}

/** Reads requests from standard input: JSON and an optional Arrow stream, each after a 32-bit length. */
export async function* requests<Head>(input: AsyncIterable<Buffer>): AsyncGenerator<Asked<Head>> {
  const parts = partsOf(input);
  for (;;) {
    const head = await parts.next();
    if (head.done === true) return;
    const body = await parts.next();
    if (body.done === true) throw new Error('the input ends in the middle of a request');
    yield {
      head: JSON.parse(head.value.toString()) as Head,
      table: body.value.length === 0 ? undefined : tableFromIPC(body.value),
    };
  }
}

async function* partsOf(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let waiting: Buffer[] = [];
  let size = 0;
  let wanted: number | undefined;
  const take = (length: number): Buffer => {
    const all = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting);
    size -= length;
    waiting = size === 0 ? [] : [all.subarray(length)];
    return all.subarray(0, length);
  };
  for await (const piece of input) {
    waiting.push(piece);
    size += piece.length;
    for (;;) {
      if (wanted === undefined) {
        if (size < 4) break;
        wanted = take(4).readUInt32LE();
      }
      if (size < wanted) break;
      yield take(wanted);
      wanted = undefined;
    }
  }
  if (size > 0 || wanted !== undefined) throw new Error('the input ends in the middle of a request');
  return undefined;
}

/** Returns a frame: a 32-bit length and an Arrow stream. A response ends with a length of 0. */
export async function frameOf(shape: readonly ColumnShape[], batch: ColumnBatch): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of arrowBytes(shape, [batch], false)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  return Buffer.concat([lengthOf(bytes.length), bytes]);
}

export const END_OF_ANSWER = Buffer.alloc(4);

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(length);
  return bytes;
}
