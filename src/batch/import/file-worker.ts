import { tellingTo, type Progress } from '../../runtime/notes.js';
import { lowerPriority } from '../../runtime/lower-priority.js';
import { configurationOf } from '../../config/load.js';
import { objectType } from '../input/object-of.js';
import { describe, Failure, WrongUse } from '../../runtime/failure.js';
import { AUTO } from '../input/guess/auto-object.js';
import { guessColumns, labelsOf, readAhead } from '../input/guess/guess-columns.js';
import { guessObject } from '../input/guess/guess-object.js';
import { resolveMapping, type MapOption } from '../input/mapping.js';
import { areWholeNames, splitName } from '../input/split-name.js';
import { isWithoutHeader, openInput } from '../input/open-input.js';
import { dayReader } from '../input/read-day.js';
import { importRules } from './import-rules.js';
import type { ColumnMapping, FileTask, FromFileProcess, Inspection, ToFileProcess } from './file-messages.js';
import { batchesOf } from './file-batches.js';

/** Values shown of a column, and characters of each. */
const SAMPLES = 3;
const LONGEST_SAMPLE = 80;
/** Characters shown of a column's name. */
const LONGEST_LABEL = 255;
const MOST_COLUMNS = 1_000;
/** The file has a name of the service's own: people know it by another one. */
const OWN_NAME = /\binput\.[a-z]{2,6}(?:\.gz)?: /g;

lowerPriority();
let next = (): void => undefined;
process.on('message', (message: ToFileProcess) => {
  if (message.kind === 'task') void tellingTo({ progress: progressToService }, () => run(message.task));
  else next();
});
// Nobody is left to be told.
process.on('disconnect', () => process.exit(0));

function send(message: FromFileProcess): void {
  process.send!(message);
}

/** Milliseconds between two messages. */
const PAUSE = 200;

/** The service shows how far the work on the file is. */
function progressToService(phase: string, total: number): Progress {
  let last = 0;
  const update = (done: number): void => {
    if (performance.now() - last < PAUSE) return;
    last = performance.now();
    send({ kind: 'progress', phase, done: Math.min(done, total), total });
  };
  return { update, stop: () => undefined };
}

async function run(task: FileTask): Promise<void> {
  try {
    if (task.kind === 'inspect') send({ kind: 'inspected', inspection: await inspect(task) });
    else if (task.kind === 'clean') await cleanFile(task);
    else await read(task);
  } catch (error) {
    const isTold = error instanceof WrongUse || error instanceof Failure;
    if (isTold) send({ kind: 'refused', reason: describe(error).replaceAll(OWN_NAME, '') });
    else throw error;
  }
}

async function inspect({
  path,
  config,
  maxUnpacked,
  objectType: asked,
  objects,
  reading = {},
}: FileTask & { kind: 'inspect' }): Promise<Inspection> {
  const configuration = await configurationOf(config ?? '');
  const opened = await openInput(path, { ...reading, maxUnpacked });
  refuseTooManyColumns(opened.columns);
  const ahead = await readAhead(opened);
  const { columns, notes } = ahead.table;
  // Those of JSON show row by row.
  refuseTooManyColumns(columns);
  const look = {
    columns: columns.map((label, i) => {
      const values = ahead.sample.values[i] ?? [];
      const filled = values.filter((value) => value !== '').slice(0, SAMPLES);
      const samples = filled.map((value) => value.slice(0, LONGEST_SAMPLE));
      return {
        label: label.slice(0, LONGEST_LABEL),
        samples,
        ...(areWholeNames(values) && { names: samples.map((value) => splitName(value)) }),
      };
    }),
    rows: ahead.sample.rows,
    isWhole: ahead.sample.isWhole,
    notes: [...notes, ...ahead.sample.broken.notes('not imported')].map(inWordsOfService),
    ...{ said: reading, readAs: ahead.table.readAs, sheets: ahead.table.sheet?.names ?? [] },
  };
  const { name, hasParties } = guessObject(ahead.readings);
  const mayBeAuto = asked === undefined && !hasParties && !isWithoutHeader(path);
  if (asked === AUTO || mayBeAuto) {
    if (isWithoutHeader(path)) throw new WrongUse('an object is made of the columns of tables, not of JSON or cards');
    return { objectType: AUTO, ...look, mapping: [] };
  }
  const guessed = asked ?? name;
  const isOpen = asked !== undefined || objects === undefined || objects.includes(guessed);
  const names = isOpen ? [guessed] : objects.filter((name) => configuration.registry.byName(name) !== undefined);
  const mappings = (names.length === 0 ? [guessed] : names).map((name) => {
    const type = objectType(configuration, name);
    const { options } = guessColumns(type, ahead, [], importRules);
    return { type, fields: resolveMapping(type, columns, options, importRules, false).fields };
  });
  // Takes that object, among those that the client is kept to, which takes most of the file.
  const { type, fields } = mappings.reduce((best, one) => (one.fields.length > best.fields.length ? one : best));
  return {
    objectType: type.name,
    ...look,
    mapping: fields.map(({ field, positions, part }) => ({ field, positions: [...positions], ...(part && { part }) })),
  };
}

