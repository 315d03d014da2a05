import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoreFiles, OpenFile } from './store-files.js';
import type { ChangeOutline, RecordChange } from './history.js';
import type { StoreState } from './store-state.js';

const SLICE = 1 << 18;
/** Number of changes that are compared per turn of the event loop. */
const LOOK_AT_ONCE = 1_000;

export interface Beyond {
  readonly state: StoreState;
  /** Number of the last change that the log still has, or 0 if it has none. */
  readonly change: number;
  /** Position of the last commit that is certainly in the log. */
  readonly position?: number | undefined;
  /** Whether the log is empty. Records without history are then lost too. */
  readonly isAll: boolean;
  readonly why: string;
}

export interface BeyondFile {
  readonly name: string;
  readonly changes: number;
  readonly decisions: number;
}

/**
 * Writes a file of JSON lines for operators, with the data that a view has but its log has lost. `DURABILITY.md` lists
 * the members. When the promise resolves, the file is on disk. Uses constant memory.
 * @param now milliseconds since the epoch
 * @returns `undefined` if no data was lost and no file was written
 */
export async function writeBeyond(
  files: StoreFiles,
  folder: string,
  beyond: Beyond,
  now: number,
): Promise<BeyondFile | undefined> {
  const lines = linesOf(beyond, now);
  const head = lines.next();
  const first = lines.next();
  if (first.done === true) return undefined;
  const name = `diverged-${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}.jsonl`;
  const file = await files.open(join(folder, name), 'create');
  try {
    const writer = new LineWriter(file);
    await writer.write(head.value);
    await writer.write(first.value);
    for (let next = lines.next(); ; next = lines.next()) {
      if (next.done === true) {
        await writer.end({ end: next.value });
        await files.syncFolder(folder);
        return { name, ...next.value };
      }
      await writer.write(next.value);
    }
  } finally {
    await file.close();
  }
}

export function beyondInWords(kept: BeyondFile | undefined): string {
  if (kept === undefined) return 'the log has lost no changes that this node has read';
  const { name, changes, decisions } = kept;
  const and = decisions === 0 ? '' : ` and ${counted(decisions, 'decision')}`;
  return `${name} in the data folder has ${counted(changes, 'change')}${and} that the log has lost`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function* linesOf(
  { state, change: common, position, isAll, why }: Beyond,
  now: number,
): Generator<object, Omit<BeyondFile, 'name'>> {
  const { history, records, reviews } = state;
  const lastCommon = history.outline(common);
  yield {
    diverged: {
      ...{ time: new Date(now).toISOString(), why, position: state.sequence, last: state.last },
      common: { change: common, ...(position !== undefined && { position }), time: lastCommon?.time },
    },
  };
  let changes = 0;
  for (const { number } of history.after(common)) {
    changes++;
    yield { change: withValues(history.get(number)!, state) };
  }
  if (isAll)
    for (const { id } of records.encoded())
      if (!history.has(id)) {
        const { type, fields } = records.get(id)!;
        yield { record: { recordId: id, objectType: type, values: fields } };
      }
  let decisions = 0;
  // Decisions are compared by time, because they are not numbered like changes.
  for (const decision of reviews.newest()) {
    if (lastCommon !== undefined && decision.time <= lastCommon.time) break;
    decisions++;
    yield { decision };
  }
  return { changes, decisions };
}

/** If a change is the record's newest, adds the record's current values. */
function withValues(change: RecordChange, { history, records }: StoreState): object {
  const isNewest = (newest: ChangeOutline | undefined): boolean => newest?.number === change.number;
  for (const newest of history.of(change.recordId)) {
    if (isNewest(newest)) return { ...change, values: records.get(change.recordId)?.fields ?? null };
    break;
  }
  return change;
}

class LineWriter {
  #gathered: string[] = [];
  #size = 0;
  #written = 0;
  #looked = 0;

  constructor(private readonly file: OpenFile) {}

  async write(line: object): Promise<void> {
    const text = `${JSON.stringify(line)}\n`;
    this.#gathered.push(text);
    this.#size += text.length;
    if (this.#size >= SLICE) await this.#flush();
    else if (++this.#looked % LOOK_AT_ONCE === 0) await nextTurn();
  }

  async end(line: object): Promise<void> {
    await this.write(line);
    await this.#flush();
    await this.file.sync();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#gathered.join(''));
    this.#gathered = [];
    this.#size = 0;
    await this.file.write(bytes, this.#written);
    this.#written += bytes.length;
  }
}
