import { Agent, request } from 'node:http';
import type { UpsertDataOutput } from '../../src/records/contract/schemas.js';
import { person } from './client.js';
import type { Outcome } from './outcome.js';
import { prepareFolder } from './prepared-folder.js';
import { readStored, type Endpoint } from './requests.js';
import { ServerProcess } from './server.js';

const CLIENTS = 16;
const PERSONS = 200;
const UPSERT = '/services/apexrest/dupcheck/dc3DataApi';

/** 16 clients send the same 200 people at the same time. The result must always be 200 records. */
export async function equalPersons(folder: string, times: number): Promise<Outcome> {
  const token = await prepareFolder(folder);
  const server = new ServerProcess({ folder });
  const endpoint = { url: await server.url(), token };
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const broken: string[] = [];
  let exact = 0;
  try {
    for (let round = 0; round < times; round++) {
      const send = (number: number) => upsert(endpoint, agent, person(`equal ${round * PERSONS + number}`));
      const outputs = await Promise.all(
        Array.from({ length: CLIENTS }, (_, client) => sendAll(send, Math.floor((client * PERSONS) / CLIENTS))),
      );
      const faults = judge(outputs);
      if (faults.length === 0) exact++;
      broken.push(...faults.map((fault) => `round ${round}: ${fault}`));
    }
    broken.push(...doubledOrLost((await readStored(endpoint)).contacts, times));
  } finally {
    agent.destroy();
    const code = await server.end('SIGTERM');
    if (code !== 0) broken.push(`the server ended with ${String(code)}: ${server.stderr}`);
  }
  return {
    fault: `${CLIENTS} clients send the same ${PERSONS} people concurrently over HTTP`,
    times,
    acknowledged: times * CLIENTS * PERSONS,
    checked: `exactly ${PERSONS} records ${exact} times out of ${times}`,
    broken,
  };
}

type Send = (number: number) => Promise<UpsertDataOutput>;

/**
 * Each client starts at a different person and does not wait for the others, so clients often send the same person at
 * the same time.
 */
async function sendAll(send: Send, first: number): Promise<UpsertDataOutput[]> {
  const outputs: UpsertDataOutput[] = [];
  for (let i = 0; i < PERSONS; i++) outputs[(first + i) % PERSONS] = await send((first + i) % PERSONS);
  return outputs;
}

/** All clients must get the same Id for a person, and only one must get `isCreated`. */
function judge(outputs: readonly (readonly UpsertDataOutput[])[]): string[] {
  const faults: string[] = [];
  const all = new Set<string | null>();
  for (let number = 0; number < PERSONS; number++) {
    const told = outputs.map((client) => client[number]!);
    const ids = new Set(told.map(({ objectId }) => objectId));
    const created = told.filter(({ isCreated }) => isCreated).length;
    for (const id of ids) all.add(id);
    if (ids.size !== 1 || ids.has(null) || created !== 1)
      faults.push(`person ${number}: ${ids.size} Ids, created ${created} times: ${told[0]!.errorMessage ?? ''}`);
  }
  if (all.size !== PERSONS) faults.push(`${all.size} records of ${PERSONS} persons`);
  return faults;
}

function doubledOrLost(contacts: readonly { readonly Email?: string }[], times: number): string[] {
  const emails = new Set(contacts.map(({ Email }) => Email));
  const expected = times * PERSONS;
  return contacts.length === expected && emails.size === expected
    ? []
    : [`stored are ${contacts.length} records of ${emails.size} persons, sent were ${expected}`];
}

/** `fetch` would use more CPU time than the service. @throws Error for any status except 200 */
function upsert({ url, token }: Endpoint, agent: Agent, objectData: object): Promise<UpsertDataOutput> {
  const body = JSON.stringify({ input: { objectType: 'Contact', duplicateCheck: true, objectData } });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url + UPSERT, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text) as UpsertDataOutput);
        else reject(new Error(`answered ${response.statusCode ?? 0}: ${text.slice(0, 200)}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
