import { expect, it } from 'vitest';
import { addClient } from '../../src/service/auth/client-store.js';
import { SCOPES } from '../../src/service/auth/scopes.js';
import { parseRecordMemory } from '../../src/cli/options.js';
import { makeId } from '../../src/records/ids.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { cli, done } from '../support/command-line.js';
import { runProgram, serve } from '../support/program.js';
import { newFolder } from '../support/temporary-folder.js';

const COUNT = 2_500;
const street = (number: number): string => `${number} Main Street `.padEnd(900, '.');

/** A data folder with more records than the first slab holds. */
async function filledFolder(): Promise<string> {
  const folder = newFolder();
  const store = await openFileStore(folder);
  const record = (number: number) => ({
    id: makeId('003', number),
    type: 'Contact',
    fields: { LastName: `Name${number}`, MailingStreet: street(number) },
  });
  const numbers = Array.from({ length: COUNT }, (_, number) => number + 1);
  await store.append({
    changes: [
      ...numbers.map((number) => ({ kind: 'put' as const, record: record(number) })),
      { kind: 'counter', name: 'id:003', value: COUNT },
    ],
  });
  await store.close();
  return folder;
}

it.each([
  ['all', undefined],
  ['ALL', undefined],
  ['0', { bytes: 0 }],
  ['500MB', { bytes: 500 * 2 ** 20 }],
  ['2gb', { bytes: 2 * 2 ** 30 }],
  ['1.5 GB', { bytes: 1.5 * 2 ** 30 }],
  ['64KB', { bytes: 2 ** 16 }],
])('--record-memory %s', (text, expected) => expect(parseRecordMemory(text)).toEqual(expected));

it.each(['', '2', '-1GB', 'some', '2GiB', '1e3MB', '50%'])('--record-memory %j is refused', (text) => {
  expect(() => parseRecordMemory(text)).toThrow('Expected all, 0, or a size such as 500MB or 2GB.');
});

it('the command line says what is wrong with it, and makes no folder', async () => {
  const { code, stderr } = await runProgram(['serve', '--data', newFolder(), '--record-memory', 'much']);
  expect(code).toBe(2);
  expect(stderr).toContain('Expected all, 0, or a size such as 500MB or 2GB.');
});

it('a service reads its records from disk, and shows how many', async () => {
  const data = await filledFolder();
  const served = await serve(data, ['--record-memory', '0', '--metrics-port', '0']);
  const { client_id } = addClient(data, { name: 'test', licence: { state: 'valid' }, scopes: SCOPES });
  const token = (await done(['token', '--client', client_id, '--data', data])).trim();
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${served.url}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(200);
    return response.json();
  };
  for (const number of [1, 700, COUNT]) {
    const id = makeId('003', number);
    expect(await ask(`/services/data/v60.0/sobjects/Contact/${id}`)).toMatchObject({
      Id: id,
      MailingStreet: street(number),
    });
  }
  const metricsUrl = /metrics on (http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(served.errors())![1]!;
  const metrics = await (await fetch(metricsUrl)).text();
  const metric = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  expect(metric('likeness_store_record_disk_bytes')).toBeGreaterThan(900_000);
  expect(metric('likeness_store_page_reads_total\\{found="disk"\\}')).toBeGreaterThan(0);
  expect(metric('likeness_store_page_fault')).toBe(0);
  expect(await served.stop()).toBe(0);
});

it('an export reads what it does not hold', async () => {
  const data = await filledFolder();
  const args = ['export', '--object', 'Contact', '--data', data, '--record-memory', '0'];
  const { code, stdout } = await cli(args);
  expect(code).toBe(0);
  for (const number of [1, 700, COUNT]) expect(stdout).toContain(street(number));
});
