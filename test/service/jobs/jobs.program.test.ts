import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { AuditedChange } from '../../../src/service/audited-changes.js';
import { userIdOf } from '../../../src/service/auth/identity.js';
import type { Likeness } from '../../../src/service/likeness.js';
import type { GroupingRequest, ShownGroup } from '../../../src/service/group/group-types.js';
import type { Group } from '../../../src/service/jobs/carry-out.js';
import { eraseFromGroups } from '../../../src/service/jobs/erase-from-groups.js';
import { groupBeside } from '../../../src/service/jobs/group-beside.js';
import { FolderHome } from '../../../src/store/home/folder/folder-home.js';
import { JobGroups, type GroupsQuery } from '../../../src/service/jobs/job-groups.js';
import { forgettable, newJob } from '../../../src/service/jobs/job.js';
import { Jobs } from '../../../src/service/jobs/jobs.js';
import { KeptJobs } from '../../../src/service/jobs/kept-jobs.js';
import { caller, insert, openService, upsert } from '../open-service.js';
import { newFolder } from '../../store/folders.js';
import { mount } from '../../support/mount.js';
import { needs } from '../../support/needs.js';
import { Gate } from '../../support/gate.js';

interface Running {
  readonly jobs: Jobs;
  readonly groups: JobGroups;
  readonly home: FolderHome;
  readonly place: KeptJobs;
  readonly path: string;
  readonly audited: (AuditedChange & { readonly by: string; readonly detail: string | undefined })[];
}

async function running(likeness: Likeness, path?: string, group?: Group): Promise<Running> {
  const at = path ?? (await newFolder());
  const home = new FolderHome(at);
  const place = new KeptJobs({ home, folder: join(at, 'jobs-on-their-way') });
  const audited: Running['audited'] = [];
  likeness.audit(({ clientId: by, requestId: detail }, change) => audited.push({ ...change, by, detail }));
  const jobs = new Jobs({ likeness, place, group });
  onTestFinished(() => jobs.close());
  await jobs.start();
  return { jobs, groups: new JobGroups(jobs, place, likeness), home, place, path: at, audited };
}

async function run({ jobs }: Running, request = {}): Promise<string> {
  const { id } = await jobs.submit({ objectType: 'Contact', ...request }, caller.clientId);
  await vi.waitFor(() => expect(jobs.get(id).ended).not.toBeNull());
  expect(jobs.get(id)).toMatchObject({ status: 'completed', reason: null });
  return id;
}

async function all(groups: JobGroups, query: Partial<GroupsQuery> = {}): Promise<ShownGroup[]> {
  const found: ShownGroup[] = [];
  for (let after: string | undefined; ;) {
    const page = await groups.page({ objectType: 'Contact', pageSize: 2, ...query, after });
    found.push(...page.records);
    if (page.next === null) return found;
    after = page.next;
  }
}

const person = (n: number) => ({
  FirstName: ['Ann', 'Bola', 'Chen', 'Dara', 'Eva'][n % 5]!,
  LastName: `Okafor${String.fromCharCode(97 + n)}`,
  Email: `person${n}@example.org`,
  Phone: `+353 1 23${n} 56${n}8`,
});

/** Five people stored twice, and three stored once. */
async function filled(): Promise<{ likeness: Likeness; twins: string[][] }> {
  const likeness = await openService();
  const twins: string[][] = [];
  for (let n = 0; n < 8; n++) {
    const first = await insert(likeness, 'Contact', person(n));
    if (n < 5) twins.push([first, await insert(likeness, 'Contact', { ...person(n), Title: 'again' })]);
  }
  return { likeness, twins };
}

/** Blocks a job before its second step. */
function atSecond<Name extends 'merge' | 'undo'>(
  on: Record<Name, (...asked: never[]) => Promise<unknown>>,
  name: Name,
): Gate {
  const gate = new Gate();
  const step = on[name].bind(on);
  let steps = 0;
  on[name] = async (...asked: never[]) => {
    if (++steps === 2) await gate.pass();
    return step(...asked);
  };
  return gate;
}

