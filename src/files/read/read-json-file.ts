import { readFile } from 'node:fs/promises';
import { Failure } from '../../runtime/failure.js';

/** @throws Failure if the file is not JSON */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8');
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Failure(`${path}: not readable as JSON: ${(error as Error).message}`);
  }
}
