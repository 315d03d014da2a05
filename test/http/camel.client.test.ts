import { execFile } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { needs, whereIs } from '../support/needs.js';
import { serve } from './serve.js';
import { newFolder } from '../support/temporary-folder.js';

/** The program `mvn` with Java 17. The first run of the program downloads the component. */
const MAVEN = whereIs('maven');

it('Apache Camel, unmodified, creates, upserts, queries, searches, describes and deletes', needs('maven'), async () => {
  const fields = [{ name: 'Code__c', type: 'string', length: 20, externalId: true }];
  const served = await serve({ files: { 'objects.json': [{ name: 'Contact', keyPrefix: '003', fields }] } });
  const folder = newFolder();
  onTestFinished(async () => {
    await served.close();
    rmSync(folder, { recursive: true });
  });
  cpSync(join(import.meta.dirname, 'camel'), folder, { recursive: true });
  const { client_id, client_secret } = served.client;
  const run = ['-q', '-B', 'compile', 'exec:java', `-Dexec.args=${served.url} ${client_id} ${client_secret}`];
  const { stdout } = await promisify(execFile)(MAVEN!, run, { cwd: folder, maxBuffer: 64_000_000 });
  const answers = [...stdout.matchAll(/answer: (.*)$/gm)].map(([, text]) => JSON.parse(text as string) as unknown);
  const [created, upserted, queried, found, described, limits, left] = answers;
  expect(created).toMatchObject({ success: true });
  expect(upserted).toMatchObject({ success: true, created: false });
  expect(queried).toMatchObject({ totalSize: 1, records: [{ LastName: 'Dromedary', Code__c: 'C-1' }] });
  expect(found).toMatchObject({ searchRecords: [{ Id: expect.stringMatching(/^003/) as string }] });
  expect(described).toMatchObject({ name: 'Contact', queryable: true });
  expect(limits).toHaveProperty('DailyApiRequests');
  expect(left).toMatchObject({ totalSize: 0, records: [] });
});
