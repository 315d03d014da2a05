import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { versionOf } from '../../src/store/config/scenario-definition.js';
import { Documented } from './documented.js';
import { lead, UPSERT, type Reply, type Served, serveForTest } from './serve.js';

const PRODUCT = '/services/apexrest/dupcheck';
const BASE = `${PRODUCT}/settings`;

interface Part {
  readonly name: string;
  readonly value: unknown;
  readonly version: string;
}
interface Saved {
  readonly saved: Part | null;
  readonly warnings: readonly string[];
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- states the expected type
const as = <T>(reply: Reply): T => reply.body as unknown as T;

const pathOf = ({ dataFolder }: Served, file: string): string => join(dataFolder, 'config', file);
const written = (served: Served, file: string): string | undefined =>
  existsSync(pathOf(served, file)) ? readFileSync(pathOf(served, file), 'utf8') : undefined;
const save = (served: Served, address: string, value: unknown, version: string | null, more: object = {}) =>
  served.post(`${BASE}/${address}`, { value, version, ...more });
const all = async (served: Served, kind: string) => as<Part[]>(await served.call('GET', `${BASE}/${kind}`));

/** Merges two Leads and returns the surviving phone number. */
async function survivor(served: Served): Promise<unknown> {
  const create = async (Phone: string) =>
    (await served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead({ Phone }), duplicateCheck: false } }))
      .body.objectId;
  const ids = [await create('+353 1 1'), await create('+353 1 555 0100')];
  const merged = await served.post(`${PRODUCT}/merge`, { objectType: 'Lead', ids, masterId: ids[0], dryRun: true });
  const { fields } = as<{ fields: { field: string; value: unknown }[] }>(merged);
  return fields.find(({ field }) => field === 'Phone')!.value;
}

it('survivorship rules are saved, used at once, kept as versions, and restored', async () => {
  const served = await serveForTest();
  const documented = await Documented.by(served);
  const one = `${BASE}/{kind}/{name}`;
  expect(await all(served, 'survivorship')).toEqual([]);
  expect(await survivor(served)).toBe('+353 1 1');

  const longest = { object: 'Lead', fields: { Phone: 'longest' } };
  const first = await save(served, 'survivorship/Lead', longest, null);
  expect([first.status, documented.faults(first, one, 'post')]).toEqual([200, []]);
  expect(as<Saved>(first).saved).toMatchObject({ name: 'Lead', value: longest });
  expect(JSON.parse(written(served, 'survivorship.json')!)).toEqual([longest]);
  expect(await survivor(served)).toBe('+353 1 555 0100');

  const { version } = as<Saved>(first).saved!;
  const master = { object: 'Lead', fields: { Phone: 'master' } };
  const second = as<Saved>(await save(served, 'survivorship/lead', master, version)).saved!;
  expect(await survivor(served)).toBe('+353 1 1');
  const versions = await served.call('GET', `${BASE}/survivorship/LEAD/versions`);
  expect(documented.faults(versions, `${one}/versions`, 'get')).toEqual([]);
  expect(versions.body).toMatchObject([
    { number: 2, action: 'saved', value: master, name: 'test' },
    { number: 1, action: 'saved', value: longest, version },
  ]);

  const reverted = await served.post(`${BASE}/survivorship/Lead/revert`, { number: 1, version: second.version });
  expect([reverted.status, documented.faults(reverted, `${one}/revert`, 'post')]).toEqual([200, []]);
  expect(await survivor(served)).toBe('+353 1 555 0100');
  const removed = await served.call('DELETE', `${BASE}/survivorship/Lead?version=${version}`);
  expect([removed.status, documented.faults(removed, one, 'delete')]).toEqual([200, []]);
  expect(await survivor(served)).toBe('+353 1 1');
  expect(await all(served, 'survivorship')).toEqual([]);
  const listed = await served.call('GET', `${BASE}/survivorship`);
  expect(documented.faults(listed, `${BASE}/{kind}`, 'get')).toEqual([]);
  await served.auth.close();
  const entries = await served.auth.audit.search({ most: 10, target: 'survivorship/' });
  expect(entries.map(({ action }) => action)).toEqual([
    ...['settingSaved', 'settingReverted', 'settingSaved', 'settingSaved'],
  ]);
});

