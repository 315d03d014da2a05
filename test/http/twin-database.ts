import type { TestDatabase } from '../extensions/postgres/store/postgres.js';

type NewDatabase = () => Promise<TestDatabase>;

let newDatabase: NewDatabase | undefined;

/**
 * After this call, `serve` starts two nodes on a database and alternates requests between them. Each response includes
 * at least the data of the earlier responses. With `undefined`, `serve` starts one service with an in-memory store.
 */
export function serveOver(database: NewDatabase | undefined): void {
  newDatabase = database;
}

export const twinDatabase = (): Promise<TestDatabase> | undefined => newDatabase?.();
