import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import type { ShownFile } from '../../src/service/import/file-job.js';
import { cli, done, json, newToken, words } from '../support/command-line.js';
import { serve, type Served } from '../support/program.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const PATIENCE = { interval: 20 };
const OBJECT = ['--object', 'Contact'];
const REFUSED = /already imported with this object and mapping/;

const people = (name: string): string => `First name,Last name,E-Mail\n${name},Keller,${name}@x.example\n,,nobody\n`;

/** Sends requests to a service like the console. */
function sending(served: Served, token: string) {
  const call = async (method: string, path: string, body?: string | object): Promise<ShownFile> => {
    const isFile = typeof body === 'string';
    const response = await fetch(`${served.url}/services/apexrest/dupcheck/files${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': isFile ? 'application/octet-stream' : 'application/json',
      },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    });
    expect(response.ok).toBe(true);
    return (await response.json()) as ShownFile;
  };
  return {
    call,
    async begin(content: string, task: object): Promise<ShownFile> {
      const { id, inspection } = await call('POST', '?name=sent.csv', content);
      return call('POST', `/${id}/run`, { objectType: 'contact', mapping: inspection!.mapping, ...task });
    },
    async end({ id }: ShownFile): Promise<ShownFile> {
      let file: ShownFile | undefined;
      await expect
        .poll(async () => (file = await call('GET', `/${id}`)).status, PATIENCE)
        .toMatch(/completed|failed|cancelled/);
      return file!;
    },
  };
}

const count = async (data: string): Promise<number> =>
  (await done(['export', ...OBJECT, '--format', 'ndjson', '--data', data])).trimEnd().split('\n').length;

it('a file is imported once, whether by a command over the folder, by one through the service or by a file sent', async () => {
  const folder = newFolder();
  const data = newFolder();
  const [first, second] = [fileIn(folder, 'a.csv', people('Ada')), fileIn(folder, 'b.csv', people('Bob'))];
  const local = ['--data', data, '--json'];
  expect(await json(['import', '--no-check', first, ...OBJECT, ...local])).toMatchObject({ created: 1, rejected: 1 });

  const token = await newToken(data);
  const served = await serve(data);
  onTestFinished(async () => {
    await served.stop('SIGKILL');
  });
  const remote = ['--url', served.url, '--token', token, '--json'];
  const service = sending(served, token);
  const sent = async (content: string, task = {}) =>
    service.end(await service.begin(content, { action: 'import', ...task }));
  expect(await sent(people('Ada'))).toMatchObject({
    status: 'failed',
    reason: expect.stringMatching(REFUSED) as string,
  });
  expect((await cli(['import', '--no-check', first, ...OBJECT, ...remote])).stderr).toMatch(REFUSED);

  expect(await json(['import', '--no-check', second, ...OBJECT, ...remote])).toMatchObject({
    read: 2,
    created: 1,
    rejected: 1,
    skipped: 0,
    reasons: [{ reason: 'INVALID_EMAIL_ADDRESS: Email', rows: 1, example: { row: 2 } }],
    rejects: `${second}.rejects.csv`,
  });
  expect(readFileSync(`${second}.rejects.csv`, 'utf8')).toMatch(
    /^import_row,import_error,First name,Last name,E-Mail\n2,.*,,,nobody\n$/,
  );
  expect(await sent(people('Bob'))).toMatchObject({ status: 'failed' });
  expect(await sent(people('Cleo'))).toMatchObject({ status: 'completed', counts: { created: 1 } });
  // Only uploaded files are stored.
  expect((await fetchList(served, token)).map(({ name }) => name)).toEqual(['sent.csv', 'sent.csv', 'sent.csv']);
  expect(await json(['import', '--no-check', second, ...OBJECT, ...remote, '--again'])).toMatchObject({ created: 1 });
  await served.stop();

  const third = fileIn(folder, 'c.csv', people('Cleo'));
  for (const file of [second, third])
    expect((await cli(['import', '--no-check', file, ...OBJECT, ...local])).stderr).toMatch(REFUSED);
  expect(await json(['import', '--no-check', third, ...OBJECT, ...local, '--again'])).toMatchObject({ created: 1 });
  expect(await count(data)).toBe(5);
});

it('a file whose import was cancelled in the service is resumed where it stopped by a command', async () => {
  const data = newFolder();
  const rows = Array.from({ length: 20_000 }, (_, i) => `Name ${i}\n`);
  const content = `LastName\n${rows.join('')}`;
  const token = await newToken(data);
  const served = await serve(data);
  onTestFinished(async () => {
    await served.stop('SIGKILL');
  });
  const service = sending(served, token);
  const { id } = await service.begin(content, { action: 'import', check: false });
  await expect
    .poll(async () => (await service.call('GET', `/${id}`)).counts?.created ?? 0, PATIENCE)
    .toBeGreaterThan(0);
  expect((await service.call('POST', `/${id}/cancel`)).status).toBe('cancelled');
  await served.stop();
  const file = fileIn(newFolder(), 'the-same.csv', content);
  const counts = await json<{ created: number; skipped: number }>(words`import --no-check ${file} ${OBJECT}
    --data ${data} --json`);
  expect(counts).toMatchObject({ read: 20_000, rejected: 0 });
  expect([counts.skipped > 0, counts.created + counts.skipped]).toEqual([true, 20_000]);
  expect(await count(data)).toBe(20_000);
});

async function fetchList(served: Served, token: string): Promise<ShownFile[]> {
  const response = await fetch(`${served.url}/services/apexrest/dupcheck/files`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return (await response.json()) as ShownFile[];
}
