import { SEARCH, UPSERT } from '../harness/endpoints.js';
import type { Contacts } from '../synthetic/contacts.js';
import type { Random } from '../synthetic/random.js';
import { searchTasks, upsertValues } from '../synthetic/tasks.js';
import { WORST_CASES } from '../synthetic/worst-cases.js';
import type { UpsertDataOutput } from '../../src/records/contract/schemas.js';
import type { Acknowledged } from './acknowledged.js';
import { BrokenAnswerError, Connection, type Reply } from './connection.js';

export type Kind = 'search' | 'upsert' | 'delete';

export interface WorkerOptions {
  readonly url: string;
  readonly token: string;
  readonly contacts: Contacts;
  /** Number of contacts stored at the start. */
  readonly size: number;
  readonly random: Random;
  /** Share of searches among the requests, 0..1. Default: half. */
  readonly searches?: number;
  /** Share of the worst cases among the searches. Default: none. */
  readonly worst?: number;
  /** Ids of stored contacts that only this worker updates by Id. */
  readonly own: readonly string[];
  readonly acknowledged: Acknowledged;
  /** Called for every response. */
  readonly answered: (kind: Kind, milliseconds: number) => void;
  /** Called for every unexpected response. */
  readonly wrong: (what: string) => void;
}

const isBroken = (error: unknown): boolean =>
  error instanceof Error && ('code' in error || error instanceof BrokenAnswerError);

/** Maximum number of new records per worker. Older records are deleted, so the number of records stays constant. */
const MOST_NEW = 100;
/** Request bodies created at a time. */
const BATCH = 300;

/** One client of a soak. Half of its requests are searches; the others create, change, relate and delete records. */
export class Worker {
  /** Number of new contacts sent by all workers, so that none is sent twice. */
  static #sent = 0;
  readonly #connection: Connection;
  readonly #new: { type: string; id: string }[] = [];
  #searches: object[] = [];
  #upserts: object[] = [];
  #firms = 0;

  constructor(readonly options: WorkerOptions) {
    this.#connection = new Connection(options.url, options.token);
  }

  /** Sends requests until the connection breaks. */
  async run(): Promise<void> {
    try {
      for (;;) await this.#step();
    } catch (error) {
      if (!isBroken(error)) throw error;
    } finally {
      this.#connection.close();
    }
  }

  #step(): Promise<unknown> {
    if (this.#new.length > MOST_NEW) return this.#delete();
    const { random, searches = 0.5 } = this.options;
    if (random.next() < searches) return this.#search();
    const chance = random.next();
    if (chance < 0.6) return this.#contact();
    if (chance < 0.8) return this.#title();
    return this.#firm();
  }

  async #search(): Promise<void> {
    const { contacts, size, random, worst = 0 } = this.options;
    if (this.#searches.length === 0)
      this.#searches = searchTasks(contacts, size, BATCH, random.below(2 ** 31)).map(({ values }) => values);
    const objectData =
      random.next() < worst ? WORST_CASES[random.below(WORST_CASES.length)]![1] : this.#searches.pop()!;
    const body = { objectPrefix: '003', objectData };
    const reply = await this.#timed('search', () => this.#connection.send('POST', SEARCH, body));
    if (reply.status !== 200) this.#tell(reply);
  }

  /** Two out of every three contacts are new; the third is a stored contact, retyped. */
  async #contact(): Promise<void> {
    const { contacts, size } = this.options;
    if (this.#upserts.length === 0) {
      this.#upserts = upsertValues(contacts, size, Worker.#sent, BATCH);
      Worker.#sent += BATCH;
    }
    const objectData = this.#upserts.pop()!;
    const output = await this.#upsert({ objectType: 'Contact', duplicateCheck: true, objectData });
    if (output?.isCreated === true) this.#created('Contact', output.objectId!);
  }

  async #title(): Promise<void> {
    const { own, random, acknowledged } = this.options;
    const id = own[random.below(own.length)]!;
    const number = acknowledged.nextTitle(id);
    const output = await this.#upsert({ objectType: 'Contact', objectData: { Id: id, Title: String(number) } });
    if (output !== undefined) acknowledged.titled(id, number);
  }

  async #firm(): Promise<void> {
    const name = `Firm ${this.options.own[0]!} ${++this.#firms}`;
    const related = (LastName: string) => ({
      objectType: 'Contact',
      referenceField: 'AccountId',
      objectData: { LastName },
    });
    const output = await this.#upsert({
      allOrNone: true,
      objectType: 'Account',
      objectData: { Name: name },
      relatedList: [related(`${name} One`), related(`${name} Two`)],
    });
    if (output === undefined) return;
    for (const { objectId } of output.relatedList) this.#created('Contact', objectId!);
    this.#created('Account', output.objectId!);
  }

  #created(type: string, id: string): void {
    this.#new.push({ type, id });
    this.options.acknowledged.created(id);
  }

  async #delete(): Promise<void> {
    const { type, id } = this.#new.shift()!;
    const { acknowledged } = this.options;
    acknowledged.deleting(id);
    const path = `/services/data/v60.0/sobjects/${type}/${id}`;
    const reply = await this.#timed('delete', () => this.#connection.send('DELETE', path));
    if (reply.status === 204) acknowledged.deleted(id);
    else this.#tell(reply);
  }

  async #upsert(input: object): Promise<UpsertDataOutput | undefined> {
    const reply = await this.#timed('upsert', () => this.#connection.send('POST', UPSERT, { input }));
    const output = reply.status === 200 ? (JSON.parse(reply.text) as UpsertDataOutput) : undefined;
    if (output?.isSuccess === true) return output;
    this.#tell(reply);
    return undefined;
  }

  async #timed(kind: Kind, send: () => Promise<Reply>): Promise<Reply> {
    const begun = performance.now();
    const reply = await send();
    this.options.answered(kind, performance.now() - begun);
    return reply;
  }

  #tell({ status, text }: Reply): void {
    this.options.wrong(`${status}: ${text.slice(0, 300)}`);
  }
}
