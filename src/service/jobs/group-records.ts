import { availableParallelism } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { PairList, pairsThatFit } from '../../index/clustering/pair-list.js';
import type { ComparedRow, FoundGroup, JudgedSet } from '../group/group-types.js';
import { RowIndex, type RowIndexSettings } from '../../index/join/row-index.js';
import { unpackScenario } from '../../index/threads/portable-scenario.js';
import { createMethods } from '../../matching/methods/create-methods.js';
import type { Scenario } from '../../matching/scenario.js';
import { BeyondMemory, Failure } from '../../runtime/failure.js';
import { lowerPriority } from '../../runtime/lower-priority.js';
import { tellAlwaysTo } from '../../runtime/notes.js';
import { comparedDigest } from '../review/compared-digest.js';
import { findGroups, type RowGroup, type Decided } from './find-groups.js';
import { writeGroups } from './group-file.js';
import type { EngineWork, JobWork, ToJob, FromJob } from './job-messages.js';

/** Number of bytes of a row's digest that are stored. */
const DIGEST = 8;

class TooManyPairs extends Error {}
const tooMany = (found: string): Error =>
  new TooManyPairs(`${found}: the scenarios do not distinguish records; use others, a higher threshold or a filter`);

export interface RowKeeping {
  /** @returns a promise to await before the next call, if any */
  add(row: ComparedRow): Promise<void> | undefined;
  index(): Promise<RowIndex>;
  /** Must always be called, even after an error. */
  end(): Promise<void>;
}

class JobRecords {
  readonly #ids: string[] = [];
  /** Number of rows of the first object. The rows of the second object follow. */
  #ofFirst = 0;
  readonly #judged: JudgedSet[] = [];
  #digests = Buffer.alloc(1 << 16);

  constructor(
    private readonly work: JobWork,
    private readonly scenarios: readonly Scenario[],
    private readonly rows: RowKeeping,
    private readonly port: JobPort,
  ) {}

  async take(message: NonNullable<ToJob>): Promise<void> {
    if ('judged' in message) this.#judged.push(...message.judged);
    else for (const row of message.rows) await this.#add(row);
    this.port.send({ kind: 'taken' });
  }

