import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { newToken } from '../support/command-line.js';
import { serve } from '../support/program.js';
import { newFolder } from '../support/temporary-folder.js';

const PATH = '/services/apexrest/dupcheck';

/** Sends a request on a new connection. Returns status 0 if there is no response. */
function ask(url: string, token: string, method: string, path: string, body?: object) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return new Promise<{ status: number; text: string; retry: string | undefined }>((resolve) => {
    const sent = request(url + path, { agent: false, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (more: string) => (text += more));
      answer.on('end', () => resolve({ status: answer.statusCode!, text, retry: answer.headers['retry-after'] }));
    });
    sent.setTimeout(10_000, () => sent.destroy());
    sent.on('error', () => resolve({ status: 0, text: '', retry: undefined }));
    sent.end(body && JSON.stringify(body));
  });
}

function idOf({ status, text }: { status: number; text: string }): string {
  expect(status).toBe(200);
  return (JSON.parse(text) as { objectId: string }).objectId;
}

/** Starts a service with one record, copies its folder, and saves another record. */
async function ahead() {
  const home = newFolder();
  const [data, copy] = [join(home, 'data'), join(home, 'copy')];
  const token = await newToken(data);
  const served = await serve(data);
  onTestFinished(async () => {
    await served.stop();
  });
  const call = (method: string, path: string, body?: object) => ask(served.url, token, method, path, body);
  const save = async (LastName: string) => {
    const objectData = { LastName, FirstName: 'Ann', Company: 'Example', Email: `${LastName}@example.com` };
    const input = { objectType: 'Lead', objectData, duplicateCheck: false };
    return call('POST', `${PATH}/dc3DataApi`, { input });
  };
  const shown = async (): Promise<string> => (await call('GET', `${PATH}/records?objectType=Lead`)).text;
  const state = async (): Promise<string> => {
    const { status, text } = await call('GET', '/readyz');
    return status === 0 ? 'nobody' : (JSON.parse(text) as { status: string }).status;
  };
  expect((await save('Kept')).status).toBe(200);
  // Lock files can disappear during the copy.
  for (const name of readdirSync(data).filter((each) => !each.includes('lock')))
    cpSync(join(data, name), join(copy, name), { recursive: true });
  const lost = idOf(await save('Lost'));
  const kept = () => readdirSync(data).filter((name) => name.startsWith('diverged-'));
  return { data, copy, lost, served, call, save, shown, state, kept };
}
type Ahead = Awaited<ReturnType<typeof ahead>>;

const WAYS: readonly [how: string, act: (given: Ahead) => void][] = [
  ['copied over', ({ data, copy }) => cpSync(copy, data, { recursive: true })],
  [
    'put in its place',
    ({ data, copy }) => {
      renameSync(data, `${data}-elsewhere`);
      renameSync(copy, data);
    },
  ],
];

it.each(WAYS)(
  'an earlier copy that is %s a folder in use: the service says so, and continues to use it',
  async (_, act) => {
    const given = await ahead();
    const { lost, save, shown, state, kept } = given;
    expect(await shown()).toContain('Lost');
    act(given);
    await expect.poll(state, { interval: 20 }).not.toBe('ok');
    await expect.poll(state).toBe('ok');
    const now = await shown();
    expect(now).toContain('Kept');
    expect(now).not.toContain('Lost');
    // The Id of a lost record must not be assigned to a new record.
    expect(idOf(await save('Later'))).not.toBe(lost);
    expect(await shown()).toContain('Later');
    expect(kept()).toHaveLength(1);
  },
);

it('while another history is in its place nothing is answered from what was read before', async () => {
  const given = await ahead();
  const { data, copy, save, call, state, served } = given;
  const journal = join(copy, 'journal-1.log');
  const whole = readFileSync(journal);
  // The service waits while it cannot open the folder, so this state lasts as long as needed.
  writeFileSync(journal, 'not yet');
  WAYS[1]![1](given);
  await expect.poll(state, { interval: 20 }).toBe('diverged');
  const retry = expect.stringMatching(/^\d+$/) as string;
  expect(await save('Refused')).toMatchObject({ status: 503, retry });
  expect(await call('GET', `${PATH}/records?objectType=Lead`)).toMatchObject({ status: 503 });
  expect(await call('GET', '/readyz?for=search')).toMatchObject({ status: 503 });
  writeFileSync(join(data, 'journal-1.log'), whole);
  await expect.poll(state).toBe('ok');
  expect(idOf(await save('Later'))).not.toBe(given.lost);
  expect(served.errors()).toMatch(/state diverged, previously ok: .*; cause: journal-1\.log /);
});
