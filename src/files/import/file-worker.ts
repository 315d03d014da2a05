import { tellingTo, type Progress } from '../../runtime/notes.js';
import { lowerPriority } from '../../runtime/lower-priority.js';
import { configurationOf } from '../../store/config/load.js';
import { objectType } from '../read/object-of.js';
import { describe, Failure, WrongUse } from '../../runtime/failure.js';
import { AUTO } from '../read/guess/auto-object.js';
import type { ColumnSample } from '../read/guess/column-sample.js';
import { guessColumns, labelsOf, readAhead } from '../read/guess/guess-columns.js';
import { guessObject } from '../read/guess/guess-object.js';
import { resolveMapping, type MapOption } from '../read/mapping.js';
import { Mentions } from '../read/mentions.js';
import { areWholeNames, nameOrder, splitName } from '../read/split-name.js';
import { isWithoutHeader, openInput } from '../read/open-input.js';
import { valueReader } from '../read/value-reader.js';
import { importRules } from './import-rules.js';
import type {
  ColumnMapping,
  FileMentions,
  FileTask,
  FromFileProcess,
  Inspection,
  ToFileProcess,
} from './file-messages.js';
import { batchesOf } from './file-batches.js';

/** Maximum number of values shown per column. */
const SAMPLES = 3;
const FREQUENT = 3;
const LONGEST_SAMPLE = 80;
/** Maximum length of a displayed column name. */
const LONGEST_LABEL = 255;
const MOST_COLUMNS = 1_000;
const MOST_CHARACTERS = 5_000_000;
/** The file's internal name, which users do not know. */
const OWN_NAME = /\binput\.[a-z]{2,6}(?:\.gz)?: /g;

lowerPriority();
let next = (): void => undefined;
process.on('message', (message: ToFileProcess) => {
  if (message.kind === 'task') void tellingTo({ progress: progressToService }, () => run(message.task));
  else next();
});
// The channel is closed if the service has exited.
process.on('disconnect', () => process.exit(0));

function send(message: FromFileProcess): void {
  process.send!(message);
}

/** Minimum milliseconds between two progress messages. */
const PAUSE = 200;

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
    else if (task.kind === 'mentions') send({ kind: 'mentions', mentions: await mentionsIn(task) });
    else await read(task);
  } catch (error) {
    const isTold = error instanceof WrongUse || error instanceof Failure;
    if (isTold) send({ kind: 'refused', reason: describe(error).replaceAll(OWN_NAME, '') });
    else throw error;
  }
}

async function mentionsIn(task: FileTask & { kind: 'mentions' }): Promise<FileMentions> {
  const { path, record, mostRows, maxUnpacked } = task;
  const mentions = new Mentions(record);
  const isMentioned = await mentions.inFile(path, maxUnpacked);
  const rows: FileMentions['rows'][number][] = [];
  let [characters, isCut] = [0, false];
  try {
    if (!isMentioned || mostRows === 0) return { isMentioned, rows, isCut };
    const { columns, rows: all } = await openInput(path, { maxUnpacked });
    for await (const { number, cells } of all) {
      if (!mentions.inCells(cells)) continue;
      const values = Object.fromEntries(cells.map((cell, i) => [columns[i] ?? `${i + 1}`, cell]));
      characters += JSON.stringify(values).length;
      isCut = rows.length === mostRows || characters > MOST_CHARACTERS;
      if (isCut) break;
      rows.push({ row: number, values });
    }
  } catch {
    // The report contains the file's name, so that people can check the file themselves.
  }
  return { isMentioned, rows, isCut };
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
  // The columns of JSON files are found row by row.
  refuseTooManyColumns(columns);
  const look = {
    columns: columns.map((label, i) => {
      const values = ahead.sample.values[i] ?? [];
      const filled = values.filter((value) => value !== '');
      const samples = filled.slice(0, SAMPLES).map((value) => value.slice(0, LONGEST_SAMPLE));
      const order = nameOrder(values);
      return {
        label: label.slice(0, LONGEST_LABEL),
        samples,
        filled: filled.length,
        frequent: mostFrequent(filled),
        ...(areWholeNames(values) && { names: samples.map((value) => splitName(value, order)) }),
      };
    }),
    rows: ahead.sample.rows,
    isWhole: ahead.sample.isWhole,
    notes: [...notes, ...ahead.sample.broken.notes('not imported')].map(inWordsOfService),
    ...{ said: reading, readAs: ahead.table.readAs, sheets: [...(ahead.table.sheet?.names ?? [])] },
  };
  const { name, hasParties } = guessObject(ahead.readings);
  const mayBeAuto = asked === undefined && !hasParties && !isWithoutHeader(path);
  if (asked === AUTO || mayBeAuto) {
    if (isWithoutHeader(path)) throw new WrongUse('objectType auto: expected a table, not JSON or vCards');
    return { objectType: AUTO, ...look, mapping: [] };
  }
  const guessed = asked ?? name;
  const isOpen = asked !== undefined || objects === undefined || objects.includes(guessed);
  const names = isOpen ? [guessed] : objects.filter((name) => configuration.registry.byName(name) !== undefined);
  const mappings = (names.length === 0 ? [guessed] : names).map((name) => {
    const type = objectType(configuration, name);
    const { options } = guessColumns(type, ahead, [], importRules, configuration.registry);
    return { type, fields: resolveMapping(type, columns, options, importRules, false).fields };
  });
  // Chooses the object that uses most of the file, among the client's objects.
  const { type, fields } = mappings.reduce((best, one) => (one.fields.length > best.fields.length ? one : best));
  return {
    objectType: type.name,
    ...look,
    mapping: fields
      .map(({ field, positions, part }) => ({ field, positions: [...positions], ...(part && { part }) }))
      .sort((a, b) => a.positions[0]! - b.positions[0]!),
  };
}

