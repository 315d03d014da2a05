import { expect, it, vi } from 'vitest';
import type { ShownGroup } from '../../src/service/group/group-types.js';
import type { ShownJob } from '../../src/service/jobs/job.js';
import { Documented } from './documented.js';
import { lead, UPSERT, type Reply, serveForAll, serveForTest, BASE } from './serve.js';

const JOBS = `${BASE}/jobs`;
const GROUPS = `${BASE}/groups`;

it('a job is started, followed and ended over HTTP, and what it found is listed and explained', async () => {
  const served = await serveForTest();
  const documented = await Documented.by(served);
  const faults = (reply: Reply, path: string, method: string) => documented.faults(reply, path, method);
  const ids: string[] = [];
  for (const data of [lead(), lead({ Phone: '+353 1 234 5678' }), lead({ LastName: 'Weber', Email: 'w@x.example' })])
    ids.push((await served.post(UPSERT, { input: { objectType: 'Lead', objectData: data } })).body.objectId);

  const started = await served.post(JOBS, { objectType: 'lead' });
  expect(started.status).toBe(202);
  const { id } = started.body as unknown as ShownJob;
  const second = (await served.post(JOBS, { objectType: 'Lead' })).body as unknown as ShownJob;
  const cancelled = await served.post(`${JOBS}/${second.id}/cancel`, undefined);
  expect(cancelled.body).toMatchObject({ status: 'cancelled' });
  const ask = async () => (await served.call('GET', `${JOBS}/${id}`)).body as unknown as ShownJob;
  await vi.waitFor(async () => expect((await ask()).status).toBe('completed'));
  expect(await ask()).toMatchObject({ objectType: 'Lead', records: 3, groups: 1, clientId: served.client.client_id });

  const list = await served.call('GET', JOBS);
  expect((list.body as unknown as ShownJob[]).map((job) => job.id)).toEqual([second.id, id]);
  const page = await served.call('GET', `${GROUPS}?objectType=Lead&status=open&pageSize=1`);
  const [group] = (page.body as unknown as { records: ShownGroup[] }).records;
  expect(group).toMatchObject({ status: 'open', isStale: false, masterId: ids[1] });
  expect(group!.records.map((record) => record.id)).toEqual(ids.slice(0, 2));
  const details = await served.call('GET', `${GROUPS}/${group!.id}`);
  expect(details.body).toMatchObject({ explanations: [{ ids: ids.slice(0, 2) }] });
  expect(faults(started, JOBS, 'post')).toEqual([]);
  expect(faults(list, JOBS, 'get')).toEqual([]);
  expect(faults(cancelled, `${JOBS}/{jobId}/cancel`, 'post')).toEqual([]);
  expect(faults(page, GROUPS, 'get')).toEqual([]);
  expect(faults(details, `${GROUPS}/{groupId}`, 'get')).toEqual([]);

  const limited = {
    authorization: `Bearer ${served.auth.issueToken(served.addClient({ objects: ['Contact'] }).client_id)}`,
  };
  for (const [method, path] of [
    ['GET', `${JOBS}/${id}`],
    ['POST', `${JOBS}/${id}/cancel`],
    ['GET', `${GROUPS}?jobId=${id}`],
    ['GET', `${GROUPS}/${group!.id}`],
  ] as const)
    // prettier-ignore
    expect((await served.call(method, path, { headers: limited })).status, path).toBe(403);
  expect((await served.call('GET', JOBS, { headers: limited })).body).toEqual([]);
  expect((await served.post(JOBS, { objectType: 'Lead' }, limited)).status).toBe(403);
});

