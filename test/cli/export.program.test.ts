import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { csvLine } from '../../src/files/write/csv.js';
import { cli, done, newToken, words } from '../support/command-line.js';
import { serve } from '../support/program.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

describe('likeness export', () => {
  it('writes CSV that spreadsheets do not run, and that imports back to the same records', async () => {
    const folder = newFolder();
    const other = newFolder();
    const nasty = [
      "=cmd|'/c calc'!A1",
      '@SUM(1)',
      '+1 (555) 010-0199',
      '-5',
      "'=kept",
      "'quoted'",
      'a "b", c\nd',
      '+A1',
      ' padded ',
    ];
    const rows = nasty.map((text, i) => `Name${i},"${text.replaceAll('"', '""')}"`).join('\n');
    await done(words`import --no-check ${fileIn(folder, 'a.csv', `LastName,Description\n${rows}\n`)} --object
      Contact --data ${folder} --map LastName=LastName`);
    const out = `${folder}/out.csv`;
    await done(['export', '--object', 'Contact', '--out', out, '--data', folder]);
    const text = readFileSync(out, 'utf8');
    expect(text).not.toMatch(/(^|[,"])[=@]/m);
    expect(text).toContain(`"'=cmd|'/c calc'!A1"`.replaceAll('"', ''));
    expect(text).toContain('+1 (555) 010-0199');
    await done(['import', '--no-check', out, '--object', 'Contact', '--data', other, '--map', 'Id=']);
    const descriptions = async (data: string): Promise<unknown[]> =>
      (await done(['export', '--object', 'Contact', '--format', 'ndjson', '--data', data]))
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as Record<string, unknown>)['Description']);
    expect(await descriptions(other)).toEqual(await descriptions(folder));
  });

  it('works against a running service, with the same outcome', async () => {
    const data = newFolder();
    const rows = Array.from({ length: 3_000 }, (_, i) => `Person${i},p${i}@x.example,${'long '.repeat(20)}`).join('\n');
    await done(words`import --no-check ${fileIn(data, 'a.csv', `LastName,Email,Description\n${rows}\n`)}
      --object Contact --data ${data}`);
    const token = await newToken(data);
    const local = await done(['export', '--object', 'Contact', '--data', data]);
    const served = await serve(data);
    expect(await done(['export', '--object', 'contact', '--url', served.url, '--token', token])).toBe(local);
    expect(local.trim().split('\n')).toHaveLength(3_001);
    const { code, stderr } = await cli(['export', '--object', 'Contact', '--url', served.url, '--token', 'x']);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/returned 401: INVALID_SESSION_ID/) as string,
    });
    const headers = { Authorization: `Bearer ${token}` };
    const records = (query: string) => fetch(`${served.url}/services/apexrest/dupcheck/records${query}`, { headers });
    expect((await records('?objectType=Nothing')).status).toBe(404);
    expect((await records('')).status).toBe(400);
    expect((await fetch(`${served.url}/services/apexrest/dupcheck/records?objectType=Contact`)).status).toBe(401);
    await served.stop();
  });

  it('quotes what needs it', () => expect(csvLine(['a', 'b"c', 'd,e', 'f\ng', ''])).toBe('a,"b""c","d,e","f\ng",\n'));
});
