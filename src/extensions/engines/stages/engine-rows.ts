import { Fill, PROFILED, type ComparedRows, type FieldFill } from '../../../files/learning/comparisons.js';
import type { FieldTexts } from '../../../matching/field-texts.js';
import { sameId, type DedupeRows, type RowOfInput, type TakeRow } from '../../../files/dedupe/read-rows.js';
import { digestOf, type BatchFolder } from './batch-folder.js';
import { CHUNK, type TableAppender } from './duckdb.js';
import { TextRows } from '../../../matching/text-rows.js';

export type ReadRows = (take: TakeRow) => Promise<DedupeRows>;

interface RowsRead extends Omit<DedupeRows, 'ids' | 'sources' | 'texts' | 'fields'> {
  readonly fields: readonly string[];
  /** Fields in the order of the columns `f0`, `f1` ... */
  readonly stored: readonly string[];
  readonly fills: readonly (readonly [string, FieldFill])[];
  /** A sample of rows with the first values of each field. */
  readonly first: readonly FieldTexts[];
  readonly hasSources: boolean;
}

/**
 * The table `rows (row, number, id, source, f0, f1 ...)`: rows are numbered from 1 in reading order, and `''` is a
 * blank.
 */
export class EngineRows {
  private constructor(
    private readonly folder: BatchFolder,
    private readonly read: RowsRead,
    /** Source of each row, starting at index 0. Empty if there are no sources. */
    readonly sources: string[],
  ) {}

  get count(): number {
    return this.read.count;
  }

  get hasSources(): boolean {
    return this.read.hasSources;
  }

  get rows(): DedupeRows {
    const { fields, ...read } = this.read;
    return { ...read, ids: [], sources: this.sources, texts: new TextRows(), fields: new Set(fields) };
  }

  get texts(): ComparedRows {
    const { count: length, fills, first } = this.read;
    return { length, fills: new Map(fills), [Symbol.iterator]: () => first[Symbol.iterator]() };
  }

  async *names(): AsyncGenerator<{ readonly id: string; readonly source: string }> {
    const sql = 'select id, source from rows order by row';
    for await (const [ids, sources] of this.folder.db.rows<[string[], string[]]>(sql))
      for (const [i, id] of ids.entries()) yield { id, source: sources[i]! };
  }

  columnOf(field: string): string | undefined {
    const at = this.read.stored.indexOf(field);
    return at < 0 ? undefined : `f${at}`;
  }

  /**
   * Reads the rows into the table, unless the table already has them.
   * @param settings settings that determine the table @param take also receives every row's values, in order
   * @throws Failure if two rows have the same Id
   */
  static async keep(
    folder: BatchFolder,
    settings: { readonly hasIds: boolean; readonly hasSources: boolean },
    read: ReadRows,
    take?: (texts: FieldTexts) => void,
  ): Promise<EngineRows> {
    const isKept = await folder.isDone('rows', digestOf(settings));
    const result = await folder.step('rows', settings, () => readInto(folder, settings.hasSources, read, take));
    const rows = new EngineRows(folder, result, settings.hasSources ? await sourcesOf(folder) : []);
    if (settings.hasIds) await refuseSameIds(folder);
    if (isKept && take) await rows.each(take);
    return rows;
  }

  private async each(take: (texts: FieldTexts) => void): Promise<void> {
    const { stored } = this.read;
    if (stored.length === 0) return;
    const columns = stored.map((_, i) => `f${i}`).join(', ');
    for await (const texts of this.folder.db.rows<string[][]>(`select ${columns} from rows order by row`))
      for (let i = 0; i < texts[0]!.length; i++) {
        const row: Record<string, string> = {};
        stored.forEach((field, c) => {
          if (texts[c]![i] !== '') row[field] = texts[c]![i]!;
        });
        take(row);
      }
  }
}