it('a job over two objects finds, by the cross-object map, which records of one are records of the other', async () => {
  const served = await serveForTest({
    files: {
      'cross-object.json': [
        {
          from: 'Lead',
          to: 'Contact',
          enabled: true,
          fields: { FirstName: 'FirstName', LastName: 'LastName', Email: 'Email' },
        },
        { from: 'Contact', to: 'Lead', enabled: false, fields: { LastName: 'LastName' } },
      ],
    },
  });
  const documented = await Documented.by(served);
  const add = async (objectType: string, objectData: object) =>
    (await served.post(UPSERT, { input: { objectType, objectData } })).body.objectId;
  const person = { FirstName: 'Noor', LastName: 'Haddad', Email: 'noor.haddad@example.org' };
  const one = await add('Lead', lead(person));
  const twin = await add('Lead', lead({ ...person, Company: 'Another' }));
  const contact = await add('Contact', person);
  await add('Contact', { FirstName: 'Piotr', LastName: 'Nowak', Email: 'piotr@example.org' });

  const started = await served.post(JOBS, { objectType: 'lead', crossObject: 'contact' });
  expect(started.body).toMatchObject({ objectType: 'Lead', crossObject: 'Contact' });
  const { id } = started.body as unknown as ShownJob;
  const ask = async () => (await served.call('GET', `${JOBS}/${id}`)).body as unknown as ShownJob;
  await vi.waitFor(async () => expect((await ask()).status).toBe('completed'));
  // The two leads are not a pair, because only records of different objects are compared.
  expect(await ask()).toMatchObject({ records: 4, pairs: 2, groups: 1 });

  const groups = async () => {
    const page = await served.call('GET', `${GROUPS}?objectType=Lead&crossObject=Contact`);
    expect(documented.faults(page, GROUPS, 'get')).toEqual([]);
    return (page.body as unknown as { records: ShownGroup[] }).records;
  };
  const [group] = await groups();
  expect(group).toMatchObject({ crossObject: 'Contact', status: 'open', isStale: false, masterId: null });
  expect(group!.records.map((record) => record.id)).toEqual([one, twin, contact]);
  expect(group!.pairs.map(({ ids }) => ids)).toEqual([
    [one, contact],
    [twin, contact],
  ]);
  const details = await served.call('GET', `${GROUPS}/${group!.id}`);
  expect(documented.faults(details, `${GROUPS}/{groupId}`, 'get')).toEqual([]);
  expect(details.body).toMatchObject({ merged: null, explanations: [{ explanation: { score: 100 } }, {}] });
  expect((await served.call('GET', `${GROUPS}?objectType=Lead`)).status).toBe(404);

  await served.post(UPSERT, { input: { objectType: 'Lead', objectData: { Id: twin, Email: 'other@example.org' } } });
  expect((await groups())[0]!.records.map(({ state }) => state)).toEqual(['unchanged', 'changed', 'unchanged']);

  const refusals: [object, RegExp][] = [
    [
      { objectType: 'Contact', crossObject: 'Lead' },
      /no enabled map from Contact to Lead. Enabled maps: Lead to Contact/,
    ],
    [{ objectType: 'Lead', crossObject: 'Contact', autoMerge: 99 }, /records of two objects cannot be merged/],
    [{ objectType: 'Lead', crossObject: 'Contact', scenarioIds: ['lead-default'] }, /no active scenario of Contact/],
  ];
  for (const [body, message] of refusals) {
    const refused = await served.post(JOBS, body);
    expect([refused.status, refused.error.message]).toEqual([400, expect.stringMatching(message)]);
  }
  const limited = {
    authorization: `Bearer ${served.auth.issueToken(served.addClient({ objects: ['Lead'] }).client_id)}`,
  };
  expect((await served.call('GET', JOBS, { headers: limited })).body).toEqual([]);
  for (const path of [`${JOBS}/${id}`, `${GROUPS}?jobId=${id}`, `${GROUPS}/${group!.id}`])
    expect((await served.call('GET', path, { headers: limited })).status, path).toBe(403);
  expect((await served.post(JOBS, { objectType: 'Lead', crossObject: 'Contact' }, limited)).status).toBe(403);
});