it('filters, lists and the schedule are saved next to what is there, in the form that it has', async () => {
  const served = await serveForTest({ files: { 'settings.json': { historyDays: 30 } } });
  const irish = { developerName: 'Irish', object: 'Lead', condition: "Country = 'Ireland'" };
  const filter = as<Saved>(await save(served, 'filters/Irish', irish, null)).saved!;
  expect(JSON.parse(written(served, 'filters.json')!)).toEqual([irish]);
  expect([...served.likeness.configuration.filters.keys()]).toEqual(['irish']);
  expect(await all(served, 'filters')).toEqual([filter]);

  const text = '# ours\nKGaA\n\nSociedad Limitada\n';
  const list = as<Saved>(await save(served, 'lists/legal-forms', text, null));
  expect([list.saved!.value, list.warnings]).toEqual([text, []]);
  expect(written(served, 'lists/legal-forms.txt')).toBe(text);
  expect(served.likeness.configuration.lists.get('legal-forms')).toEqual(['KGaA', 'Sociedad Limitada']);
  const misspelt = as<Saved>(await save(served, 'lists/legal-form', 'x', null));
  expect(misspelt.warnings[0]).toMatch(/no match method reads this list.*legal-forms/);
  const { version } = misspelt.saved!;
  expect((await served.call('DELETE', `${BASE}/lists/legal-form?version=${version}`)).status).toBe(200);
  expect(written(served, 'lists/legal-form.txt')).toBeUndefined();
  expect((await all(served, 'lists')).map(({ name }) => name)).toEqual(['legal-forms']);

  const schedule = { every: '24h', objectTypes: ['Lead'], autoMerge: 99 };
  const jobs = as<Saved>(await save(served, 'schedule/jobs', schedule, null)).saved!;
  expect(served.likeness.configuration.settings.jobs).toMatchObject({ every: 86_400_000, objectTypes: ['Lead'] });
  expect(JSON.parse(written(served, 'settings.json')!)).toEqual({ historyDays: 30, jobs: schedule });
  expect((await served.call('DELETE', `${BASE}/schedule/jobs?version=${jobs.version}`)).status).toBe(200);
  expect(served.likeness.configuration.settings.jobs).toBeUndefined();
  expect(JSON.parse(written(served, 'settings.json')!)).toEqual({ historyDays: 30 });
});

it('what cannot be is refused by its place, and leaves no trace', async () => {
  const served = await serveForTest({ files: { 'survivorship.json': [{ object: 'Account' }] } });
  const before = written(served, 'survivorship.json');
  const refused = async (address: string, value: unknown, more?: object) => {
    const { status, errors } = await save(served, address, value, null, more);
    expect([status, errors[0]!.errorCode], errors[0]!.message).toEqual([400, 'INVALID_SETTING']);
    for (const file of ['filters.json', 'settings.json', 'lists/titles.txt'])
      expect(written(served, file), file).toBeUndefined();
    expect(written(served, 'survivorship.json')).toBe(before);
    return errors.map(({ message }) => message).join('\n');
  };
  expect(await refused('survivorship/Lead', { object: 'Lead', fields: { Phome: 'longest' } })).toMatch(
    /^value\.fields\.Phome: .*Phone/,
  );
  expect(await refused('survivorship/Lead', { object: 'Lead', fields: { Phone: 'best' } })).toMatch(
    /^value\.fields\.Phone: expected "master"/,
  );
  expect(await refused('survivorship/Lead', { object: 'Lead', master: ['newest'] }, { dryRun: true })).toMatch(
    /^value\.master\[0\]: /,
  );
  expect(await refused('survivorship/Lead', { object: 'Contact' })).toMatch(/^value\.object: .*Lead/);
  expect(await refused('filters/A', { developerName: 'A', object: 'Lead', condition: "Nme = 'x'" })).toMatch(
    /^value\.condition: .*character 1/,
  );
  expect(await refused('schedule/jobs', { every: '5m', objectTypes: ['Lead'] })).toMatch(/^value\.every: .*15m/);
  expect(await refused('schedule/jobs', { every: '1d', objectTypes: ['Leed'] })).toMatch(/^value\.objectTypes\[0\]: /);
  expect(await refused('schedule/other', { every: '1d', objectTypes: ['Lead'] })).toMatch(/expected 'jobs'/);
  expect(await refused('lists/titles', ['Dr'])).toMatch(/^value: expected text/);
  expect(await refused('lists/..%2Fescape', 'Dr')).toMatch(/invalid name of a list/);
  expect((await served.call('GET', `${BASE}/others`)).status).toBe(404);
  // Files outside the folder can be neither read nor deleted.
  const outside = join(served.dataFolder, 'outside.txt');
  writeFileSync(outside, 'kept');
  const version = versionOf('kept')!;
  for (const [verb, rest] of [
    ['DELETE', `?version=${version}`],
    ['POST', '/revert'],
  ] as const) {
    const body = verb === 'POST' ? { number: 1, version } : undefined;
    const { status } = await served.send(verb, `${BASE}/lists/..%2F..%2Foutside${rest}`, body);
    expect([400, 404]).toContain(status);
  }
  expect(readFileSync(outside, 'utf8')).toBe('kept');

  const trial = await save(
    served,
    'filters/B',
    { developerName: 'B', object: 'Lead', condition: 'Phone != null' },
    null,
    { dryRun: true },
  );
  expect([trial.status, trial.body]).toEqual([200, { saved: null, rebuilt: [], warnings: [] }]);
  expect(written(served, 'filters.json')).toBeUndefined();
});

