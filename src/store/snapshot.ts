import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseId } from '../records/ids.js';
import type { OpenFile } from './store-files.js';
import { headerPayload } from './format.js';
import { BlockWriter, type ChangeBlock } from './change-block.js';
import { encodeLine, LINE_OVERHEAD, PAYLOAD_AT, sealLine } from './lines.js';
import type { CommitIdentity } from './log-position.js';
import type { MergedId } from './merged-ids.js';
import type { RememberedAnswer } from './record-view.js';
import type { SuspectedPair } from './suspected-pairs.js';
import type { ReviewDecision } from './review-decisions.js';
import { KeyReader } from './record-key.js';
import type { Shape } from './record-shapes.js';
import type { Series } from './series-table.js';
import type { StoreState } from './store-state.js';

/**
 * Lines of a snapshot, after its header:
 *
 * - `["s", number, type, [field names] | null]`: a shape, twice, before its first record
 * - `["r", shape, Id, [values] | {fields}]`: a record
 * - `["b", ...]`: a block of changes, in order of their numbers (see `change-block.ts`)
 * - `["p", pair]`, `["a", hidden pair]`, `["d", decision]`, `["u", merged Id]`, `["m", response]`, `["c", name, n]`
 * - `["end", lines, sequence, commit]`: the last line. The journal must reach that sequence, with this commit if known.
 *
 * The snapshot is written in slices while the store is in use. The file may have effects of transactions up to the
 * sequence number in its end line. All these transactions are in the journal of the same generation, which is replayed
 * over the snapshot.
 */
type Payload =
  | ['s', number, string, string[] | null]
  | ['r', number, string, unknown]
  | ChangeBlock
  | ['p', SuspectedPair]
  | ['a', SuspectedPair]
  | ['d', ReviewDecision]
  | ['u', MergedId]
  | ['m', RememberedAnswer]
  | ['c', string, number]
  | ['end', number, number, (CommitIdentity | null)?];

/** Bytes per write. A slice takes about a millisecond. */
const SLICE = 1 << 18;
const LOOK_AT_ONCE = 1_000;

/**
 * Writes a snapshot to an empty file, and syncs it. Other work runs between slices.
 * @param stop called between slices; true aborts
 * @returns the number of bytes written, or `undefined` if aborted
 */
export async function writeSnapshot(
  file: Pick<OpenFile, 'write' | 'sync'>,
  state: StoreState,
  header: { generation: number; sequence: number },
  now: number,
  stop: () => boolean = () => false,
): Promise<number | undefined> {
  const slice = Buffer.allocUnsafe(SLICE);
  let filled = 0;
  let written = 0;
  let lines = 0;
  let looked = 0;
  for (const line of snapshotLines(slice, () => filled)) {
    if (++looked > LOOK_AT_ONCE) {
      // All collected lines are copies, except this one, which is not in the shared buffer.
      looked = 0;
      await nextTurn();
    }
    if (stop()) return undefined;
    if (line === undefined) continue;
    lines++;
    if (line.buffer !== slice.buffer || line.byteOffset !== slice.byteOffset + filled) {
      if (filled + line.length > SLICE) await flush();
      if (line.length > SLICE) await append(line);
      else filled += line.copy(slice, filled);
    } else filled += line.length;
    if (filled > SLICE / 2) await flush();
  }
  await flush();
  await append(encodeLine(JSON.stringify(['end', lines, state.sequence, state.last ?? null] satisfies Payload)));
  await file.sync();
  return written;

  async function flush(): Promise<void> {
    if (filled > 0) await append(slice.subarray(0, filled));
    filled = 0;
    looked = 0;
  }

  async function append(bytes: Buffer): Promise<void> {
    await file.write(bytes, written);
    written += bytes.length;
  }

  /** Yields `undefined` for an item without a line. */
  function* snapshotLines(room: Buffer, used: () => number): Iterable<Buffer | undefined> {
    yield encodeLine(headerPayload('snapshot', header));
    const shapes = new Set<number>();
    for (const { id, shape, payload } of state.records.encoded()) {
      // Copied now, because the bytes may move while a slice is written.
      const line = recordLine(id, shape, payload, room.subarray(used()));
      if (!shapes.has(shape.number)) {
        shapes.add(shape.number);
        const copy = Buffer.from(line);
        const declared = encodeLine(
          JSON.stringify(['s', shape.number, shape.type, shape.names?.slice() ?? null] satisfies Payload),
        );
        // A shape is written twice, because its records need it: a repair must find an intact copy.
        yield declared;
        yield declared;
        yield copy;
      } else yield line;
    }
    const block = new BlockWriter();
    for (const change of state.history.stored()) {
      block.add(change);
      yield block.isFull ? encodeLine(JSON.stringify(block.take() satisfies Payload)) : undefined;
    }
    if (!block.isEmpty) yield encodeLine(JSON.stringify(block.take() satisfies Payload));
    // Written again, because a pair may have been hidden or restored while other pairs were written.
    for (const pair of state.pairs.aside) yield encodeLine(JSON.stringify(['a', pair] satisfies Payload));
    for (const pair of state.pairs.all()) yield pair && encodeLine(JSON.stringify(['p', pair] satisfies Payload));
    for (const pair of state.pairs.aside) yield encodeLine(JSON.stringify(['a', pair] satisfies Payload));
    for (const text of state.reviews.texts()) yield text === undefined ? undefined : encodeLine(`["d",${text}]`);
    for (const entry of state.merged.all()) yield encodeLine(JSON.stringify(['u', entry] satisfies Payload));
    for (const answer of state.answers.all(now))
      yield answer && encodeLine(JSON.stringify(['m', answer] satisfies Payload));
    for (const [name, value] of state.counters) yield encodeLine(JSON.stringify(['c', name, value] satisfies Payload));
  }
}

