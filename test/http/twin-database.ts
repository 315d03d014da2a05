import type { TestDatabase } from '../extensions/postgres/store/postgres.js';

type NewDatabase = () => Promise<TestDatabase>;

let newDatabase: NewDatabase | undefined;

/**
 * From now on `serve` starts two nodes over a database that this makes, and asks them in turns: each one shows at least
 * what the answers before it did. Without: one service over a store in memory.
 */
export function serveOver(database: NewDatabase | undefined): void {
  newDatabase = database;
}

export const twinDatabase = (): Promise<TestDatabase> | undefined => newDatabase?.();
