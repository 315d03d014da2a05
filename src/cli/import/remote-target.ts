import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { UpsertDataOutput } from '../../contract/schemas.js';
import { Failure } from '../errors.js';
import type { RemoteService } from '../remote-service.js';
import type { ImportRow, ImportTarget } from './import-target.js';

export interface RemoteImport {
  readonly service: RemoteService;
  readonly object: string;
  readonly key: string;
  readonly check: boolean;
  readonly duplicateScore?: number | undefined;
  /** Where the progress is kept: beside the file that is imported. */
  readonly progressPath: string;
}

interface RunProgress {
  completed: number;
  /** Rows of the run under way that are done for certain. */
  done: number;
  /** When the batch after them was begun, milliseconds since the epoch. */
  begun: number;
}

/** The service remembers answers for 24 h; an hour is left for clocks that differ. */
const remembered = 23 * 3_600_000;
const inParallel = 16;

/**
 * Imports through the upsert endpoint of a running service, several requests at a time. Every row carries an
 * `Idempotency-Key` made of import, run and row, so that a row sent again after an interruption is answered from memory
 * and changes nothing. The progress file, a small one beside the import file, says which rows are done; what was in
 * flight when an import was interrupted is sent again, within the time that the service remembers.
 */
export async function remoteTarget(job: RemoteImport): Promise<ImportTarget> {
  const { service, object, key, progressPath } = job;
  const name = `${service.base} ${key}`;
  const runs = await readProgress(progressPath);
  const entry: RunProgress = runs.get(name) ?? { completed: 0, done: 0, begun: 0 };
  if (!job.check && entry.begun > 0 && Date.now() - entry.begun > remembered) {
    throw new Failure(
      `this import was interrupted more than 23 hours ago, so that rows ${entry.done + 1} and following may be sent twice; repeat it with --check, or remove ${progressPath} to begin anew`,
    );
  }
  const write = async (): Promise<void> => {
    runs.set(name, entry);
    await writeFile(`${progressPath}.new`, JSON.stringify(Object.fromEntries(runs)));
    await rename(`${progressPath}.new`, progressPath);
  };
  const send = ({ number, values }: ImportRow): Promise<UpsertDataOutput> =>
    service.upsert(
      {
        objectType: object,
        objectData: { ...values },
        duplicateCheck: job.check,
        ...(job.duplicateScore !== undefined && { duplicateScore: job.duplicateScore }),
      },
      `import-${key}-${entry.completed + 1}-${number}`,
    );
  return {
    batchSize: 500,
    state: () => Promise.resolve({ done: entry.done, completed: entry.completed }),
    save: async (rows, upTo, beforeCommit) => {
      entry.begun = Date.now();
      await write();
      const answers = await inTurn(rows, send);
      await beforeCommit(answers);
      entry.done = upTo;
      entry.begun = 0;
      await write();
    },
    complete: async () => {
      entry.completed += 1;
      entry.done = 0;
      entry.begun = 0;
      await write();
    },
    close: async () => {
      await rm(`${progressPath}.new`, { force: true });
    },
  };
}

/**
 * All rows, some at a time; the answers in the order of the rows. The first failure stops what has not been sent yet.
 */
async function inTurn(
  rows: readonly ImportRow[],
  send: (row: ImportRow) => Promise<UpsertDataOutput>,
): Promise<UpsertDataOutput[]> {
  const answers: UpsertDataOutput[] = [];
  let next = 0;
  let failed = false;
  const work = async (): Promise<void> => {
    while (next < rows.length && !failed) {
      const i = next;
      next += 1;
      try {
        answers[i] = await send(rows[i]!);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: inParallel }, work));
  return answers;
}

async function readProgress(path: string): Promise<Map<string, RunProgress>> {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(path, 'utf8')) as Record<string, RunProgress>));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw new Failure(`${path}: not readable as the progress of an import; remove it to begin anew`);
  }
}