/** Options of the command line are of no use to whoever sends a file. */
const COMMANDS_OPTION = /; --[a-z-]+(?: NAME)? says otherwise/g;
const inWordsOfService = (note: string): string => note.replaceAll(OWN_NAME, '').replaceAll(COMMANDS_OPTION, '');

function refuseTooManyColumns({ length }: readonly string[]): void {
  if (length > MOST_COLUMNS) throw new Failure(`the file has ${length} columns; at most ${MOST_COLUMNS}`);
}

async function read({
  path,
  config,
  mapping,
  reading,
  maxUnpacked,
  done,
  batchSize,
  isExact,
  ...asked
}: FileTask & { kind: 'read' }): Promise<void> {
  const configuration = await configurationOf(config ?? '');
  const type = objectType(configuration, asked.objectType);
  const isJson = isWithoutHeader(path);
  // JSON shows its columns row by row: those that the mapping names were found by looking ahead.
  const { table } = await readAhead(await openInput(path, { ...reading, maxUnpacked }));
  const resolved = resolveMapping(type, table.columns, optionsOf(table.columns, mapping), importRules, false);
  const toDay = dayReader(configuration);
  const rows = { table, type, mapping: () => resolved, isJson, toDay, done, batchSize, isExact };
  for await (const batch of batchesOf(rows)) {
    const taken = new Promise<void>((resolve) => (next = resolve));
    send({ kind: 'batch', batch });
    await taken;
  }
  send({ kind: 'end' });
}

async function cleanFile({
  path,
  config,
  mapping,
  reading,
  maxUnpacked,
  out,
  ...asked
}: FileTask & { kind: 'clean' }): Promise<void> {
  const configuration = await configurationOf(config ?? '');
  const read = { ...reading, maxUnpacked };
  const { table } = await readAhead(await openInput(path, read));
  // Cleaning leaves columns as they are: a whole name is compared as one.
  const whole = mapping.flatMap(({ field, positions, part }) => (part === 'first' ? [] : [{ field, positions }]));
  const map = asked.objectType === AUTO ? [] : optionsOf(table.columns, whole);
  // Comparing is the greater part of the program: whoever only reads a file starts sooner without it.
  const { openSources } = await import('../clean/source-files.js');
  const { clean } = await import('../clean/clean.js');
  const sources = await openSources({ ...read, files: [path], object: asked.objectType, map }, configuration);
  const { cleaned, notMerged } = await clean(sources, { out }, configuration);
  const { rows, groups, merged, records, review } = cleaned;
  const why = notMerged === undefined ? null : { why: notMerged.why, help: notMerged.help };
  send({ kind: 'cleaned', cleaned: { rows, groups, merged, records, review, notMerged: why } });
}

/** The mapping that people have settled, for all columns: those that they did not name are left out. */
function optionsOf(columns: readonly string[], mapping: readonly ColumnMapping[]): MapOption[] {
  const wrong = mapping.flatMap(({ positions }) => positions).find((position) => position >= columns.length);
  if (wrong !== undefined)
    throw new WrongUse(`the file has ${columns.length} columns, the mapping names column ${wrong}`);
  const named = new Set(mapping.flatMap(({ positions }) => positions));
  const left = columns.flatMap((source, position) =>
    named.has(position) ? [] : [{ source, field: '', positions: [position] }],
  );
  return [
    ...mapping.map(({ field, positions, part }) => ({ source: labelsOf(columns, positions), field, positions, part })),
    ...left,
  ];
}
