import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { cli, done } from '../support/command-line.js';
import { program } from '../support/program.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

/** Kills the import when the journal exceeds `bytes`. Returns whether the import was still running. */
async function importAndKill(file: string, data: string, bytes: number): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [program, 'import', '--no-check', file, '--object', 'Contact', '--data', data],
    { stdio: 'ignore' },
  );
  const closed = once(child, 'close');
  while (child.exitCode === null && child.signalCode === null) {
    const { size } = await stat(join(data, 'journal-1.log')).catch(() => ({ size: 0 }));
    if (size > bytes) break;
    await pause(1);
  }
  child.kill('SIGKILL');
  await closed;
  return child.signalCode === 'SIGKILL';
}

describe('an interrupted import', () => {
  it('is resumed where it stopped: after any number of kills every row is there exactly once, and so is every reject', async () => {
    const folder = newFolder();
    const data = join(folder, 'store');
    const count = 20_000;
    const rows = Array.from({ length: count }, (_, i) =>
      i % 50 === 7 ? `,bad${i}@x.example` : `Row${i},r${i}@x.example`,
    );
    const file = fileIn(folder, 'a.csv', `LastName,Email\n${rows.join('\n')}\n`);
    let killed = 0;
    for (const bytes of [1, 400_000, 1_100_000, 2_200_000]) if (await importAndKill(file, data, bytes)) killed += 1;
    expect(killed).toBeGreaterThan(0);
    await cli(['import', '--no-check', file, '--object', 'Contact', '--data', data]);
    const names = (await done(['export', '--object', 'Contact', '--format', 'ndjson', '--data', data]))
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { LastName: string }).LastName);
    const expected = rows.filter((row) => !row.startsWith(',')).map((row) => row.split(',')[0]!);
    expect(names).toEqual(expected);
    const rejects = readFileSync(`${file}.rejects.csv`, 'utf8').trim().split('\n').slice(1);
    expect(rejects.map((line) => Number(line.split(',')[0]))).toEqual(
      rows.flatMap((row, i) => (row.startsWith(',') ? [i + 1] : [])),
    );
    expect((await cli(['import', '--no-check', file, '--object', 'Contact', '--data', data])).stderr).toMatch(
      /already imported/,
    );
  });
});