/** Encodes a record's line, in `room` if it fits. The values are copied, not parsed. */
function recordLine(id: string, shape: Shape, payload: Buffer, room: Buffer): Buffer {
  const head = `["r",${shape.number},"${id}",`;
  const length = head.length + payload.length + 1 + LINE_OVERHEAD;
  const line = length <= room.length ? room.subarray(0, length) : Buffer.allocUnsafe(length);
  line.write(head, PAYLOAD_AT, 'latin1');
  payload.copy(line, PAYLOAD_AT + head.length);
  line[length - 2] = 0x5d;
  sealLine(line);
  return line;
}

const RECORD_START = Buffer.from('["r",');
const COMMA = 44;
const ZERO = 48;

export class SnapshotReader {
  readonly #shapes = new Map<number, Shape>();
  readonly #keys = new KeyReader();
  #series: Series | undefined;
  #lines = 1;
  /** The sequence number that the journal must reach, or `undefined` until the end line is read. */
  until: number | undefined;
  /** The commit that the journal must have at `until`, if known. */
  untilCommit: CommitIdentity | undefined;
  /** Lines that are counted in the end line but missing in the snapshot. Negative if there are too many. */
  missing = 0;

  constructor(
    readonly state: StoreState,
    readonly now: number,
  ) {}

  skip(): void {
    this.#lines++;
  }

  /** @throws Error describing the fault */
  take(payload: Buffer): void {
    if (this.until !== undefined) throw new Error('unexpected line after the last line');
    this.#lines++;
    const line = JSON.parse(payload.toString()) as Payload;
    switch (line[0]) {
      case 's':
        this.#shapes.set(line[1], this.state.records.shapes.intern(line[2], line[3] ?? undefined));
        return;
      case 'r':
        this.#put(line[1], line[2], Buffer.from(JSON.stringify(line[3])));
        return;
      case 'b':
        this.state.history.restore(line);
        return;
      case 'p':
        this.state.pairs.put(line[1]);
        return;
      case 'a':
        this.state.pairs.putAside(line[1]);
        return;
      case 'd':
        this.state.reviews.put(line[1], JSON.stringify(line[1]));
        return;
      case 'u':
        this.state.merged.put(line[1]);
        return;
      case 'm': {
        const { key, bodyHash, expires, answer } = line[1];
        this.state.answers.put(key, bodyHash, expires, JSON.stringify(answer), this.now);
        return;
      }
      case 'c':
        this.state.raiseCounter(line[1], line[2]);
        return;
      case 'end':
        this.until = line[2];
        this.untilCommit = line[3] ?? undefined;
        this.missing = line[1] - (this.#lines - 1);
        if (this.missing !== 0) throw new Error(`${this.#lines - 1} lines, expected ${line[1]}`);
        return;
      default:
        throw new Error(`unknown kind of line ${JSON.stringify((line as unknown[])[0])}`);
    }
  }

  /**
   * Reads a record's line without parsing its values (see `TakeInPlace`), because most lines are records. For any other
   * line, or an invalid line, reads nothing and returns false.
   */
  takeRecord(bytes: Buffer, start: number, end: number): boolean {
    if (this.until !== undefined) return false;
    for (let i = 0; i < RECORD_START.length; i++) if (bytes[start + i] !== RECORD_START[i]) return false;
    let comma = start + RECORD_START.length;
    let shapeNumber = 0;
    for (; bytes[comma] !== COMMA; comma++) {
      const digit = bytes[comma]! - ZERO;
      if (!(digit >= 0 && digit <= 9)) return false;
      shapeNumber = shapeNumber * 10 + digit;
    }
    const shape = this.#shapes.get(shapeNumber);
    // `,"` comes before the Id, and `",` after it.
    const values = comma + 22;
    const number = this.#keys.read(bytes, comma + 2);
    if (shape === undefined || number < 0 || values >= end) return false;
    const { records } = this.state;
    if (this.#series?.name !== this.#keys.series) this.#series = records.series(this.#keys.series);
    records.putIn(this.#series, number, shape, bytes, values, end - 1);
    this.#lines++;
    return true;
  }

  #put(shapeNumber: number, id: string, values: Buffer): void {
    const shape = this.#shapes.get(shapeNumber);
    if (!parseId(id).ok) throw new Error(`${JSON.stringify(id)} is not an Id`);
    if (shape === undefined) throw new Error(`record ${id} has the undeclared shape ${shapeNumber}`);
    this.state.records.put(id, shape, values);
  }
}