it('a job merges the groups that another one found, as many as are counted, and those of no later comparison', async () => {
  const served = await serveForTest();
  const documented = await Documented.by(served);
  const { likeness } = served;
  const caller = { clientId: 'test', requestId: 'rows' };
  const twice = (name: string) => {
    const person = { FirstName: name, LastName: `${name}son`, Email: `${name}@${name}.example` };
    return [person, { ...person, Title: 'Head' }];
  };
  await likeness.importBatch('Contact', ['Adelheid', 'Giselher', 'Marieke'].flatMap(twice), { check: false }, caller);
  const ended = async (reply: Reply): Promise<ShownJob> => {
    expect(reply.status, reply.text).toBe(202);
    const path = `${JOBS}/${(reply.body as unknown as ShownJob).id}`;
    const ask = async () => (await served.call('GET', path)).body as unknown as ShownJob;
    await vi.waitFor(async () => expect((await ask()).ended).not.toBeNull());
    return ask();
  };
  const { id } = await ended(await served.post(JOBS, { objectType: 'Contact' }));
  await likeness.importBatch('Contact', twice('Hedwig'), { check: false }, caller);
  const counts = async () => {
    const page = await served.call('GET', `${GROUPS}?objectType=Contact&status=open&counts=ready&pageSize=1`);
    expect(documented.faults(page, GROUPS, 'get')).toEqual([]);
    return (page.body as unknown as { counts: object }).counts;
  };
  const ready = (groups: number, ids: readonly unknown[]) => [{ score: 100, groups, some: ids }];
  const all = { scores: [{ score: 100, groups: 3 }], isWhole: true };
  const ids = [1, 2, 3].map(() => expect.stringContaining(id) as string);
  expect(await counts()).toEqual({ ...all, total: 3, ready: ready(3, ids) });
  const [group] = (
    (await served.call('GET', `${GROUPS}?objectType=Contact`)).body as unknown as { records: ShownGroup[] }
  ).records;
  const recordIds = group!.records.map((record) => record.id);
  await likeness.review.decide({ verdict: 'notDuplicate', recordIds }, caller);
  const left = [{ score: 100, groups: 2 }];
  expect(await counts()).toEqual({ ...all, total: 2, scores: left, ready: ready(2, ids.slice(1)) });
  const before = likeness.statistics().store.records;
  const merging = await served.post(JOBS, { objectType: 'Contact', autoMerge: 99, groupsOf: id });
  expect(documented.faults(merging, JOBS, 'post')).toEqual([]);
  expect(await ended(merging)).toMatchObject({ status: 'completed', merged: 2, groups: null, groupsOf: id });
  expect(likeness.statistics().store.records).toBe(before - 2);
  const undoing = await served.post(`${JOBS}/${(merging.body as unknown as ShownJob).id}/undo`, undefined);
  expect(await ended(undoing)).toMatchObject({ merged: 2 });
  expect(likeness.statistics().store.records).toBe(before);
  for (const [body, status] of [
    [{ objectType: 'Contact', groupsOf: id }, 400],
    [{ objectType: 'Lead', autoMerge: 99, groupsOf: id }, 409],
    [{ objectType: 'Contact', autoMerge: 99, groupsOf: 'job-000000000099' }, 404],
  ] as const)
    expect((await served.post(JOBS, body)).status).toBe(status);
});

it('as many groups are counted as ready as a job merges, also where little agrees or others have the same', async () => {
  const served = await serveForTest();
  const { likeness, administration } = served;
  const at = { Phone: '+1 212 555 0115', MailingStreet: '15 Dock Road', MailingCity: 'Riverton' };
  const greta = { FirstName: 'Greta', Email: 'both@post.example' };
  const rows = [
    { FirstName: 'Peter', LastName: 'Novotny', Email: 'info@acme.example' },
    { FirstName: 'Peter', LastName: 'Hrubesch', Email: 'info@acme.example' },
    { FirstName: 'Susan', LastName: 'Whitlock', ...at },
    { FirstName: 'Susan', LastName: 'Applegate', ...at },
    { FirstName: 'Tom', LastName: 'Kern', Email: 'both@post.example' },
    { ...greta, LastName: 'Sundberg' },
    { ...greta, LastName: 'Hallgren' },
    { FirstName: 'Greta', LastName: 'Sole', Email: 'sole@post.example' },
    { FirstName: 'Greta', LastName: 'Solen', Email: 'sole@post.example' },
    { FirstName: 'Anna', LastName: 'Moss', Email: 'anna.moss@post.example' },
    { FirstName: 'Anna', LastName: 'Moss', Email: 'anna.moss@post.example' },
  ];
  await likeness.importBatch('Contact', rows, { check: false }, { clientId: 'test' });
  const { jobs, groups } = administration;
  const ended = async (request: Parameters<typeof jobs.submit>[0]) => {
    const { id } = await jobs.submit(request, served.client.client_id);
    await vi.waitFor(() => expect(jobs.get(id).ended).not.toBeNull());
    return jobs.get(id);
  };
  const { id } = await ended({ objectType: 'Contact' });
  const { total, ready } = await groups.counts({ jobId: id, status: 'open', pageSize: 1 }, true);
  const counted = ready!.reduce((sum, each) => sum + each.groups, 0);
  const job = await ended({ objectType: 'Contact', autoMerge: 1, groupsOf: id });
  expect([counted, total > counted, counted > 0]).toEqual([job.merged, true, true]);
});

const empty = serveForAll();