async function readInto(
  folder: BatchFolder,
  hasSources: boolean,
  read: ReadRows,
  take?: (texts: FieldTexts) => void,
): Promise<RowsRead> {
  const { db } = folder;
  await db.run('create or replace table rows (row integer, number integer, id varchar, source varchar)');
  const writer = new RowWriter(folder);
  const fills = new Map<string, Fill>();
  const first: FieldTexts[] = [];
  const rows = await read((texts, name) => {
    take?.(texts);
    let isSample = false;
    for (const [field, text] of Object.entries(texts)) {
      let fill = fills.get(field);
      if (fill === undefined) fills.set(field, (fill = new Fill()));
      const before = fill.filled;
      fill.add(text);
      if (fill.filled > before && fill.filled <= PROFILED) isSample = true;
    }
    if (isSample) first.push(texts);
    return writer.add(texts, name);
  });
  await writer.end();
  const { count, fields, unused, notes, columns, mapped } = rows;
  return {
    ...{ count, unused, first, hasSources },
    ...(notes && { notes }),
    ...(columns && { columns }),
    ...(mapped && { mapped }),
    fields: [...fields],
    stored: writer.stored,
    fills: [...fills].map(([field, { filled, isVaried }]) => [field, { filled, isVaried }]),
  };
}

class RowWriter {
  readonly stored: string[] = [];
  private readonly places = new Map<string, number>();
  private readonly numbers = { row: new Int32Array(CHUNK), number: new Int32Array(CHUNK) };
  private ids: string[] = [];
  private sources: string[] = [];
  private texts: string[][] = [];
  private waiting = 0;
  private rows = 0;
  private appender: TableAppender | undefined;
  private columns = 0;

  constructor(private readonly folder: BatchFolder) {}

  add(texts: FieldTexts, { id, source, number }: RowOfInput): Promise<void> | undefined {
    const at = this.waiting++;
    this.numbers.row[at] = ++this.rows;
    this.numbers.number[at] = number;
    this.ids[at] = id;
    this.sources[at] = source;
    for (const field of Object.keys(texts)) if (!this.places.has(field)) this.addField(field);
    for (let c = 0; c < this.stored.length; c++) {
      const field = this.stored[c]!;
      this.texts[c]![at] = Object.hasOwn(texts, field) ? texts[field]! : '';
    }
    return this.waiting === CHUNK ? this.write() : undefined;
  }

  async end(): Promise<void> {
    if (this.waiting > 0 || this.appender === undefined) await this.write();
    this.appender?.end();
  }

  private addField(field: string): void {
    this.places.set(field, this.stored.push(field) - 1);
    this.texts.push(new Array<string>(CHUNK).fill(''));
  }

  /** Writes rows. The column of a new field is blank in earlier rows. */
  private async write(): Promise<void> {
    const { db } = this.folder;
    if (this.columns < this.stored.length || this.appender === undefined) {
      this.appender?.end();
      for (; this.columns < this.stored.length; this.columns++)
        await db.run(`alter table rows add column f${this.columns} varchar default ''`);
      this.appender = await db.appender('rows');
    }
    const { row, number } = this.numbers;
    this.appender.add(this.waiting, row, number, this.ids, this.sources, ...this.texts);
    this.waiting = 0;
  }
}

/** Equal sources share one string. */
async function sourcesOf({ db }: BatchFolder): Promise<string[]> {
  const known = new Map<string, string>();
  const sources: string[] = [];
  for await (const [texts] of db.rows<[string[]]>('select source from rows order by row'))
    for (const text of texts) {
      const one = known.get(text) ?? text;
      known.set(one, one);
      sources.push(one);
    }
  return sources;
}

/** Rejects rows with the same Id, as an in-memory comparison does. */
async function refuseSameIds({ db }: BatchFolder): Promise<void> {
  const { id, one, two } = await db.row(
    `select id, one, number as two from (
       select id, row, number, lag(number) over (partition by id order by row) as one
       from rows where id in (select id from rows group by id having count(*) > 1)
     ) where one is not null order by row limit 1`,
  );
  if (id !== undefined) throw sameId(one as number, two as number, id as string);
}
