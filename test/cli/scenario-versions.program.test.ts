import { afterAll, beforeAll, expect, it } from 'vitest';
import { serve as program, type Served } from '../support/program.js';
import { cli, done, json, newToken } from '../support/command-line.js';
import { newFolder } from '../support/temporary-folder.js';

const byMail = (threshold: number) => ({
  ...{ id: 'by-mail', name: 'By Mail', object: 'Lead', threshold, usage: ['restSearch'] },
  fields: [{ field: 'Email', method: 'email', weight: 100 }],
});
let served: Served;
let token: string;
let service: string[];
beforeAll(async () => {
  const data = newFolder();
  served = await program(data, ['--config', newFolder()]);
  token = await newToken(data);
  service = ['--url', served.url, '--token', token];
});
afterAll(() => served.stop());

/** Saves like the console. @returns the version to send with the next save */
async function save(threshold: number, version: string | null): Promise<string> {
  const response = await fetch(`${served.url}/services/apexrest/dupcheck/scenarios/definitions/by-mail`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ scenario: byMail(threshold), version }),
  });
  const { saved } = (await response.json()) as { saved: { version: string } };
  return saved.version;
}

const thresholdNow = async () =>
  (await json<{ id: string; threshold: number }[]>(['scenarios', '--json', ...service])).find(
    ({ id }) => id === 'by-mail',
  )?.threshold;

it('lists what was saved, and takes an earlier state up again, at once', async () => {
  await save(95, await save(90, null));
  const listed = await done(['scenarios', 'versions', 'by-mail', ...service]);
  expect(listed).toMatch(/^2 .*saved +test +95 .*Email \(email, 100\)/m);
  expect(await thresholdNow()).toBe(95);
  expect(await done(['scenarios', 'revert', 'by-mail', '1', ...service])).toBe('restored by-mail to version 1\n');
  expect(await thresholdNow()).toBe(90);
  const versions = await json<{ number: number; action: string }[]>([
    ...['scenarios', 'versions', 'by-mail', '--json'],
    ...service,
  ]);
  expect(versions.map(({ number, action }) => [number, action])).toEqual([
    [3, 'reverted'],
    [2, 'saved'],
    [1, 'saved'],
  ]);
});

it('says what is not there, and that a service is needed', async () => {
  const without = await cli(['scenarios', 'versions', 'by-mail']);
  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('--url')]);
  expect((await cli(['scenarios', 'revert', 'by-mail', '99', ...service])).stderr).toContain('no version 99');
  expect((await cli(['scenarios', 'versions', 'nothing', ...service])).stderr).toContain("'nothing'");
  expect((await cli(['scenarios', 'revert', 'by-mail', 'first', ...service])).code).toBe(2);
});