it.each<[string, string, string, unknown, number]>([
  ['an unknown other object', 'POST', JOBS, { objectType: 'Lead', crossObject: 'Nothing' }, 404],
  ['an unknown object', 'POST', JOBS, { objectType: 'Nothing' }, 404],
  ['no object', 'POST', JOBS, {}, 400],
  ['an unknown key', 'POST', JOBS, { objectType: 'Lead', autoMerge: true }, 400],
  ['unknown scenarios', 'POST', JOBS, { objectType: 'Lead', scenarioIds: ['x'] }, 400],
  ['an unknown filter', 'POST', JOBS, { objectType: 'Lead', filterDeveloperName: 'x' }, 400],
  ['an unknown job', 'GET', `${JOBS}/__proto__`, undefined, 404],
  ['cancelling an unknown job', 'POST', `${JOBS}/job-000000000001/cancel`, undefined, 404],
  ['groups of no job', 'GET', GROUPS, undefined, 400],
  ['groups of an object that no job has grouped', 'GET', `${GROUPS}?objectType=Lead`, undefined, 404],
  ['an unknown group', 'GET', `${GROUPS}/job-000000000001.1`, undefined, 404],
  ['what is no group', 'GET', `${GROUPS}/..%2f..%2fclients.json`, undefined, 404],
])('%s is refused', async (_what, method, path, body, status) => {
  const reply = method === 'POST' ? await empty.post(path, body) : await empty.call(method, path);
  expect(reply.status, reply.text).toBe(status);
});

it('groups come in any order, page by page, and pairs in no group are listed apart', async () => {
  const served = await serveForTest();
  const documented = await Documented.by(served);
  const save = async (data: object) =>
    served.post(UPSERT, { input: { objectType: 'Contact', objectData: { LastName: 'Smyth', ...data } } });
  const people = [
    { FirstName: 'Ada', LastName: 'Lovelace', Email: 'ada@example.com' },
    { FirstName: 'Grace', LastName: 'Hopper', Email: 'grace@example.com', Phone: '+1 202 555 0142' },
    { FirstName: 'Mary', LastName: 'Jackson', Email: 'mary@example.com' },
  ];
  for (const [i, person] of people.entries()) for (let copy = 0; copy < i + 2; copy++) await save(person);
  // The second record matches the first and the third, but a user decided that the first and the third are different.
  const karl = { FirstName: 'Karl', LastName: 'Haas' };
  const saved = [];
  // Notation, case and spaces do not matter.
  const cards = [
    { Email: 'haas@example.com', Phone: '+43 1 5550102', MailingCity: 'Wien' },
    { Email: 'HAAS@example.com', Phone: '01 555 01 02', MailingCity: 'WIEN' },
    { Email: 'office@haas.example', Phone: '+43 (1) 5550102' },
  ];
  for (const card of cards) saved.push((await save({ ...karl, ...card })).body.objectId);
  const apartNow = { verdict: 'notDuplicate', recordIds: [saved[0], saved[2]] };
  expect((await served.post(`${BASE}/decisions`, apartNow)).status).toBe(200);
  const { id } = (await served.post(JOBS, { objectType: 'Contact' })).body as unknown as ShownJob;
  const ended = async () => ((await served.call('GET', `${JOBS}/${id}`)).body as unknown as ShownJob).status;
  await vi.waitFor(async () => expect(await ended()).toBe('completed'));
  interface Page {
    readonly records: ShownGroup[];
    readonly found: number;
    readonly next: string | null;
  }
  const all = async (query: string): Promise<ShownGroup[]> => {
    const groups: ShownGroup[] = [];
    for (let after = ''; ;) {
      const reply = await served.call('GET', `${GROUPS}?objectType=Contact&pageSize=1&${query}${after}`);
      expect(documented.faults(reply, GROUPS, 'get')).toEqual([]);
      const { records, next } = reply.body as unknown as Page;
      groups.push(...records);
      if (next === null) return groups;
      after = `&after=${next}`;
    }
  };
  const sizes = (groups: readonly ShownGroup[]) => groups.map(({ records }) => records.length);
  expect(sizes(await all('sort=largest'))).toEqual([4, 3, 2, 2]);
  const best = await all('');
  expect((await all('sort=weakest')).map(({ score }) => score)).toEqual(best.map(({ score }) => score).sort());
  expect(best.map((group) => group.found.pairs).sort()).toEqual([1, 1, 3, 6]);
  expect(best[0]!.records[0]!.name).toMatch(/^(Ada Lovelace|Grace Hopper|Mary Jackson)$/);
  const [apart, ...more] = await all('which=apart&status=open');
  expect([apart!.records.map(({ name }) => name), apart!.differing, more]).toEqual([
    ['Karl Haas', 'Karl Haas'],
    ['Email'],
    [],
  ]);
  const details = await served.call('GET', `${GROUPS}/${apart!.id}`);
  expect(documented.faults(details, `${GROUPS}/{groupId}`, 'get')).toEqual([]);
  expect(details.body).toMatchObject({ id: apart!.id, explanations: [{ ids: apart!.pairs[0]!.ids }] });
});