function mostFrequent(values: readonly string[]): Inspection['columns'][number]['frequent'] {
  const times = new Map<string, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return [...times]
    .filter(([, count]) => count > 1)
    .sort(([, a], [, b]) => b - a)
    .slice(0, FREQUENT)
    .map(([value, count]) => ({ value: value.slice(0, LONGEST_SAMPLE), times: count }));
}

/** Matches a hint about command-line options, which is useless for people who upload a file. */
const COMMANDS_OPTION = /; --[a-z-]+(?: NAME)?(?: [dmy]{3})?(?: or [dmy]{3})? overrides this/g;
const inWordsOfService = (note: string): string => note.replaceAll(OWN_NAME, '').replaceAll(COMMANDS_OPTION, '');

function refuseTooManyColumns({ length }: readonly string[]): void {
  if (length > MOST_COLUMNS) throw new Failure(`the file has ${length} columns; the limit is ${MOST_COLUMNS}`);
}

async function read(task: FileTask & { kind: 'read' }): Promise<void> {
  const { path, config, mapping, reading, maxUnpacked, done, batchSize, isExact } = task;
  const configuration = await configurationOf(config ?? '');
  const type = objectType(configuration, task.objectType);
  const isJson = isWithoutHeader(path);
  // Read ahead, because the columns of JSON files are found row by row, and the mapping needs them.
  const { table, sample } = await readAhead(await openInput(path, { ...reading, maxUnpacked }));
  const resolved = resolveMapping(type, table.columns, optionsOf(table.columns, mapping, sample), importRules, false);
  const { read: readValue } = valueReader(configuration, type, resolved.fields, sample, reading?.dateOrder);
  const rows = { table, mapping: () => resolved, isJson, read: readValue, done, batchSize, isExact };
  for await (const batch of batchesOf(rows)) {
    const taken = new Promise<void>((resolve) => (next = resolve));
    send({ kind: 'batch', batch });
    await taken;
  }
  send({ kind: 'end' });
}

async function cleanFile(task: FileTask & { kind: 'clean' }): Promise<void> {
  const { path, config, objectType: object, mapping, reading, maxUnpacked, out } = task;
  const configuration = await configurationOf(config ?? '');
  const read = { ...reading, maxUnpacked };
  const { table, sample } = await readAhead(await openInput(path, read));
  const map = object === AUTO ? [] : optionsOf(table.columns, mapping, sample);
  // Loads the code for comparing, which is most of the program, only if needed, so that a process that only reads files
  // starts faster.
  const { openSources } = await import('../clean/source-files.js');
  const { clean } = await import('../clean/clean.js');
  const sources = await openSources({ ...read, files: [path], object, map }, configuration);
  const { cleaned, notMerged } = await clean(sources, { out, guard: true }, configuration);
  const { rows, groups, merged, records, review } = cleaned;
  const why = notMerged === undefined ? null : { why: notMerged.why, help: notMerged.help };
  send({ kind: 'cleaned', cleaned: { rows, groups, merged, records, review, notMerged: why } });
}

/** Converts a person's mapping to a mapping of all columns. Columns that are not mentioned are ignored. */
function optionsOf(
  columns: readonly string[],
  mapping: readonly ColumnMapping[],
  { values }: Pick<ColumnSample, 'values'>,
): MapOption[] {
  const wrong = mapping.flatMap(({ positions }) => positions).find((position) => position >= columns.length);
  if (wrong !== undefined)
    throw new WrongUse(`the mapping refers to column ${wrong}, but the file has ${columns.length} columns`);
  const named = new Set(mapping.flatMap(({ positions }) => positions));
  const left = columns.flatMap((source, position) =>
    named.has(position) ? [] : [{ source, field: '', positions: [position] }],
  );
  return [
    ...mapping.map(({ field, positions, part }) => ({
      ...{ source: labelsOf(columns, positions), field, positions, part },
      ...(part && { order: nameOrder(values[positions[0]!] ?? []) }),
    })),
    ...left,
  ];
}
