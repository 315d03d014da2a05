import { readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { newDatabase, type TestDatabase } from './postgres.js';

/** A database as version 19 of the schema left it, with something in every table that nodes fill. */
export async function ofVersion19(): Promise<TestDatabase> {
  const database = await newDatabase();
  onTestFinished(() => database.drop());
  const dump = readFileSync(new URL('version-19.sql', import.meta.url), 'utf8');
  await database.query(`create schema ${database.schema}; ${dump.replaceAll(':schema', database.schema)}`);
  return database;
}