it('a job finds the groups of duplicates, and shows them in pages with why and what merging would give', async () => {
  const { likeness, twins } = await filled();
  const service = await running(likeness);
  const id = await run(service);
  expect(service.jobs.get(id)).toMatchObject({ records: 13, pairs: 5, groups: 5, attempts: 1, progress: null });
  const found = await all(service.groups);
  expect(found.map(({ records }) => records.map((record) => record.id)).sort()).toEqual([...twins].sort());
  for (const group of found) {
    expect(group).toMatchObject({ status: 'open', isStale: false, score: 100 });
    const ids = group.records.map((record) => record.id);
    // Both records are equally complete, so the last modified record is the master.
    expect(ids).toContain(group.masterId);
    expect(group.pairs).toEqual([{ ids, score: 100 }]);
  }
  const details = await service.groups.details(found[0]!.id);
  expect(details.explanations[0]!.explanation.score).toBe(100);
  expect(details.merged).toContainEqual(expect.objectContaining({ field: 'Title', value: 'again' }));
});

it('reports the phases of a comparison in order, each in steps', async () => {
  const { likeness } = await filled();
  const told = new Map<string, number[]>();
  const group: Group = (work, path, progress) =>
    groupBeside(work, path, (now) => {
      told.set(now.phase, [...(told.get(now.phase) ?? []), now.done]);
      progress(now);
    });
  await run(await running(likeness, undefined, group));
  expect([...told.keys()]).toEqual(['reading', 'preparing', 'comparing']);
  expect(told.get('preparing')!.length).toBeGreaterThan(1);
  expect(told.get('comparing')!.at(-1)).toBe(13);
});

it('groups say what has become of their records, and what people have decided', async () => {
  const { likeness, twins } = await filled();
  const service = await running(likeness);
  await run(service);
  const [changed, deleted, different, later] = twins as [string[], string[], string[], string[]];
  await upsert(likeness, 'Contact', { Id: changed[0], Email: 'other@example.org' });
  await likeness.deleteRecord('Contact', deleted[0]!, caller);
  await likeness.review.decide({ verdict: 'notDuplicate', recordIds: different }, caller);
  await likeness.review.decide({ verdict: 'later', recordIds: later }, caller);
  const shown = new Map((await all(service.groups)).map((group) => [group.records[0]!.id, group]));
  expect(shown.get(changed[0]!)).toMatchObject({ isStale: true, status: 'open', records: [{ state: 'changed' }, {}] });
  expect(shown.get(deleted[0]!)).toMatchObject({ isStale: true, status: 'gone', masterId: null });
  expect(shown.get(different[0]!)).toMatchObject({ isStale: false, status: 'notDuplicate' });
  expect(shown.get(later[0]!)).toMatchObject({ isStale: false, status: 'later' });
  const open = await all(service.groups, { status: 'open' });
  expect(open.map(({ records }) => records[0]!.id).sort()).toEqual([changed[0], twins[4]![0]].sort());
});

it('a later job does not propose what people have decided not to be one, until a record changes', async () => {
  const { likeness, twins } = await filled();
  const service = await running(likeness);
  await likeness.review.decide({ verdict: 'notDuplicate', recordIds: twins[0]! }, caller);
  await run(service);
  const first = (await all(service.groups)).flatMap(({ records }) => records.map(({ id }) => id));
  expect(first.sort()).toEqual(twins.slice(1).flat().sort());
  await upsert(likeness, 'Contact', { Id: twins[0]![0], FirstName: 'Anne' });
  await run(service);
  expect((await all(service.groups)).flatMap(({ records }) => records.map(({ id }) => id))).toContain(twins[0]![0]);
});

/** Groups with DuckDB, which stores the records during the comparison. */
const inEngine: Group = (work, path, progress) =>
  groupBeside(work, path, progress, { folder: `${path}.work`, memory: 500e6 });

