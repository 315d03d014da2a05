import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, pauseBefore } from '../../store/postgres/database-errors.js';
import { NodeDatabase } from '../../store/postgres/node-database.js';
import { StoreUnavailableError } from '../../store/store-errors.js';

/** The work is no more: its job has ended, begins anew, or was told that a record was erased. */
export class WorkGone extends Error {
  override readonly name = 'WorkGone';
  constructor() {
    super('the shared work of the job is no more');
  }
}

/** A row that this one belongs to is missing. */
const NO_SUCH_WORK = '23503';

/**
 * A connection for work that can wait: while the database is away, the same is tried again. Whoever gives the work up
 * ends the thread.
 */
export class PatientDatabase {
  #failure: Error | undefined;

  private constructor(private readonly database: NodeDatabase) {}

  static async open(url: string): Promise<PatientDatabase> {
    for (let attempt = 0; ; attempt++) {
      try {
        return new PatientDatabase(await NodeDatabase.open(url));
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        await pause(pauseBefore(attempt));
      }
    }
  }

  get schema(): string {
    return this.database.schema;
  }

  query: NodeDatabase['query'] = (text, values) => this.#patiently(() => this.database.query(text, values));

  /** The work may be done twice: all of it must bear that. */
  transaction<T>(work: (query: NodeDatabase['query']) => Promise<T>): Promise<T> {
    return this.#patiently(() => this.database.transaction(work));
  }

  /** Whatever is asked from now on fails with this. */
  fail(error: Error): void {
    this.#failure ??= error;
  }

  close(): Promise<void> {
    this.fail(new Error('connection ended: it was closed'));
    return this.database.close();
  }

  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      this.#check();
      try {
        return await ask();
      } catch (error) {
        if (codeOf(error) === NO_SUCH_WORK) throw new WorkGone();
        this.#check();
        if (!(error instanceof StoreUnavailableError)) throw error;
        await pause(pauseBefore(attempt));
      }
    }
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}
