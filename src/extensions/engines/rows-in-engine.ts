import { BatchFolder } from './stages/batch-folder.js';
import { DUCKDB_SHARES, NumberedColumns, type EngineIndexSettings } from './stages/engine-columns.js';
import { EngineRows } from './stages/engine-rows.js';
import type { TakeRow } from '../../files/dedupe/read-rows.js';
import type { RowIndex } from '../../index/join/row-index.js';
import type { ComparedRow } from '../../service/group/group-types.js';
import type { RowKeeping } from '../../service/jobs/group-records.js';
import type { EngineWork } from '../../service/jobs/job-messages.js';
import { TextRows } from '../../matching/text-rows.js';

type EngineSettings = EngineIndexSettings & EngineWork & { readonly isAcross: boolean };

/** Stores the rows of a running job in a DuckDB file. Only numbers are in memory, as in `dedupe --engine duckdb`. */
export class RowsInEngine implements RowKeeping {
  #count = 0;
  #index: RowIndex | undefined;

  private constructor(
    private readonly folder: BatchFolder,
    private readonly settings: EngineSettings,
    private readonly take: TakeRow,
    private readonly rows: Promise<EngineRows>,
    private readonly ended: (count: number) => void,
  ) {}

  /** Opens a DuckDB file. @throws Failure if the package is missing, or the folder is not writable */
  static async open(settings: EngineSettings): Promise<RowsInEngine> {
    const { folder: path, memory, threads = 1, isAcross, scenarios } = settings;
    const folder = await BatchFolder.open(path, {}, { memory: memory * DUCKDB_SHARES.values, threads });
    const fields = new Set(scenarios.flatMap((scenario) => scenario.fields.flatMap((field) => field.fields)));
    let ended!: (count: number) => void;
    const all = new Promise<number>((resolve) => (ended = resolve));
    // Rows arrive individually, not from a file.
    return new Promise((resolve, reject) => {
      const rows = EngineRows.keep(folder, { hasIds: false, hasSources: isAcross }, async (take) => {
        resolve(new RowsInEngine(folder, settings, take, rows, ended));
        return { count: await all, ids: [], sources: [], texts: new TextRows(), fields, unused: [] };
      });
      rows.catch(reject);
    });
  }

  add({ id, texts, source }: ComparedRow): Promise<void> | undefined {
    return this.take(texts, { id, source: String(source), number: ++this.#count });
  }

  /** Indexes the rows. @throws BeyondMemory if the rows need more memory than allowed */
  async index(): Promise<RowIndex> {
    this.ended(this.#count);
    const columns = await NumberedColumns.of(this.folder, await this.rows, this.settings);
    return (this.#index = await columns.index(this.settings.memory));
  }

  async end(): Promise<void> {
    await this.#index?.end();
    await this.folder.remove();
  }
}