it('records that DuckDB stores temporarily get the same groups, and nothing of them remains', async () => {
  const likeness = await openService();
  for (let n = 0; n < 60; n++)
    for (const [copy, Title] of [undefined, 'again', 'once more'].slice(0, 1 + (n % 3)).entries())
      await insert(likeness, 'Contact', {
        ...person(n),
        ...(Title !== undefined && { Title }),
        ...(copy === 2 && { Email: '' }),
      });
  const [memory, engine] = [await running(likeness), await running(likeness, undefined, inEngine)];
  const [one, other] = [await run(memory), await run(engine)];
  const { pairs, groups } = memory.jobs.get(one);
  expect(groups).toBeGreaterThan(30);
  expect(engine.jobs.get(other)).toMatchObject({ pairs, groups });
  const shown = async ({ groups }: Running) =>
    (await all(groups)).map(({ records, score, pairs }) => [records, score, pairs]);
  expect(await shown(engine)).toEqual(await shown(memory));
  expect(await readdir(join(engine.path, 'jobs-on-their-way'))).toEqual([]);
});

it('does so with records of two objects', async () => {
  const fields = Object.fromEntries(['FirstName', 'LastName', 'Email', 'Phone'].map((name) => [name, name]));
  const map = { from: 'Lead', to: 'Contact', enabled: true, fields };
  const likeness = await openService({ files: { 'cross-object.json': [map] } });
  for (let n = 0; n < 6; n++) await insert(likeness, 'Contact', person(n));
  for (let n = 3; n < 9; n++) await insert(likeness, 'Lead', { ...person(n), Company: 'Aran' });
  const found = [];
  for (const group of [undefined, inEngine]) {
    const service = await running(likeness, undefined, group);
    const id = await run(service, { objectType: 'Lead', crossObject: 'Contact' });
    found.push([service.jobs.get(id).pairs, await all(service.groups, { objectType: 'Lead', crossObject: 'Contact' })]);
  }
  expect(found[0]![0]).toBe(3);
  expect(JSON.stringify(found[1])).toBe(JSON.stringify(found[0]));
});

it('a job that cannot keep within the memory it should says how much it takes', async () => {
  const { likeness } = await filled();
  const grouping = {
    ...likeness.grouping,
    work: (request: GroupingRequest) => ({ ...likeness.grouping.work(request), memory: 10_000 }),
  };
  const service = await running(Object.assign(Object.create(likeness) as Likeness, { grouping }));
  const { id } = await service.jobs.submit({ objectType: 'Contact' }, caller.clientId);
  await vi.waitFor(() => expect(service.jobs.get(id).ended).not.toBeNull());
  expect(service.jobs.get(id)).toMatchObject({
    status: 'failed',
    reason: expect.stringMatching(/comparing 13 rows in \d+ columns needs about .* jobMemory/) as string,
  });
  expect(await readdir(join(service.path, 'jobs-on-their-way'))).toEqual([]);
});

it(
  'a job for which DuckDB has no room fails, leaves nothing, and runs once there is room',
  needs('mount'),
  async () => {
    const { likeness } = await filled();
    const disk = await newFolder();
    expect(mount('-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', disk)).toBeUndefined();
    onTestFinished(() => void spawnSync('umount', [disk]));
    const failures: string[] = [];
    const onDisk: Group = function* (work, path, progress) {
      try {
        return yield* groupBeside(work, path, progress, { folder: join(disk, 'work'), memory: 500e6 });
      } catch (error) {
        failures.push((error as Error).message);
        throw error;
      }
    };
    const service = await running(likeness, undefined, onDisk);
    const { id } = await service.jobs.submit({ objectType: 'Contact' }, caller.clientId);
    await vi.waitFor(() => expect(service.jobs.get(id).ended).not.toBeNull());
    expect(service.jobs.get(id)).toMatchObject({ status: 'failed' });
    expect(failures).toEqual([expect.stringMatching(/^the disk is full: .*; free up space and run/) as string]);
    await vi.waitFor(async () => expect(await readdir(disk)).toEqual([]));
    expect(mount('-o', 'remount,size=300m', disk)).toBeUndefined();
    await run(service);
    expect(await readdir(disk)).toEqual([]);
  },
);

