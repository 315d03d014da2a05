/** `client.ts URL TOKEN KIND`: repeats a request on many connections until stopped, then reports status codes. */
import { Agent, request } from 'node:http';
import { FILES, SEARCH, UPSERT } from '../harness/endpoints.js';
import { Contacts } from '../synthetic/contacts.js';
import { FORM_KEY, type Kind } from './kinds.js';

const CONNECTIONS = 64;
const PRODUCT = '/services/apexrest/dupcheck';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly type?: string;
}

const contacts = new Contacts(7);
const likes = Array.from({ length: 300 }, (_, n) => `LastName LIKE '%a%${n}%'`).join(' OR ');
const file = `LastName,FirstName\n${Array.from({ length: 20_000 }, (_, n) => `Doe ${n},Jane\n`).join('')}`;

const ASKED: Readonly<Record<Kind, (n: number) => Asked>> = {
  searches: (n) => ({
    ...{ method: 'POST', path: SEARCH },
    body: JSON.stringify({ objectPrefix: '003', objectData: contacts.values(n) }),
  }),
  upserts: (n) => ({
    ...{ method: 'POST', path: UPSERT },
    body: JSON.stringify({
      input: { objectType: 'Contact', duplicateCheck: true, objectData: contacts.values(1_000_000 + n) },
    }),
  }),
  queries: (n) => ({
    method: 'GET',
    path: [
      `/services/data/v60.0/query?q=${encodeURIComponent(`SELECT Id FROM Contact WHERE ${likes}`)}`,
      `/services/data/v60.0/search?q=${encodeURIComponent('FIND {a*z OR b*y OR *q*x} RETURNING Contact(Id)')}`,
      `/services/data/v60.0/query?q=${encodeURIComponent('SELECT LastName, COUNT(Id) FROM Contact GROUP BY LastName LIMIT 9')}`,
    ][n % 3]!,
  }),
  uploads: (n) => ({ method: 'POST', path: `${FILES}?name=f${n}.csv`, body: file, type: 'application/octet-stream' }),
  streams: (n) => ({
    method: 'GET',
    path: [`${PRODUCT}/events?follow=false&after=0-0`, `${PRODUCT}/records?objectType=Contact`][n % 2]!,
  }),
  forms: (n) => ({
    ...{ method: 'POST', path: `/services/forms/${FORM_KEY}`, type: 'application/x-www-form-urlencoded' },
    body: `last_name=Doe${n}&company=Acme&email=d${n}@example.com`,
  }),
};

const [url, token, kind] = process.argv.slice(2) as [string, string, Kind];
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const statuses = new Map<number, number>();
let isOver = false;
let sent = 0;

function ask({ method, path, body = '', type = 'application/json' }: Asked): Promise<void> {
  const headers = {
    ...{ authorization: `Bearer ${token}`, origin: 'https://www.example.com', 'content-type': type },
    'content-length': String(Buffer.byteLength(body)),
  };
  return new Promise((resolve) => {
    const sending = request(url + path, { method, agent, headers }, (response) => {
      const status = response.statusCode ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      response.resume().once('close', resolve);
    });
    sending.once('error', () => resolve());
    sending.end(body);
  });
}

async function lane(): Promise<void> {
  while (!isOver) await ask(ASKED[kind](sent++));
}

process.once('message', () => {
  isOver = true;
  process.send!([...statuses].map(([status, times]) => `${times} times ${status}`).join(', '));
  process.exit();
});
const lanes = Array.from({ length: CONNECTIONS }, lane);
// By then, all connections send requests.
setTimeout(() => process.send!('begun'), 500);
await Promise.all(lanes);
