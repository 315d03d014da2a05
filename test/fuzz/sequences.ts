import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { MOST } from '../../src/store/config/config-limits.js';
import { lead, BASE, DATA } from '../http/serve.js';
import type { Answered, Sent } from './wire.js';

const JSON_TYPE = { 'content-type': 'application/json' };
/** Maximum number of remembered values of each kind. */
const MOST_KEPT = 100;

type Kind = 'id' | 'page' | 'queryJob' | 'resultsLocator' | 'ingestJob' | 'cursor' | 'event' | 'change';
export type Request = Pick<Sent, 'method' | 'url' | 'body' | 'headers'>;

/** Numbers at and around the documented limits, and invalid counts such as -1, 0.5 and 1e308. */
const EDGES = [
  ...Object.values(MOST).flatMap((value) => [value - 1, value, value + 1]),
  ...[-1, 0, 1, 2, 2 ** 31, 2 ** 32, 2e9, 2 ** 53, 1e15, 1e308, 0.5],
];

/**
 * Sequences of requests that reuse values from earlier responses: locators, Ids of jobs and records, references,
 * cursors. A third of these values is corrupted: in a byte, in an embedded number, or in the length.
 */
export class Sequences {
  readonly #kept = new Map<Kind, string[]>();

  /** @param random returns 0 to 1 */
  constructor(
    private readonly random: () => number,
    private readonly send: (request: Request) => Promise<Answered>,
  ) {}