it('a job that is cancelled while DuckDB works ends; one whose process is killed fails; then another one runs', async () => {
  const { likeness } = await filled();
  const service = await running(likeness, undefined, inEngine);
  const folder = join(service.path, 'jobs-on-their-way');
  /** Submits jobs until one is seen running, because a job can end between two polls. */
  const atWork = async () => {
    for (;;) {
      const { id } = await service.jobs.submit({ objectType: 'Contact' }, caller.clientId);
      const isRunning = () => service.jobs.get(id).ended === null;
      await vi.waitFor(async () =>
        expect(!isRunning() || (await readdir(folder).catch(() => [])).length > 0).toBe(true),
      );
      if (isRunning()) return id;
    }
  };
  const cancelled = await atWork();
  await service.jobs.cancel(cancelled);
  expect(service.jobs.get(cancelled).status).toBe('cancelled');
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]));
  for (let isKilled = process.platform !== 'linux'; !isKilled;) {
    const killed = await atWork();
    const { stdout } = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'grouping-process'], { encoding: 'utf8' });
    const pid = Number.parseInt(stdout);
    // `kill(0)` would kill this process's own group.
    isKilled = pid > 0 && process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(service.jobs.get(killed).ended).not.toBeNull());
    if (isKilled) expect(service.jobs.get(killed).status).toBe('failed');
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]));
  }
  await run(service);
});

it('a filter leaves records out, and scenarios can be named', async () => {
  const files = { 'filters.json': [{ developerName: 'Again', object: 'Contact', condition: "Title = 'again'" }] };
  const likeness = await openService({ files });
  for (const Title of ['again', 'again', 'once']) await insert(likeness, 'Contact', { ...person(1), Title });
  const service = await running(likeness);
  const id = await run(service, { filterDeveloperName: 'again', scenarioIds: ['contact-default'] });
  expect(service.jobs.get(id)).toMatchObject({ records: 2, groups: 1, scenarioIds: ['contact-default'] });
});

it('what was running when the service stopped starts again, and files of no job are removed', async () => {
  const { likeness } = await filled();
  const path = await newFolder();
  const first = await running(likeness, path);
  const { id } = await first.jobs.submit({ objectType: 'Contact' }, caller.clientId);
  const { id: second } = await first.jobs.submit({ objectType: 'Contact' }, caller.clientId);
  await vi.waitFor(() => expect(first.jobs.get(id).status).toBe('running'));
  expect(first.jobs.get(second).status).toBe('queued');
  await first.jobs.close();
  for (const stray of ['job-000000000009.groups', 'job-000000000001.json.1.abcd.tmp'])
    await writeFile(join(path, 'jobs', stray), 'x');

  const again = await running(likeness, path);
  await vi.waitFor(() => expect(again.jobs.get(second).status).toBe('completed'));
  expect(again.jobs.get(id)).toMatchObject({ status: 'completed', attempts: 2, groups: 5 });
  expect(await all(again.groups, { jobId: id, objectType: undefined })).toHaveLength(5);
  expect((await readdir(join(path, 'jobs'))).sort()).toEqual(
    [id, second].flatMap((one) => [`${one}.groups`, `${one}.json`]),
  );
});

it('a job that ended the service three times is abandoned', async () => {
  const { likeness } = await filled();
  const path = await newFolder();
  const first = await running(likeness, path);
  const id = await run(first);
  await first.jobs.close();
  const left = { ...first.jobs.kept(id), status: 'running', ended: null, attempts: 3, result: null };
  await first.home.write(`jobs/${id}.json`, JSON.stringify(left));
  const again = await running(likeness, path);
  await vi.waitFor(() => expect(again.jobs.get(id).status).toBe('failed'));
  expect(again.jobs.get(id).reason).toMatch(/exited 3 times/);
});

it('a job can be cancelled while it waits and while it runs, and leaves nothing', async () => {
  const { likeness } = await filled();
  const service = await running(likeness);
  const { id: one } = await service.jobs.submit({ objectType: 'Contact' }, caller.clientId);
  const { id: two } = await service.jobs.submit({ objectType: 'Contact' }, caller.clientId);
  expect((await service.jobs.cancel(two)).status).toBe('cancelled');
  await vi.waitFor(() => expect(service.jobs.get(one).status).toBe('running'));
  expect(await service.jobs.cancel(one)).toMatchObject({ status: 'cancelled' });
  const third = await run(service);
  expect(service.jobs.get(one).status).toBe('cancelled');
  expect((await service.jobs.cancel(third)).status).toBe('completed');
  expect((await readdir(join(service.path, 'jobs'))).filter((name) => name.endsWith('.groups'))).toEqual([
    `${third}.groups`,
  ]);
});

