import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Connection } from 'jsforce';
import { afterEach, describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../src/store/config/load.js';
import { Documented } from './documented.js';
import { lead, SEARCH, serve, UPSERT, type Reply, type Served } from './serve.js';

const ADMIN = '/services/apexrest/dupcheck/dc3Api/admin';
const ID = 'a0F5I000001DMaWUAW';

interface Body {
  readonly ok: boolean;
  readonly jobId: string;
  readonly errorMessage: string | null;
  readonly jobInfo: { Status: string; ExtendedStatus: string } | null;
  readonly warnings?: string[];
}
const bodyOf = ({ body }: Reply) => body as unknown as Body;

const exported = (matchMethod = 'EMAIL') => ({
  objects: [
    {
      objectName: 'Lead',
      objectPrefix: '00Q',
      scenarios: [
        {
          id: ID,
          name: 'By Mail',
          threshold: 75,
          onApi: true,
          onDataApi: true,
          fields: [{ field: 'Email', matchMethod, weight: 50, indexGroup: '1' }],
        },
      ],
    },
  ],
});

describe("what the product's command-line client calls", () => {
  let served: Served;
  afterEach(() => served.close());
  const admin = async (name: string, body: unknown = {}): Promise<Reply> => {
    const reply = await served.post(`${ADMIN}/${name}`, body);
    expect((await Documented.by(served)).faults(reply, `${ADMIN}/${name}`, 'post')).toEqual([]);
    return reply;
  };
  const folder = () => join(served.dataFolder, 'config');

  it('exports: submits, asks after the job and fetches the file, by the library that the client is built on', async () => {
    served = await serve({ files: { 'scenarios.json': [{ id: 'lead-default', threshold: 90 }] } });
    const { apex } = new Connection({ instanceUrl: served.url, accessToken: served.token, version: '60.0' });
    const path = '/dupcheck/dc3Api/admin';
    const job = await apex.post<Body>(`${path}/export-config`, {});
    expect(job).toEqual({ ok: true, jobId: expect.stringMatching(/^707\w{15}$/) as string, errorMessage: null });
    const { jobId } = job;
    const status = await apex.post<Body>(`${path}/export-config-job-stat`, { jobId });
    expect(status).toMatchObject({ ok: true, jobInfo: { Status: 'Completed' }, errorMessage: null });
    const file = String(await apex.post(`${path}/export-config-download`, { jobId }));
    const { objects } = JSON.parse(file) as { objects: { objectName: string; scenarios: object[] }[] };
    expect(objects.find(({ objectName }) => objectName === 'Lead')?.scenarios.slice(0, 1)).toMatchObject([
      {
        id: 'lead-default',
        threshold: 90,
        onApi: true,
        fields: [{ field: 'FirstName', matchMethod: 'FUZZY_PERSON' }, {}, {}, {}],
      },
    ]);
    // And back, into another folder.
    const imported = await apex.post<Body>(`${path}/import-config`, JSON.parse(file) as object);
    expect(imported).toMatchObject({ ok: true, errorMessage: null });
  });

  it('imports whole: written and in use at once, which is said', async () => {
    served = await serve();
    const submitted = bodyOf(await admin('import-config', exported()));
    expect(submitted).toMatchObject({ ok: true, errorMessage: null });
    const status = bodyOf(await admin('import-config-job-stat', { jobId: submitted.jobId }));
    expect(status.jobInfo).toMatchObject({ Status: 'Completed' });
    expect(status.jobInfo?.ExtendedStatus).toContain('It is in use');
    expect(status.warnings).toContainEqual(expect.stringContaining('indexGroup'));
    const after = await loadConfiguration(folder());
    expect(after.scenarios.filter(({ object }) => object === 'Lead').map(({ id }) => id)).toEqual([ID]);
    expect(JSON.stringify(served.likeness.scenarios()).includes(ID)).toBe(true);
  });

  it('says how many stored pairs contradictions would keep apart, and how to switch them on', async () => {
    served = await serve();
    const people = [
      ['Anna', 'Berg', 'berg@post.example'],
      ['Karl', 'Berg', 'berg@post.example'],
      ['Anna', 'Berg', 'Berg@Post.example'],
      ['Eva', 'Stein', 'eva@stein.example'],
      ['Eva', 'Stein', 'eva@stein.example'],
    ];
    for (const [FirstName, LastName, Email] of people)
      await served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead({ FirstName, LastName, Email }) } });
    const { jobId } = bodyOf(await admin('import-config', exported()));
    const [apart] = bodyOf(await admin('import-config-job-stat', { jobId })).warnings!;
    expect(apart).toMatch(/^Lead: contradictions are disabled for a0F5I000001DMaWUAW; .* keep 2 of 4 pairs apart/);
    expect(apart).toMatch(
      /among 5 records \(firstName 2\)\. .*"contradictions": true for the scenario in scenarios.json/,
    );
  });

  it('takes an export that an older client sends as a string', async () => {
    served = await serve();
    expect(bodyOf(await admin('import-config', JSON.stringify(JSON.stringify(exported()))))).toMatchObject({
      ok: true,
    });
    expect(await readFile(join(folder(), 'scenarios.json'), 'utf8')).toContain(ID);
  });

  it.each<[string, unknown, RegExp]>([
    ['that cannot be taken over whole', exported('TELEPATHY'), /could not be imported completely.*TELEPATHY/],
    ['that is none', { objects: [] }, /not a configuration export/],
    ['that is a list', [], /not a configuration export/],
    ['of wrong types', { objects: [{ objectName: 5, scenarios: 'x' }] }, /objectName/],
    ['with an inherited name', { objects: [{ objectName: '__proto__', objectPrefix: 'a00' }] }, /__proto__/],
  ])('refuses an export %s, writes nothing, and tells clients that only ask after the job', async (_, body, reason) => {
    served = await serve();
    const before = await readdir(folder());
    const refused = bodyOf(await admin('import-config', body));
    expect(refused.ok).toBe(false);
    expect(refused.errorMessage).toMatch(reason);
    const status = bodyOf(await admin('import-config-job-stat', { jobId: refused.jobId }));
    expect(status).toMatchObject({ ok: true, jobInfo: { Status: 'Failed', ExtendedStatus: refused.errorMessage } });
    expect(await readdir(folder())).toEqual(before);
  });

  it('refuses hostile bodies as every endpoint does', async () => {
    served = await serve();
    const deep = `{"objects":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    for (const body of ['', '{', deep, `"${'\\"'.repeat(10)}"`])
      expect((await admin('import-config', body)).error.errorCode).toBe('JSON_PARSER_ERROR');
    expect((await admin('import-config', ' '.repeat(6 * 1024 * 1024 + 1))).status).toBe(413);
    for (const body of [{ jobId: 5 }, { jobId: ['x'] }, { id: 'x' }])
      for (const name of ['export-config-job-stat', 'import-config-job-stat', 'export-config-download'])
        expect((await admin(name, body)).error.errorCode).toBe('JSON_PARSER_ERROR');
    expect(await readdir(folder())).toEqual([]);
  });

  it('knows no job of another client, of another kind, or without an Id', async () => {
    served = await serve();
    const { jobId } = bodyOf(await admin('export-config'));
    const other = { authorization: `Bearer ${served.auth.issueToken(served.addClient().client_id)}` };
    const foreign = await served.post(`${ADMIN}/export-config-download`, { jobId }, other);
    expect(bodyOf(foreign)).toMatchObject({ ok: false, jobInfo: null });
    expect(bodyOf(await admin('import-config-job-stat', { jobId })).ok).toBe(false);
    expect(bodyOf(await admin('export-config-job-stat', {})).errorMessage).toContain('jobId is missing');
    expect(bodyOf(await admin('export-config-job-stat', { jobId: '__proto__' })).ok).toBe(false);
  });

  it('refreshes licences, which are always current, with a body or without', async () => {
    served = await serve();
    expect((await admin('refresh-license')).body).toEqual({ ok: true, errorMessage: null });
    expect((await served.call('POST', `${ADMIN}/refresh-license`)).body).toEqual({ ok: true, errorMessage: null });
  });

  it('what was imported is what answers after the next start, and nothing else', async () => {
    served = await serve();
    await admin('import-config', exported());
    const files = { 'scenarios.json': JSON.parse(await readFile(join(folder(), 'scenarios.json'), 'utf8')) as unknown };
    await served.close();
    served = await serve({ files });
    const caller = { clientId: 'test', requestId: 'test' };
    await served.likeness.upsert({ objectType: 'Lead', objectData: lead() }, caller);
    const find = async (objectData: object, more: object = {}) =>
      (await served.post(SEARCH, { objectPrefix: '00Q', objectData, ...more })).body['00Q'] as unknown as {
        scenarioScores: { scenarioId: string }[];
      }[];
    const byMail = { Email: 'jenniffer@example.com' };
    for (const scenarioIds of [undefined, [ID], [ID.slice(0, 15)]])
      expect((await find(byMail, { scenarioIds }))[0]?.scenarioScores).toMatchObject([{ scenarioId: ID }]);
    expect(await find(byMail, { scenarioIds: ['lead-default'] })).toEqual([]);
    expect(await find({ FirstName: 'Jenniffer', LastName: 'Doe', Company: 'Example Ltd' })).toEqual([]);
  });
});