  #add(row: ComparedRow): Promise<void> | undefined {
    if (row.source === 0) this.#ofFirst++;
    const at = this.#ids.push(row.id) * DIGEST;
    if (at > this.#digests.length) this.#digests = Buffer.concat([this.#digests], 2 * this.#digests.length);
    comparedDigest(row.texts, this.work.fields).copy(this.#digests, at - DIGEST, 0, DIGEST);
    return this.rows.add(row);
  }

  async group(): Promise<void> {
    const { length: records } = this.#ids;
    // Index of the object by row, starting at row 1.
    const sources = this.work.isAcross ? new Int32Array(records + 1).fill(1, this.#ofFirst + 1) : undefined;
    const pairs = new PairList(pairsThatFit(), tooMany);
    if (records > 1) {
      const index = await this.rows.index();
      await index.joined(sources);
      const { scenarios } = this;
      const progress = (rows: number): void => this.port.send({ kind: 'compared', rows, pairs: pairs.length });
      for await (const batch of index.pairs({ scenarios, progress })) pairs.addAll(batch);
    }
    await this.rows.end();
    const judged = new JudgedRows(this.#judged, this.#ids);
    const { groups, apart, ungrouped } = findGroups(records, pairs, judged, sources?.subarray(1));
    const places = await writeGroups(this.work.path, this.#found(groups, apart));
    const result = { records, pairs: pairs.length, groups: groups.length, ungrouped, places };
    this.port.send({ kind: 'grouped', result });
  }

  *#found(...all: Iterable<RowGroup>[]): Iterable<FoundGroup> {
    for (const groups of all)
      for (const { rows, pairs, score } of groups)
        yield {
          members: rows.map((row) => ({
            id: this.#ids[row]!,
            digest: this.#digests.toString('hex', row * DIGEST, (row + 1) * DIGEST),
          })),
          pairs,
          score,
        };
  }
}

export type OpenRows = (
  settings: RowIndexSettings & EngineWork & { readonly isAcross: boolean },
) => Promise<RowKeeping>;

async function keeping(
  { isAcross, methods, engine }: JobWork,
  scenarios: Scenario[],
  open?: OpenRows,
): Promise<RowKeeping> {
  // Leave one CPU for requests.
  const settings = { scenarios, methods, threads: Math.max(1, availableParallelism() - 1) };
  if (engine !== undefined) return open!({ ...settings, ...engine, isAcross });
  const index = new RowIndex(settings);
  const add = ({ texts }: ComparedRow): undefined => {
    index.add(texts);
    return undefined;
  };
  return { add, index: () => Promise.resolve(index), end: () => index.end() };
}

/** Compares the records of a job in this thread or process. @param open opens the storage if the job uses an engine */
export const groupRecords = (open?: OpenRows): void =>
  jobPort((work, port) => {
    // Lower the priority before other threads start, because they inherit it.
    lowerPriority();
    tellAlwaysTo({
      note: () => undefined,
      progress: (_, total) => ({
        update: (done) => port.send({ kind: 'preparing', done, total }),
        stop: () => undefined,
      }),
    });
    const methods = createMethods(work.methods);
    const scenarios = work.scenarios.map((scenario) => unpackScenario(scenario, methods));
    const rows = keeping(work, scenarios, open);
    const records = rows.then((kept) => new JobRecords(work, scenarios, kept, port));
    // Process rows sequentially, because the index requires them in order.
    let last: Promise<void> = records.then(() => undefined).catch(fail);
    port.listen((message) => {
      last = last
        .then(async () => {
          const given = await records;
          if (message !== undefined) return given.take(message);
          await given.group();
          port.close();
        })
        .catch(fail);
    });

    async function fail(error: unknown): Promise<void> {
      await rows.then((kept) => kept.end()).catch(() => undefined);
      const { message } = error as Error;
      if (error instanceof TooManyPairs || error instanceof BeyondMemory)
        port.send({ kind: 'refused', reason: message });
      else if (error instanceof Failure) port.send({ kind: 'failed', reason: message });
      else throw error;
      port.close();
    }
  });

interface JobPort {
  send(message: FromJob): void;
  /** @param take called with each message, in order */
  listen(take: (message: ToJob) => void): void;
  close(): void;
}

/** Calls `begin` with the work. In a thread, this happens immediately; in a process, after the first message. */
function jobPort(begin: (work: JobWork, port: JobPort) => void): void {
  const port = parentPort;
  if (port !== null) {
    begin(workerData as JobWork, {
      send: (message) => port.postMessage(message),
      listen: (take) => void port.on('message', take),
      close: () => port.close(),
    });
    return;
  }
  // Exit together with the service.
  process.on('disconnect', () => process.exit(0));
  process.once('message', (work: JobWork) =>
    begin(work, {
      send: (message) => void process.send!(message),
      listen: (take) => void process.on('message', (message: { readonly sent: ToJob }) => take(message.sent)),
      close: () => process.disconnect(),
    }),
  );
}

/** Reviewers' decisions by row. The newest decision about two rows applies. */
export class JudgedRows implements Decided {
  /** Decisions about each row, newest first. */
  readonly #byRow = new Map<number, number[]>();

  /**
   * @param sets newest first
   * @param ids Ids of all rows
   */
  constructor(
    private readonly sets: readonly JudgedSet[],
    ids: readonly string[],
  ) {
    if (sets.length === 0) return;
    const judged = new Set(sets.flatMap((set) => set.ids));
    const rows = new Map<string, number>();
    ids.forEach((id, row) => judged.has(id) && rows.set(id, row));
    sets.forEach((set, number) => {
      for (const id of set.ids) {
        const row = rows.get(id);
        // A filter has excluded the record.
        if (row === undefined) continue;
        const known = this.#byRow.get(row);
        if (known === undefined) this.#byRow.set(row, [number]);
        else known.push(number);
      }
    });
  }

  has(row: number): boolean {
    return this.#byRow.has(row);
  }

  areDifferent(one: number, two: number): boolean {
    const others = this.#byRow.get(two);
    const newest = others && this.#byRow.get(one)?.find((number) => others.includes(number));
    return newest !== undefined && this.sets[newest]!.isDifferent;
  }
}
