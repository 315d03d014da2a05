import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { runProgram } from '../../../support/program.js';
import { fileIn, newFolder } from '../../../support/temporary-folder.js';
import { emptyDatabase, postgres } from './postgres.js';

const HOUR = 3_600_000;
/** Maximum milliseconds of the test on a busy machine. */
const NEAR = HOUR / 2;

/** Options of a process whose clock is ahead. */
function clockAhead(ms: number): Record<string, string> {
  const file = join(newFolder(), 'clock.mjs');
  writeFileSync(
    file,
    `const Real = Date;
     globalThis.Date = class Date extends Real {
       constructor(...of) { if (of.length === 0) super(Real.now() + ${ms}); else super(...of); }
       static now() { return Real.now() + ${ms}; }
     };`,
  );
  return { NODE_OPTIONS: `--import ${pathToFileURL(file).href}` };
}

postgres.describe('commands over a database', () => {
  it.each([3 * HOUR, -3 * HOUR])('go by its clock: their machine is %i ms ahead', async (ahead) => {
    const database = await emptyDatabase();
    const store = ['--store', database.url(), '--data', newFolder()];
    const run = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await runProgram([...args, ...store], clockAhead(ahead));
      expect([code, stderr]).toEqual([0, expect.anything()]);
      return stdout;
    };
    const now = Date.now();
    const near = (time: string | number): void => {
      expect(Math.abs(new Date(time).getTime() - now)).toBeLessThan(NEAR);
    };
    const { client_id: id } = JSON.parse(await run('client', 'add', 'shop', '--json')) as { client_id: string };
    const [listed] = JSON.parse(await run('client', 'list', '--json')) as { created: string }[];
    near(listed!.created);
    const token = (await run('token', '--client', id)).trim();
    const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, number>;
    near(claims['iat']! * 1_000);
    near(claims['exp']! * 1_000 - 2 * HOUR);
    const rotated = JSON.parse(await run('client', 'rotate', id, '--overlap', '1h', '--json')) as Record<
      string,
      string
    >;
    near(new Date(rotated['previous_secret_until']!).getTime() - HOUR);

    await run('import', fileIn(newFolder(), 'a.csv', 'LastName\nOkafor\n'), '--object', 'Contact');
    const exported = await run('export', '--object', 'Contact', '--format', 'ndjson');
    const record = JSON.parse(exported) as { Id: string };
    const history = JSON.parse(await run('history', record.Id, '--json')) as { records: { time: string }[] };
    near(history.records[0]!.time);

    const [audited] = await database.query<{ text: string }>(
      `select convert_from(string_agg(bytes, '' order by start), 'UTF8') as text from ${database.schema}.contents
         where name = 'audit.log'`,
    );
    const times = audited!.text.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];
    expect(times.length).toBeGreaterThanOrEqual(4);
    // All times except the end of the previous secret are those of audit entries.
    for (const time of times.filter((each) => each !== rotated['previous_secret_until'])) near(time);
  });
});
