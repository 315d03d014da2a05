import { setTimeout as wait } from 'node:timers/promises';
import type { ShownJob } from '../../src/service/jobs/job.js';
import { person } from './client.js';
import { checkFolder } from './consistency.js';
import { moment } from './load.js';
import type { Outcome } from './outcome.js';
import { prepareFolder } from './prepared-folder.js';
import type { Endpoint } from './requests.js';
import { ServerProcess } from './server.js';

const TWINS = 60;
const BASE = '/services/apexrest/dupcheck';
const PAUSE = 20;

interface Twins {
  readonly ids: readonly [string, string];
  /** The decision "not duplicates": acknowledged, or without response. */
  decided?: 'open' | 'there';
}

/**
 * Runs merge jobs and concurrent decisions, and ends the process at random moments, alternately by SIGKILL and SIGTERM.
 * A restart continues the jobs. At the end, each pair must be one or two complete records. No acknowledged decision may
 * be lost, and no such pair merged. Undoing the jobs must restore all records.
 */
export async function endUnderJobs(folder: string, times: number, random: () => number): Promise<Outcome> {
  const token = await prepareFolder(folder);
  const broken: string[] = [];
  const twins: Twins[] = [];
  let acknowledged = 0;
  for (let round = 0; round <= times; round++) {
    const tell = (fault: string): unknown => broken.push(`round ${round}: ${fault}`);
    const server = new ServerProcess({ folder });
    const endpoint = { url: await server.url(), token };
    while (twins.length < TWINS) twins.push({ ids: await insertTwins(endpoint, twins.length) });
    if (round === times) {
      await ask(endpoint, 'POST', 'jobs', { objectType: 'Contact', autoMerge: 99 });
      await allEnded(endpoint);
      (await faultsOf(endpoint, twins)).forEach(tell);
      (await undoAll(endpoint, twins)).forEach(tell);
      await server.end('SIGTERM');
    } else {
      const started = await ask(endpoint, 'POST', 'jobs', { objectType: 'Contact', autoMerge: 99 });
      if (started.status !== undefined && ![202, 409].includes(started.status)) tell(`a job: ${started.status}`);
      let isOver = false;
      const deciding = (async () => {
        while (!isOver) {
          const open = twins.filter(({ decided }) => decided !== 'there');
          const one = open[Math.floor(random() * open.length)];
          if (one === undefined) return;
          const before = one.decided;
          one.decided = 'open';
          const { status } = await ask(endpoint, 'POST', 'decisions', { verdict: 'notDuplicate', recordIds: one.ids });
          if (status === 200) {
            one.decided = 'there';
            acknowledged++;
          } else if (status === 404) {
            // The pair was merged in the meantime, so no decision was made.
            if (before === undefined) delete one.decided;
          } else if (status === undefined || status === 503) return;
          else tell(`a decision was answered ${status}`);
          await wait(PAUSE);
        }
      })();
      await moment(random, 100, 2_500);
      const signal = round % 2 === 0 ? 'SIGKILL' : 'SIGTERM';
      const code = await server.end(signal);
      isOver = true;
      await deciding;
      if (signal === 'SIGTERM' && code !== 0) tell(`the server ended with ${String(code)}: ${server.stderr}`);
    }
    (await checkFolder(folder, `${folder}-copy`)).forEach(tell);
  }
  return {
    fault: 'SIGKILL and SIGTERM of a server in which a job merges and people decide',
    times,
    acknowledged,
    checked: `${times} times; ${TWINS} twins, ${acknowledged} acknowledged decisions; all merges undone at the end; verified each time`,
    broken,
  };
}

async function insertTwins(endpoint: Endpoint, number: number): Promise<[string, string]> {
  const ids: string[] = [];
  for (const Title of ['one', 'two']) {
    const objectData = { ...person(`twin ${number}`), Title };
    const { body } = await ask(endpoint, 'POST', 'dc3DataApi', { input: { objectType: 'Contact', objectData } });
    ids.push((body as { objectId: string }).objectId);
  }
  return ids as [string, string];
}

/** Checks which pairs are merged, and the listed decisions. */
async function faultsOf(endpoint: Endpoint, twins: readonly Twins[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { ids, decided } of twins) {
    const found = await Promise.all(ids.map((id) => read(endpoint, id)));
    const there = found.filter(({ status }) => status === 200).length;
    const gone = found.find(({ status }) => status === 404);
    if (there === 1 && !JSON.stringify(gone?.body).includes('mergedInto')) faults.push(`${ids.join()}: lost`);
    if (there === 0) faults.push(`${ids.join()}: both are gone`);
    if (there === 1 && decided === 'there') faults.push(`${ids.join()}: merged, though people said they are not one`);
    if (there === 2 && decided === undefined) faults.push(`${ids.join()}: left apart by a job that ended`);
    if (decided !== 'there') continue;
    const { body } = await ask(endpoint, 'GET', `decisions?recordId=${ids[0]}&pageSize=5`);
    if ((body as { records: unknown[] }).records.length !== 1) faults.push(`${ids.join()}: a decision is lost`);
  }
  return faults;
}

/** Undoes all merges of the jobs. */
async function undoAll(endpoint: Endpoint, twins: readonly Twins[]): Promise<string[]> {
  const { body } = await ask(endpoint, 'GET', 'jobs');
  for (const { id, autoMerge } of body as ShownJob[]) {
    if (autoMerge === null) continue;
    await ask(endpoint, 'POST', `jobs/${id}/undo`);
    await allEnded(endpoint);
  }
  const faults: string[] = [];
  for (const id of twins.flatMap(({ ids }) => ids))
    if ((await read(endpoint, id)).status !== 200) faults.push(`${id}: not there after all merges were undone`);
  return faults;
}

async function allEnded(endpoint: Endpoint): Promise<void> {
  for (;;) {
    const { body } = await ask(endpoint, 'GET', 'jobs');
    if (!(body as ShownJob[]).some(({ status }) => status === 'queued' || status === 'running')) return;
    await wait(PAUSE);
  }
}

const read = (endpoint: Endpoint, id: string) =>
  send(endpoint, 'GET', `/services/data/v60.0/sobjects/Contact/${id}`, undefined);

const ask = (endpoint: Endpoint, method: string, path: string, body?: object) =>
  send(endpoint, method, `${BASE}/${path}`, body);

/** @returns no status if the connection broke */
async function send(
  { url, token }: Endpoint,
  method: string,
  path: string,
  body: object | undefined,
): Promise<{ status?: number; body?: unknown }> {
  try {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return {};
  }
}
