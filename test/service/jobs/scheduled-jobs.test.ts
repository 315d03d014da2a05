import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { loadConfiguration } from '../../../src/store/config/load.js';
import type { Likeness } from '../../../src/service/likeness.js';
import { FolderHome } from '../../../src/store/home/folder/folder-home.js';
import { Jobs } from '../../../src/service/jobs/jobs.js';
import { KeptJobs } from '../../../src/service/jobs/kept-jobs.js';
import { ScheduledJobs } from '../../../src/service/jobs/scheduled-jobs.js';
import { configurationFolder, insert, openService } from '../open-service.js';
import { newFolder } from '../../store/folders.js';

afterEach(() => vi.useRealTimers());

const HOUR = 3_600_000;
const START = Date.parse('2026-03-01T08:00:00Z');

interface Service {
  readonly jobs: Jobs;
  readonly scheduled: ScheduledJobs;
  readonly clock: { now: number };
  readonly warnings: string[];
}

const scheduleOf = (jobs: object) => ({ 'settings.json': { jobs } });
const daily = (...objectTypes: string[]) => scheduleOf({ every: '24h', objectTypes });

async function running(likeness: Likeness, path: string, now = START): Promise<Service> {
  const clock = { now };
  const warnings: string[] = [];
  const log = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
  const parts = { likeness, log, now: () => new Date(clock.now) };
  const home = new FolderHome(path);
  const place = new KeptJobs({ home, folder: join(path, 'jobs-on-their-way') });
  const jobs = new Jobs({ ...parts, place });
  onTestFinished(() => jobs.close());
  await jobs.start();
  return { jobs, scheduled: new ScheduledJobs({ ...parts, jobs }), clock, warnings };
}

async function look({ scheduled, jobs }: Service): Promise<string[]> {
  const before = new Set(jobs.list().map(({ id }) => id));
  await scheduled.look();
  await vi.waitFor(() => expect(jobs.pending()).toEqual([]));
  return jobs.list().flatMap(({ id, objectType }) => (before.has(id) ? [] : [objectType]));
}

const reconfigure = async (likeness: Likeness, files: Readonly<Record<string, unknown>>) =>
  likeness.reconfigure(await loadConfiguration(await configurationFolder(files)));

it('a job starts when it is due since the end of the last one, also after a restart', async () => {
  const likeness = await openService({ files: daily('lead') });
  const path = await newFolder();
  const service = await running(likeness, path);
  expect(await look(service)).toEqual(['Lead']);
  expect(service.jobs.list()[0]).toMatchObject({ clientId: 'server', status: 'completed', autoMerge: null });
  service.clock.now = START + 24 * HOUR - 1;
  expect(await look(service)).toEqual([]);
  await service.jobs.close();

  const again = await running(likeness, path, START + 24 * HOUR - 1);
  expect(await look(again)).toEqual([]);
  again.clock.now = START + 24 * HOUR;
  expect(await look(again)).toEqual(['Lead']);
  expect(await look(again)).toEqual([]);
});

it('only jobs over all records of the object count, whoever requested them', async () => {
  const likeness = await openService({ files: daily('Lead') });
  const { jobs, ...service } = await running(likeness, await newFolder());
  const ended = async (request: object) => {
    await jobs.submit({ objectType: 'Lead', ...request }, 'client');
    await vi.waitFor(() => expect(jobs.pending()).toEqual([]));
  };
  await ended({ scenarioIds: ['lead-default'] });
  expect(await look({ jobs, ...service })).toEqual(['Lead']);
  service.clock.now += 20 * HOUR;
  await ended({});
  service.clock.now += 20 * HOUR;
  expect(await look({ jobs, ...service })).toEqual([]);
});

it('none starts while one of the same object runs; of several, one at a time, the oldest first', async () => {
  const likeness = await openService({ files: daily('Lead', 'Contact') });
  const service = await running(likeness, await newFolder());
  const { jobs, scheduled } = service;
  const asked = jobs.submit({ objectType: 'Lead', scenarioIds: ['lead-default'] }, 'client');
  await Promise.all([asked, scheduled.look(), scheduled.look()]);
  expect(jobs.list().map(({ objectType, clientId }) => [objectType, clientId])).toEqual([
    ['Contact', 'server'],
    ['Lead', 'client'],
  ]);
  await vi.waitFor(() => expect(jobs.pending()).toEqual([]));
  service.clock.now += HOUR;
  expect(await look(service)).toEqual(['Lead']);
  service.clock.now += 48 * HOUR;
  expect(await look(service)).toEqual(['Contact']);
  expect(await look(service)).toEqual(['Lead']);
});

it('a reload changes the schedule; a clock that is set back delays nothing', async () => {
  const likeness = await openService();
  await insert(likeness, 'Lead', { LastName: 'Okafor', Company: 'Harbour' });
  const service = await running(likeness, await newFolder());
  expect(await look(service)).toEqual([]);
  await reconfigure(likeness, scheduleOf({ every: '90m', objectTypes: ['Lead'], autoMerge: 99 }));
  expect(await look(service)).toEqual(['Lead']);
  expect(service.jobs.list()[0]).toMatchObject({ autoMerge: 99, records: 1 });
  service.clock.now += 1.5 * HOUR;
  expect(await look(service)).toEqual(['Lead']);
  service.clock.now -= HOUR;
  expect(await look(service)).toEqual(['Lead']);
  await reconfigure(likeness, {});
  service.clock.now += 100 * HOUR;
  expect(await look(service)).toEqual([]);
});

it('a job that cannot start is reported once, and keeps no other from starting', async () => {
  const off = ['account-default', 'account-company-address', 'account-company-website'].map((id) => ({
    id,
    enabled: false,
  }));
  const likeness = await openService({ files: { ...daily('Account', 'Contact'), 'scenarios.json': off } });
  const service = await running(likeness, await newFolder());
  expect(await look(service)).toEqual(['Contact']);
  expect(await look(service)).toEqual([]);
  expect(service.warnings).toEqual([
    expect.stringMatching(/the scheduled job for Account cannot start: no active scenario/),
  ]);
});

it('the last job of an object is kept as long as the schedule counts from it', async () => {
  const likeness = await openService({ files: daily('Lead') });
  const service = await running(likeness, await newFolder());
  expect(await look(service)).toEqual(['Lead']);
  const { id } = service.jobs.list()[0]!;
  for (let n = 0; n < 21; n++) {
    const { id: other } = await service.jobs.submit({ objectType: 'Contact' }, 'client');
    await service.jobs.cancel(other);
  }
  await service.jobs.submit({ objectType: 'Contact' }, 'client');
  await vi.waitFor(() => expect(service.jobs.list()).toHaveLength(21));
  expect(service.jobs.get(id).objectType).toBe('Lead');
  expect(await look(service)).toEqual([]);
});

it('looks at once and every minute, until it is closed', async () => {
  const likeness = await openService({ files: daily('Lead', 'Contact') });
  const { jobs, scheduled } = await running(likeness, await newFolder());
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  scheduled.start();
  expect(jobs.pending()).toHaveLength(1);
  await vi.waitFor(() => expect(jobs.pending()).toEqual([]));
  vi.advanceTimersByTime(60_000);
  expect(jobs.pending()).toHaveLength(1);
  scheduled.close();
  expect(vi.getTimerCount()).toBe(0);
});