it('of two editors the slower one is told, and so is who edits what was changed in the file meanwhile', async () => {
  const served = await serveForTest();
  const filter = (condition: string) => ({ developerName: 'A', object: 'Lead', condition });
  const { version } = as<Saved>(await save(served, 'filters/A', filter('Phone != null'), null)).saved!;
  expect((await save(served, 'filters/A', filter('Email != null'), version)).status).toBe(200);
  const late = await save(served, 'filters/A', filter('Fax != null'), version);
  expect([late.status, late.error.errorCode]).toEqual([409, 'VERSION_CONFLICT']);
  expect(late.error.message).toMatch(/filter A was changed in the meantime by test/);
  const [shown] = await all(served, 'filters');
  writeFileSync(pathOf(served, 'filters.json'), JSON.stringify([filter('Title != null')]));
  const beside = await save(served, 'filters/A', filter('Fax != null'), shown!.version);
  expect(beside.error.errorCode).toBe('VERSION_CONFLICT');
  const [inFile] = await all(served, 'filters');
  expect(inFile!.value).toEqual(filter('Title != null'));
  expect((await save(served, 'filters/A', filter('Fax != null'), inFile!.version)).status).toBe(200);
  const versions = as<{ action: string }[]>(await served.call('GET', `${BASE}/filters/A/versions`));
  expect(versions.map(({ action }) => action)).toEqual(['saved', 'found', 'saved', 'saved']);
  writeFileSync(pathOf(served, 'filters.json'), '[');
  expect((await served.call('GET', `${BASE}/filters`)).error.errorCode).toBe('INVALID_CONFIGURATION');
});

it('shows what survivorship rules would make of the groups of the last job, and changes nothing', async () => {
  const served = await serveForTest();
  const documented = await Documented.by(served);
  const address = `${BASE}/survivorship/Lead/preview`;
  interface Preview {
    readonly jobId: string | null;
    readonly differing: number;
    readonly groups: readonly {
      readonly changed: readonly string[];
      readonly before: { readonly fields: readonly { field: string; value: unknown }[] };
      readonly after: { readonly fields: readonly { field: string; value: unknown }[] };
    }[];
  }
  const rules = { object: 'Lead', fields: { Phone: 'longest' } };
  const none = await served.post(address, { value: rules });
  expect([none.status, as<Preview>(none)]).toMatchObject([200, { jobId: null, groups: [] }]);

  const create = (values: object) => ({ ...lead(), Phone: '+353 1 1', ...values });
  const records = [create({}), create({ Phone: '+353 1 555 0100' })];
  const others = ['Ann', 'Anne'].map((FirstName) =>
    create({ FirstName, LastName: 'Smith', Email: 'ann@smith.example' }),
  );
  await served.likeness.importBatch('Lead', [...records, ...others], { check: false }, { clientId: 'test' });
  const started = as<{ id: string }>(await served.post(`${PRODUCT}/jobs`, { objectType: 'Lead' }));
  const status = async () => as<{ status: string }>(await served.call('GET', `${PRODUCT}/jobs/${started.id}`)).status;
  await expect.poll(status).toBe('completed');
  const position = served.likeness.visible.position;

  const shown = await served.post(address, { value: rules });
  expect([shown.status, documented.faults(shown, `${BASE}/survivorship/{name}/preview`, 'post')]).toEqual([200, []]);
  const { jobId, differing, groups } = as<Preview>(shown);
  expect([jobId, differing, groups.length]).toEqual([started.id, 1, 2]);
  expect(groups.map(({ changed }) => changed)).toEqual([['Phone'], []]);
  const phone = (side: Preview['groups'][number]['before']) =>
    side.fields.find(({ field }) => field === 'Phone')!.value;
  expect([phone(groups[0]!.before), phone(groups[0]!.after)]).toEqual(['+353 1 1', '+353 1 555 0100']);

  const authorization = `Bearer ${served.auth.issueToken(served.addClient({ scopes: ['admin'] }).client_id)}`;
  const hidden = await served.post(address, { value: rules }, { authorization });
  expect(hidden.body).toMatchObject({ hasValues: false, differing: 1 });
  expect(hidden.text).not.toContain('555 0100');
  const wrong = await served.post(address, { value: { object: 'Lead', otherFields: 'sum' } });
  expect([wrong.status, wrong.error.message]).toMatchObject([400, /^value\.otherFields: sum/]);
  expect(served.likeness.visible.position).toBe(position);
  expect(written(served, 'survivorship.json')).toBeUndefined();
});
