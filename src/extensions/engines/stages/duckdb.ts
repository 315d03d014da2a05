import type { DuckDBAppender, DuckDBConnection, DuckDBDataChunk, DuckDBInstance, DuckDBVector } from '@duckdb/node-api';
import { Failure } from '../../../runtime/failure.js';
import { engineText, isWrittenOut, textOfEngine } from '../tables/engine-text.js';

type Package = typeof import('@duckdb/node-api');

/** A column of 32-bit integers, other numbers, or strings. */
export type EngineColumn = Int32Array | Float32Array | readonly string[];

export interface DuckDbSettings {
  /** Memory limit in bytes. Data beyond the limit is spilled to the file's folder. */
  readonly memory: number;
  readonly threads: number;
}

/** Number of rows per chunk, which is one vector of the engine. */
export const CHUNK = 2_048;

export const spillOf = (path: string): string => `${path}.spill`;

/** Loads the package. @throws Failure that names the package to install */
async function loadPackage(): Promise<Package> {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    throw new Failure(
      `--engine duckdb needs the package @duckdb/node-api, which is not installed with Likeness (70 MB): run npm install @duckdb/node-api (${(error as Error).message.split('\n')[0]!})`,
    );
  }
}

/** Thrown if this version of DuckDB cannot read the file. */
export class UnreadableFile extends Failure {}

/** A database used by one process. Errors are `Failure`s that suggest a remedy. */
export class DuckDb {
  private constructor(
    private readonly duckdb: Package,
    private readonly instance: DuckDBInstance,
    private readonly connection: DuckDBConnection,
  ) {}

  /** Opens a database. @throws Failure if the package is missing, or the file cannot be opened */
  static async open(path: string, { memory, threads }: DuckDbSettings): Promise<DuckDb> {
    const duckdb = await loadPackage();
    return asFailure(async () => {
      const instance = await duckdb.DuckDBInstance.create(path, {
        memory_limit: megabytes(memory),
        threads: String(threads),
        temp_directory: spillOf(path),
        autoinstall_known_extensions: 'false',
        autoload_known_extensions: 'false',
      });
      return new DuckDb(duckdb, instance, await instance.connect());
    });
  }

  async limit(memory: number): Promise<void> {
    await this.run(`set memory_limit = '${megabytes(memory)}'`);
  }

  async run(sql: string): Promise<void> {
    await asFailure(() => this.connection.run(sql));
  }

  /** Returns the only row of a query's result, as numbers and strings. */
  async row(sql: string): Promise<Record<string, string | number | null>> {
    const reader = await asFailure(() => this.connection.runAndReadAll(sql));
    const [row = {}] = reader.getRowObjects();
    return Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'bigint' ? Number(value) : typeof value === 'string' ? textOfEngine(value) : value,
      ]),
    ) as Record<string, string | number | null>;
  }

  /** Streams committed rows as columns. Uses a separate connection, because a write would end the stream. */
  async *rows<Columns extends readonly EngineColumn[]>(sql: string): AsyncGenerator<Columns> {
    const connection = await asFailure(() => this.instance.connect());
    try {
      const result = await asFailure(() => connection.stream(sql));
      for (;;) {
        const chunk = await asFailure(() => result.fetchChunk());
        if (chunk === null || chunk.rowCount === 0) return;
        yield this.columnsOf(chunk) as unknown as Columns;
      }
    } finally {
      connection.closeSync();
    }
  }

  /** Returns an appender. Added rows are invisible until `flush` or `end`. */
  async appender(table: string): Promise<TableAppender> {
    return new TableAppender(this.duckdb, await asFailure(() => this.connection.createAppender(table)));
  }

  /** Copies the columns, because a chunk's memory is freed together with the chunk. */
  private columnsOf(chunk: DuckDBDataChunk): EngineColumn[] {
    const { DuckDBIntegerVector, DuckDBFloatVector } = this.duckdb;
    return Array.from({ length: chunk.columnCount }, (_, c) => {
      const vector = chunk.getColumnVector(c);
      if (vector instanceof DuckDBIntegerVector || vector instanceof DuckDBFloatVector) return itemsOf(vector).slice();
      const texts = new Array<string>(chunk.rowCount);
      for (let i = 0; i < texts.length; i++) texts[i] = textOfEngine((vector.getItem(i) as string | null) ?? '');
      return texts;
    });
  }

  close(): void {
    this.connection.interrupt();
    this.connection.closeSync();
    this.instance.closeSync();
  }
}

export class TableAppender {
  constructor(
    private readonly duckdb: Package,
    private readonly appender: DuckDBAppender,
  ) {}

  /** Adds rows. @param count number of rows, at most `CHUNK`, from the beginning of the columns */
  add(count: number, ...columns: readonly EngineColumn[]): void {
    const { DuckDBDataChunk, INTEGER, FLOAT, VARCHAR } = this.duckdb;
    const types = columns.map((column) =>
      column instanceof Int32Array ? INTEGER : column instanceof Float32Array ? FLOAT : VARCHAR,
    );
    const chunk = DuckDBDataChunk.create(types, count);
    columns.forEach((column, c) => {
      if (column instanceof Int32Array || column instanceof Float32Array) {
        const vector = chunk.getColumnVector(c);
        itemsOf(vector).set(column.subarray(0, count));
        vector.flush();
      } else {
        const texts = column.length === count ? column : column.slice(0, count);
        chunk.setColumnValues(c, texts.some(isWrittenOut) ? texts.map(engineText) : texts);
      }
    });
    failing(() => this.appender.appendDataChunk(chunk));
  }

  flush(): void {
    failing(() => this.appender.flushSync());
  }

  end(): void {
    failing(() => this.appender.closeSync());
  }
}

/** Returns a view of the vector's memory. Reading it is many times faster than reading single items. */
function itemsOf(vector: DuckDBVector): Int32Array {
  return (vector as unknown as { readonly items: Int32Array }).items;
}

async function asFailure<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw failureOf(error);
  }
}

function failing<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw failureOf(error);
  }
}

function failureOf(error: unknown): Error {
  const { message } = error as Error;
  if (/no space left|could not write|max_temp_directory_size/i.test(message))
    return new Failure(`the disk is full: ${firstLine(message)}; free up space and run the command again`);
  if (/could not set lock|conflicting lock|unique file handle conflict/i.test(message))
    return new Failure(
      `another run is using this folder: wait until it ends, or change --work (${firstLine(message)})`,
    );
  if (/out of memory/i.test(message))
    return new Failure(
      `DuckDB needs more memory: ${firstLine(message)}; increase --memory (or the setting jobMemory) and run it again`,
    );
  if (
    /not a valid duckdb database|corrupt|enough bytes|version number|checksum|replaying wal|deserializ/i.test(message)
  )
    return new UnreadableFile(`DuckDB: ${firstLine(message)}`);
  return new Failure(`DuckDB: ${firstLine(message)}`);
}

const firstLine = (text: string): string => text.split('\n')[0]!;

const megabytes = (bytes: number): string => `${Math.max(64, Math.floor(bytes / 1e6))}MB`;