  async run(): Promise<void> {
    for (let n = 1 + this.#below(5); n > 0; n--) await this.#step();
  }

  async #step(): Promise<void> {
    const steps: readonly (readonly [weight: number, step: () => Promise<void>])[] = [
      [3, () => this.#create()],
      [4, () => this.#query()],
      [4, () => this.#page()],
      [2, () => this.#queryJob()],
      [2, () => this.#ingestJob()],
      [4, () => this.#composite()],
      [2, () => this.#batch()],
      [2, () => this.#search()],
      [2, () => this.#collection()],
      [2, () => this.#list()],
      [2, () => this.#record()],
    ];
    let at = this.#below(steps.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, step] of steps) {
      if (at < weight) return step();
      at -= weight;
    }
  }

  async #create(): Promise<void> {
    const long = 'text of a client '.repeat(this.#one([1, 10, 1_000, 7_000]));
    const data = lead({
      LastName: `Name ${this.#below(1_000)}`,
      Email: `e${this.#below(1e6)}@example.org`,
      Description: long,
    });
    const records = Array.from({ length: this.#one([1, 1, 20, MOST.writtenRecords + 1]) }, (_, n) => ({
      attributes: { type: 'Lead' },
      ...data,
      ...lead({ Email: `e${n}-${this.#below(1e6)}@example.org` }),
      // Only the first record is long, which limits the store's size.
      Description: n === 0 ? long : 'short',
    }));
    await this.#post(`${DATA}/composite/sobjects`, { records });
  }

  async #query(): Promise<void> {
    const count = this.#one([0, 1, 5, 50]);
    const aggregates = Array.from({ length: count }, (_, n) => `MIN(LastName) a${n}`).join(', ');
    const likes = Array.from({ length: this.#one([1, 3, 300]) }, (_, n) => `Description LIKE '%t%x%c%${n}'`);
    const words = Array.from({ length: this.#one([1, 5, 40]) }, () => this.#one(['LastName', 'Email', 'Id']));
    const q = this.#one([
      'SELECT Id FROM Lead',
      'SELECT Id, LastName, Description FROM Lead ORDER BY LastName DESC',
      `SELECT FIELDS(ALL) FROM Lead LIMIT ${this.#edge()}`,
      `SELECT Id FROM Lead LIMIT 10 OFFSET ${this.#edge()}`,
      `SELECT Email${aggregates === '' ? ', COUNT(Id)' : `, ${aggregates}`} FROM Lead GROUP BY Email`,
      `SELECT COUNT() FROM Lead WHERE ${likes.join(' OR ')}`,
      `SELECT Id FROM Lead ORDER BY ${words.join(', ')}`,
      'SELECT Id, (SELECT Id FROM Contacts) FROM Account',
      `SELECT Id FROM Lead WHERE Id IN ('${this.#given('id')}')`,
      `SELECT Id FROM Lead WHERE CreatedDate = LAST_N_DAYS:${this.#edge()}`,
    ]);
    const path = this.#one(['query', 'queryAll']);
    await this.#get(`${DATA}/${path}?q=${encodeURIComponent(q)}`, {
      'sforce-query-options': `batchSize=${this.#one([1, 200, 999_999])}`,
    });
  }

  async #page(): Promise<void> {
    await this.#get(this.#given('page'));
  }

  async #queryJob(): Promise<void> {
    const query = this.#one(['SELECT Id, LastName FROM Lead', 'SELECT Id, Description FROM Lead ORDER BY LastName']);
    await this.#post(`${DATA}/jobs/query`, { operation: 'query', query });
    const job = this.#given('queryJob');
    await this.#get(`${DATA}/jobs/query/${job}`);
    const locator = this.random() < 0.5 ? `&locator=${encodeURIComponent(this.#given('resultsLocator'))}` : '';
    await this.#get(`${DATA}/jobs/query/${job}/results?maxRecords=${this.#one([1, 2, this.#edge()])}${locator}`);
  }

  async #ingestJob(): Promise<void> {
    const operation = this.#one(['insert', 'update', 'delete', 'upsert', 'hardDelete']);
    await this.#post(`${DATA}/jobs/ingest`, {
      object: 'Lead',
      operation,
      ...(operation === 'upsert' && { externalIdFieldName: 'Id' }),
    });
    const job = this.#given('ingestJob');
    const csv =
      operation === 'insert'
        ? `LastName,Company\n${'Row,Acme\n'.repeat(this.#one([1, 50]))}`
        : `Id\n${this.#given('id')}\n`;
    await this.#sent({
      method: 'PUT',
      url: `${DATA}/jobs/ingest/${job}/batches`,
      body: csv,
      headers: { 'content-type': 'text/csv' },
    });
    const state = this.#one(['UploadComplete', 'Aborted']);
    await this.#sent({
      method: 'PATCH',
      url: `${DATA}/jobs/ingest/${job}`,
      body: JSON.stringify({ state }),
      headers: JSON_TYPE,
    });
    await this.#get(`${DATA}/jobs/ingest/${job}/${this.#one(['', 'successfulResults', 'failedResults'])}`);
  }

  async #composite(): Promise<void> {
    const reference = this.#one([
      '@{a.Description}',
      '@{a.Id}',
      '@{a}',
      '@{a.records}',
      '@{a.records[0].Description}',
      '@{a.b.c}',
    ]);
    const times = this.#one([1, 3, 200, 5_000, 20_000]);
    const value = this.#one<unknown>([
      reference.repeat(times),
      Array.from({ length: Math.min(times, 5_000) }, () => reference),
      { deep: [{ er: reference }] },
    ]);
    const first = this.#one([
      `${DATA}/sobjects/Lead/${this.#given('id')}`,
      `${DATA}/query?q=SELECT+Id,Description+FROM+Lead+LIMIT+${this.#one([1, 50, 2_000])}`,
    ]);
    const second = { method: 'POST', url: `${DATA}/sobjects/Lead`, body: { LastName: value, Company: '@{a.Id}' } };
    const compositeRequest = [
      { method: 'GET', url: first, referenceId: 'a' },
      ...Array.from({ length: this.#one([1, 1, 12]) }, (_, n) => ({ ...second, referenceId: `b${n}` })),
      { method: 'GET', url: `${DATA}/sobjects/Lead/${reference.repeat(this.#one([1, 100]))}`, referenceId: 'c' },
      { method: 'GET', url: this.#given('page'), referenceId: 'd' },
    ];
    await this.#post(`${DATA}/composite`, { compositeRequest });
  }

  async #batch(): Promise<void> {
    const url = this.#one([
      this.#given('page'),
      `${DATA}/query?q=SELECT+FIELDS(ALL)+FROM+Lead+LIMIT+200`,
      `${DATA}/sobjects/Lead/describe`,
    ]);
    const batchRequests = Array.from({ length: this.#one([1, 25, 26]) }, () => ({ method: 'GET', url }));
    await this.#post(`${DATA}/composite/batch`, { batchRequests });
  }

  async #search(): Promise<void> {
    const word = this.#one(['name', 'na*e', 'x'.repeat(MOST.searchWord), 'x'.repeat(MOST.searchWord + 1), '*t*e*x*t*']);
    const term = Array.from({ length: this.#one([1, 2, MOST.searchWords, MOST.searchWords + 1]) }, () => word).join(
      this.#one([' ', ' OR ']),
    );
    await this.#get(
      `${DATA}/search?q=${encodeURIComponent(`FIND {${term}} RETURNING Lead(Id, Description LIMIT ${this.#edge()})`)}`,
    );
  }

  async #collection(): Promise<void> {
    const ids = Array.from({ length: this.#one([1, 20, MOST.readRecords, MOST.readRecords + 1]) }, () =>
      this.#given('id'),
    );
    const fields = this.#one([['Id'], ['Description'], Array.from({ length: MOST.readRecords }, () => 'Description')]);
    await this.#post(`${DATA}/composite/sobjects/Lead`, { ids, fields });
  }

  async #list(): Promise<void> {
    const page = `pageSize=${this.#one([1, 200, this.#edge()])}&page=${this.#edge()}`;
    await this.#get(
      this.#one([
        `${BASE}/query?objectType=Lead&pageSize=${this.#one([1, 100, this.#edge()])}&after=${encodeURIComponent(this.#given('cursor'))}`,
        `${BASE}/query?objectType=Lead&orderBy=LastName&offset=${this.#edge()}`,
        `${BASE}/history/${this.#given('id')}?${page}`,
        `${BASE}/suspectedPairs?${page}`,
        `${BASE}/events?follow=false&after=${this.#given('event')}`,
        `${BASE}/records?objectType=Lead&where=${encodeURIComponent(`LastName LIKE '%${this.#below(10)}'`)}`,
        `${BASE}/crosswalk?after=${encodeURIComponent(this.#given('cursor'))}`,
      ]),
    );
  }

  async #record(): Promise<void> {
    const id = this.#given('id');
    await this.#sent(
      this.#one<Request>([
        { method: 'GET', url: `${DATA}/sobjects/Lead/${id}`, headers: {} },
        { method: 'DELETE', url: `${DATA}/sobjects/Lead/${id}`, headers: {} },
        { method: 'POST', url: `${BASE}/undo/${this.#given('change')}`, headers: {} },
        { method: 'GET', url: `${DATA}/composite/sobjects/Lead?ids=${id}&fields=Id`, headers: {} },
      ]),
    );
  }

  #get(url: string, headers: Record<string, string> = {}): Promise<void> {
    return this.#sent({ method: 'GET', url, headers });
  }

  #post(url: string, body: unknown): Promise<void> {
    return this.#sent({ method: 'POST', url, body: JSON.stringify(body), headers: JSON_TYPE });
  }

  async #sent(request: Request): Promise<void> {
    const { text, headers } = await this.send(request);
    const shown = text.slice(0, 100_000);
    for (const [id] of shown.matchAll(/\b00Q\w{15}\b/g)) this.#keep('id', id);
    for (const [, page] of shown.matchAll(/"nextRecordsUrl":"([^"]+)"/g)) this.#keep('page', page!);
    for (const [, cursor] of shown.matchAll(/"next":"([^"]+)"/g)) this.#keep('cursor', cursor!);
    for (const [, id] of shown.matchAll(/^id: (\S+)$/gm)) this.#keep('event', id!);
    for (const [, change] of shown.matchAll(/"id":"(change-\w+)"/g)) this.#keep('change', change!);
    const locator = headers.get('sforce-locator');
    if (locator !== null && locator !== 'null') this.#keep('resultsLocator', locator);
    const job = /"id":"(750[^"]+)"/.exec(shown)?.[1];
    if (job !== undefined) this.#keep(request.url.includes('/jobs/query') ? 'queryJob' : 'ingestJob', job);
  }

  #keep(kind: Kind, given: string): void {
    const list = this.#kept.get(kind) ?? [];
    this.#kept.set(kind, list);
    if (list.length < MOST_KEPT) list.push(given);
    else list[this.#below(MOST_KEPT)] = given;
  }

  /** Returns a value from an earlier response, unchanged or corrupted. */
  #given(kind: Kind): string {
    const list = this.#kept.get(kind) ?? [];
    const given = list.length === 0 ? this.#invented(kind) : this.#one(list);
    return this.random() < 0.67 ? given : this.#changed(given);
  }

  #invented(kind: Kind): string {
    if (kind === 'page') return `${DATA}/query/none`;
    return kind === 'id' ? '00QLK0000000001AAA' : 'none';
  }

  #changed(given: string): string {
    const start = given.lastIndexOf('/') + 1;
    const at = start + this.#below(given.length - start);
    return this.#one([
      () => `${given.slice(0, at)}${this.#one(['a', 'Z', '9', '-', '_'])}${given.slice(at + 1)}`,
      () => given.slice(0, at + 1),
      () => given + given.slice(start),
      () => given.slice(0, start) + this.#repacked(given.slice(start)),
    ])();
  }

  /** Decodes a value, changes one of its numbers, and encodes it again. */
  #repacked(text: string): string {
    const prefix = text.startsWith('750') ? '750' : '';
    try {
      const json = inflateRawSync(Buffer.from(text.slice(prefix.length), 'base64url')).toString();
      const changed = json.replace(/:-?\d+(?=[,}])/g, (whole) => (this.random() < 0.5 ? `:${this.#edge()}` : whole));
      return prefix + deflateRawSync(changed).toString('base64url');
    } catch {
      return text.replace(/\d+/, String(this.#edge()));
    }
  }

  #edge(): number {
    return this.#one(EDGES);
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!;
  }

  #below(most: number): number {
    return Math.floor(this.random() * most);
  }
}
