import type { Configuration } from '../../store/config/configuration.js';
import type { DryRun, Likeness } from '../../service/likeness.js';
import type { ObjectType } from '../../records/object-type.js';
import { isCompared } from '../../service/upsert/unchecked-objects.js';
import { objectOf } from '../../files/read/object-of.js';
import { describeUnused } from '../../files/read/describe-unused.js';
import { describeGuess } from '../../files/read/guess/describe-guess.js';
import { guessColumns, readAhead } from '../../files/read/guess/guess-columns.js';
import { guessObject } from '../../files/read/guess/guess-object.js';
import type { InputTable, SaidOfFile } from '../../files/read/input-table.js';
import { resolveMapping, type MapOption } from '../../files/read/mapping.js';
import { isWithoutHeader, openInput } from '../../files/read/open-input.js';
import { valueReader } from '../../files/read/value-reader.js';
import type { RemoteService } from '../remote-service.js';
import { type FileToImport, contentDigest, type ImportedFile } from './file-to-import.js';
import { importRules } from '../../files/import/import-rules.js';
import { importThere } from './import-there.js';
import { withKeptColumns, checkOrder } from './kept-columns.js';
import type { RejectReason } from '../../service/import/file-job.js';
import { note, progress } from '../../runtime/notes.js';
import { WrongUse } from '../../runtime/failure.js';
import { FolderNotes, UnkeptNotes } from '../../service/import/import-notes.js';
import { importFile, importKey } from '../../service/import/import-file.js';
import { exists } from '../../service/import/reject-file.js';
import { batchesOf } from '../../files/import/file-batches.js';

export interface ImportOptions {
  readonly file: string;
  readonly object: string | undefined;
  readonly map: readonly MapOption[];
  readonly reading: SaidOfFile;
  readonly check: boolean;
  readonly duplicateScore: number | undefined;
  readonly again: boolean;
  readonly dryRun: boolean;
  readonly rejects: string | undefined;
}

/** The store of this process, opened on demand, or a running service. */
export type ImportTarget = (() => Promise<Here>) | RemoteService;

interface Here {
  readonly likeness: Likeness;
  /** Shared by all files of a dry run, because their records may refer to each other. */
  readonly dryRun: DryRun;
}

export interface ImportedCounts {
  readonly object: string;
  readonly dryRun?: true;
  /** Whether rows without Ids were compared with the stored records. False if there is no active scenario. */
  readonly checked: boolean;
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly rejected: number;
  /** Number of rows completed by an earlier, interrupted run. */
  readonly skipped: number;
  readonly rejects: string | null;
  readonly reasons: readonly RejectReason[];
  readonly unusedColumns: readonly string[];
  readonly seconds: number;
}

export async function importOne(
  options: ImportOptions,
  configuration: Configuration,
  target: ImportTarget,
): Promise<{ readonly type: ObjectType; readonly report: ImportedCounts }> {
  const { file, map, reading, check, duplicateScore, again, dryRun } = options;
  const openAgain = async () => readAhead(await openInput(file, reading));
  const { type, ahead = await openAgain() } = await objectOf(
    { ...reading, object: options.object, file },
    configuration,
  );
  if (options.object === undefined && map.length === 0 && !guessObject(ahead.readings).hasParties)
    throw new WrongUse(
      `${file}: no column contains names of people or companies: give the object type with --object TYPE`,
    );
  const isJson = isWithoutHeader(file);
  const { columns, notes, bytesTotal } = ahead.table;
  for (const line of notes) note(line);
  // Report a wrong mapping before opening a store or writing a file.
  resolveMapping(type, columns, map, importRules, !isJson);
  const { options: mapped, guessed, unsuited } = guessColumns(type, ahead, map, importRules, configuration.registry);
  for (const line of describeGuess(columns, guessed)) note(line);
  if (unsuited.length > 0)
    note(
      `columns not imported, because their values or Ids come from another system (--map imports them anyway): ${unsuited.join(', ')}`,
    );
  const { fields } = resolveMapping(type, columns, mapped, importRules, !isJson);
  const reader = valueReader(configuration, type, fields, ahead.sample, reading.dateOrder);
  for (const line of reader.notes) note(line);
  let { unused } = resolveMapping(type, columns, mapped, importRules, false);
  const started = performance.now();
  let opened: InputTable | undefined = ahead.table;
  const toImport: FileToImport = {
    path: file,
    type,
    openAgain: async () => (await openAgain()).table,
    async open() {
      const table = opened ?? (await openAgain()).table;
      opened = undefined;
      return table;
    },
    isJson,
    mapping(known) {
      const resolved = resolveMapping(type, known, mapped, importRules, false);
      const whole = isHere(target) ? withKeptColumns(type, known, resolved) : resolved;
      ({ unused } = whole);
      return whole;
    },
    task: {
      action: dryRun ? 'dryRun' : 'import',
      objectType: type.name,
      mapping: fields.map(({ field, positions, part }) => ({
        field,
        positions: [...positions],
        ...(part && { part }),
      })),
      check,
      ...(duplicateScore !== undefined && { duplicateScore }),
      again,
      ...reading,
    },
    read: reader.read,
    rejectsPath: options.rejects ?? (dryRun ? undefined : `${file}.rejects.csv`),
    progress: progress(`importing ${type.name}`, bytesTotal),
  };
  const imported = async () => {
    if (!isHere(target)) return importThere(target, toImport);
    const { likeness, dryRun: into } = await target();
    return importHere(likeness, into, toImport);
  };
  const { counts, reasons, rejects } = await imported().finally(() => toImport.progress.stop());
  const seconds = (performance.now() - started) / 1000;
  for (const line of describeUnused('not imported', unused)) note(line);
  const report = {
    object: type.name,
    ...(dryRun && { dryRun }),
    checked: check && (!isHere(target) || isCompared(configuration, type.name)),
    ...counts,
    skipped: counts.read - counts.created - counts.updated - counts.rejected,
    rejects: rejects ?? null,
    reasons,
    unusedColumns: unused.map(({ column }) => column),
    seconds: Math.round(seconds * 1000) / 1000,
  };
  return { type, report };
}

function isHere(target: ImportTarget): target is () => Promise<Here> {
  return typeof target === 'function';
}

/** Number of rows per batch. Large batches are possible because no other request waits for them. */
const ROWS_AT_ONCE = 1_000;

/** Imports a file into the store of this process. */
async function importHere(likeness: Likeness, dryRun: DryRun, file: FileToImport): Promise<ImportedFile> {
  const { type, task, rejectsPath, progress } = file;
  const key = importKey(await contentDigest(file.path), type.name, task.mapping, task.sheet);
  if (task.mapping.some(({ field }) => field === 'Id')) await checkOrder(likeness, file);
  const notes = rejectsPath === undefined ? new UnkeptNotes() : new FolderNotes(rejectsPath);
  const counts = await importFile({
    likeness,
    dryRun,
    task,
    caller: { clientId: 'command-line', requestId: `import ${key}` },
    key,
    keepIds: { columns: task.mapping.map(({ field }) => field) },
    async *batches(done) {
      yield* batchesOf({ ...file, table: await file.open(), done, batchSize: ROWS_AT_ONCE });
    },
    completed: null,
    begun: () => Promise.resolve(),
    notes,
    tell: ({ progress: { done }, counts: so }) => progress.update(done, `${so?.read ?? 0} rows`),
  });
  const hasRejects = rejectsPath !== undefined && (await exists(rejectsPath));
  return { counts, reasons: counts.reasons, ...(hasRejects && { rejects: rejectsPath }) };
}