it('so many ended jobs are kept, and so many may wait', async () => {
  const { likeness } = await filled();
  const service = await running(likeness);
  const submitted = Array.from({ length: 20 }, (_, n) => service.jobs.submit({ objectType: 'Lead' }, `c${n}`));
  await expect(service.jobs.submit({ objectType: 'Lead' }, 'c')).rejects.toThrow(/20 jobs are already waiting/);
  const ids = (await Promise.all(submitted)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(20);
  await Promise.all(ids.slice(0, 19).map((id) => service.jobs.cancel(id)));
  await vi.waitFor(() => expect(service.jobs.pending()).toEqual([]));
  await run(service);
  await run(service);
  await vi.waitFor(() => expect(service.jobs.list()).toHaveLength(20));
  const shown = service.jobs.list().map(({ id }) => id);
  const kept = async () => (await service.place.queue.all()).map(({ item }) => item.id).reverse();
  await vi.waitFor(async () => expect(await kept()).toEqual(shown));
});

it('no client has more jobs waiting than it leaves free for others', async () => {
  const { likeness } = await filled();
  const service = await running(likeness);
  const greedy = Array.from({ length: 10 }, () => service.jobs.submit({ objectType: 'Lead' }, 'greedy'));
  await expect(service.jobs.submit({ objectType: 'Lead' }, 'greedy')).rejects.toThrow(
    /reached its limit of waiting jobs/,
  );
  const other = service.jobs.submit({ objectType: 'Lead' }, 'other');
  for (const { id } of await Promise.all([...greedy, other])) await service.jobs.cancel(id);
});

it('merges what is sure on request, nothing else, and undoes all of it together', async () => {
  const { likeness, twins } = await filled();
  const service = await running(likeness);
  // Still a match, but its best pair scores below 99.
  await upsert(likeness, 'Contact', { Id: twins[1]![1]!, FirstName: 'Bo' });
  await likeness.review.decide({ verdict: 'later', recordIds: twins[2]! }, caller);
  const picture = () =>
    JSON.stringify([...likeness.records('Contact')].map(({ Id, FirstName, Title }) => [Id, FirstName, Title]));
  const before = picture();
  const id = await run(service, { autoMerge: 99 });
  expect(service.jobs.get(id)).toMatchObject({ autoMerge: 99, groups: 5, merged: 3 });
  const shown = await all(service.groups);
  const status = (twin: string[]) => shown.find(({ records }) => records[0]!.id === twin[0])?.status;
  expect(twins.map(status)).toEqual(['gone', 'open', 'later', 'gone', 'gone']);
  const [first] = twins;
  const { records } = await likeness.history(first![0]!, { page: 1, pageSize: 1 });
  expect(records[0]).toMatchObject({ requestId: id, clientId: caller.clientId });
  const merges = service.audited.filter(({ action }) => action === 'merged');
  expect(merges.map(({ by, detail }) => [by, detail])).toEqual(Array.from({ length: 3 }, () => [caller.clientId, id]));
  const [master, ...losers] = merges[0]!.target;
  expect([master, losers[0]].sort()).toEqual(
    expect.arrayContaining(twins.find((twin) => twin.includes(master!))!.sort()),
  );
  expect(likeness.readRecord('Contact', master!)).toMatchObject({ LastModifiedById: userIdOf(caller.clientId) });

  // Changes a merged record after the merge.
  const survivor = twins[4]!.find((each) => [...likeness.records('Contact')].some(({ Id }) => Id === each))!;
  await upsert(likeness, 'Contact', { Id: survivor, Title: 'changed' });
  const undoing = await service.jobs.submitUndo(id, caller.clientId);
  await vi.waitFor(() => expect(service.jobs.get(undoing.id).status).toBe('completed'));
  const { merged, reason } = service.jobs.get(undoing.id);
  // Undo decides whether the change depends on the merge.
  expect([merged, reason]).toEqual(
    reason === null ? [3, null] : [2, 'merges not undone because later changes depend on them: 1'],
  );
  expect(service.audited.filter(({ action }) => action === 'undone')).toHaveLength(merged);
  const after = JSON.parse(picture()) as string[][];
  const untouched = (all: string[][]) => all.filter(([each]) => !twins[4]!.includes(each!));
  expect(untouched(after)).toEqual(untouched(JSON.parse(before) as string[][]));
  const again = await service.jobs.submitUndo(id, caller.clientId);
  await vi.waitFor(() => expect(service.jobs.get(again.id).status).toBe('completed'));
  expect(service.jobs.get(again.id).merged).toBe(0);
});

it('a job that is cancelled midway says what it has merged, or taken back, and all of that is undone', async () => {
  const { likeness } = await filled();
  const service = await running(likeness);
  const stored = () => likeness.statistics().store.records;
  const midway = async (id: string, gate: Gate) => {
    await gate.isReached;
    const cancelling = service.jobs.cancel(id);
    await vi.waitFor(() => expect(service.jobs.get(id).status).toBe('cancelled'));
    gate.open();
    const shown = await cancelling;
    await service.place.queue.idle(id);
    expect(service.jobs.get(id)).toEqual(shown);
    return shown.merged;
  };
  const before = stored();
  const merging = atSecond(likeness.merging, 'merge');
  const { id } = await service.jobs.submit({ objectType: 'Contact', autoMerge: 99 }, caller.clientId);
  const merged = await midway(id, merging);
  expect([merged, before - stored()]).toEqual([2, 2]);

  const undoing = atSecond(likeness, 'undo');
  const first = await service.jobs.submitUndo(id, caller.clientId);
  const undone = await midway(first.id, undoing);
  expect([undone, before - stored()]).toEqual([2, 0]);
  const again = await service.jobs.submitUndo(id, caller.clientId);
  await vi.waitFor(() => expect(service.jobs.get(again.id).status).toBe('completed'));
  expect(service.jobs.get(again.id)).toMatchObject({ merged: 0, reason: null });
});

it('a job that fails midway says what it has merged, and one that continues with an undo what both took back', async () => {
  const { likeness } = await filled();
  const path = await newFolder();
  const service = await running(likeness, path);
  const merging = atSecond(likeness.merging, 'merge');
  merging.fail(new Error('broken'));
  const { id } = await service.jobs.submit({ objectType: 'Contact', autoMerge: 99 }, caller.clientId);
  await vi.waitFor(() => expect(service.jobs.get(id)).toMatchObject({ status: 'failed', merged: 1 }));
  const more = await run(service, { autoMerge: 99 });
  expect(service.jobs.get(more).merged).toBe(4);
  const undoing = atSecond(likeness, 'undo');
  const { id: undo } = await service.jobs.submitUndo(more, caller.clientId);
  await undoing.isReached;
  const closing = service.jobs.close();
  undoing.open();
  await closing;
  const next = await running(likeness, path);
  await vi.waitFor(() => expect(next.jobs.get(undo).status).toBe('completed'));
  expect(next.jobs.get(undo)).toMatchObject({ attempts: 2, merged: 4, reason: null });
});

it('a job is kept as long as one waits that takes it back', () => {
  const now = new Date(0);
  const asked = { objectType: 'Lead', crossObject: null, scenarioIds: ['one'], filterDeveloperName: null };
  const of = (number: number, undoes: string | null, status: 'completed' | 'queued') => ({
    ...newJob(
      number,
      { ...asked, autoMerge: 99, undoes, groupsOf: null, objects: null, clientId: 'c', position: 0 },
      now,
    ),
    status,
  });
  const jobs = [of(1, null, 'completed'), of(2, null, 'completed'), of(3, null, 'completed')];
  const [first, second] = jobs as [(typeof jobs)[0], (typeof jobs)[0]];
  expect(forgettable(jobs, 1)).toEqual([first, second]);
  expect(forgettable([...jobs, of(4, first.id, 'queued')], 1)).toEqual([second]);
  expect(forgettable([...jobs, of(4, first.id, 'completed')], 1)).toEqual(jobs);
});

it('a job that merges by itself leaves to people what something contradicts, however high it scores', async () => {
  const likeness = await openService();
  const one = { ...person(0), FirstName: 'Daniel', Birthdate: '2001-05-17' };
  const apart = [await insert(likeness, 'Contact', one)];
  apart.push(await insert(likeness, 'Contact', { ...one, FirstName: 'Daniela' }));
  const same = [await insert(likeness, 'Contact', person(1)), await insert(likeness, 'Contact', person(1))];
  const service = await running(likeness);
  const id = await run(service, { autoMerge: 60 });
  expect(service.jobs.get(id)).toMatchObject({ groups: 2, merged: 1 });
  const left = [...likeness.records('Contact')].map(({ Id }) => Id as string);
  expect(left).toEqual(expect.arrayContaining(apart));
  expect(left.filter((each) => same.includes(each))).toHaveLength(1);
});

it('an erased record is in no file of a job any more', async () => {
  const { likeness, twins } = await filled();
  const service = await running(likeness);
  const id = await run(service, { autoMerge: 100 });
  const [erased, other] = twins[0]!;
  const sorted = async () =>
    (await service.groups.page({ jobId: id, sort: 'weakest', pageSize: 50 })).records.flatMap((group) =>
      group.records.map((record) => record.id),
    );
  expect(await sorted()).toContain(erased);
  await eraseFromGroups(service.home, erased!);
  expect(await sorted()).not.toContain(erased);
  for (const name of await readdir(join(service.path, 'jobs')))
    expect(await readFile(join(service.path, 'jobs', name), 'utf8'), name).not.toContain(erased);
  const again = await running(likeness, service.path);
  const left = await all(again.groups, { jobId: id, objectType: undefined });
  expect(left.map(({ id: group }) => group)).toEqual([2, 3, 4, 5].map((number) => `${id}.${number}`));
  expect(left.flatMap(({ records }) => records.map((record) => record.id))).not.toContain(other);
});

it('refuses what names nothing, and says what would be right', async () => {
  const { likeness } = await filled();
  const { jobs, groups } = await running(likeness);
  const submit = (request: object) => jobs.submit({ objectType: 'Contact', ...request }, 'c');
  await expect(submit({ objectType: 'Kontakt' })).rejects.toThrow(/'Kontakt' is not supported/);
  await expect(submit({ scenarioIds: ['nothing'] })).rejects.toThrow(/expected some of contact-default/);
  await expect(submit({ filterDeveloperName: 'nothing' })).rejects.toThrow(/not a filter of Contact/);
  expect(() => jobs.get('__proto__')).toThrow(/does not exist/);
  await expect(groups.page({ pageSize: 1 })).rejects.toThrow(/expected jobId or objectType/);
  await expect(groups.page({ pageSize: 1, objectType: 'Contact' })).rejects.toThrow(/No job has grouped/);
  for (const id of ['x', 'job-000000000001', 'job-000000000001.1'])
    await expect(groups.details(id)).rejects.toThrow(/does not exist/);
  expect(jobs.list()).toEqual([]);
});

it('a damaged file of groups is reported, and nothing else is affected', async () => {
  const { likeness } = await filled();
  const service = await running(likeness);
  const id = await run(service);
  await writeFile(join(service.path, 'jobs', `${id}.groups`), '{"m":[["\n');
  await expect(all(service.groups)).rejects.toThrow(/file is damaged.*run the job again/);
  await expect(service.groups.details(`${id}.1`)).rejects.toMatchObject({ status: 409 });
  await run(service);
  expect(await all(service.groups)).toHaveLength(5);
});

it('a job that the disk does not take is refused, and leaves nothing', async () => {
  const { likeness } = await filled();
  const path = await newFolder();
  const jobs = new Jobs({
    likeness,
    place: new KeptJobs({ home: new FolderHome(path), folder: join(path, 'jobs-on-their-way') }),
  });
  await writeFile(join(path, 'jobs'), 'a file where the folder should be');
  onTestFinished(() => jobs.close());
  const refused = { status: 503, message: expect.stringMatching(/cannot be saved/) as string };
  await expect(jobs.submit({ objectType: 'Contact' }, 'c')).rejects.toMatchObject(refused);
  expect([jobs.list(), jobs.pending()]).toEqual([[], []]);
});

it('what is no job counts as none, and takes no number from others', async () => {
  const service = await running((await filled()).likeness);
  await service.home.write('jobs/job-000000000007.json', 'half a jo');
  expect((await service.jobs.submit({ objectType: 'Lead' }, 'c')).id).toBe('job-000000000008');
});
