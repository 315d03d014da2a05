import { person } from '../client.js';
import { ask, type Reply } from '../requests.js';
import type { Cluster } from './cluster.js';

const DATA_API = '/services/apexrest/dupcheck/dc3DataApi';
const SEARCH = '/services/apexrest/dupcheck/dc3Api/search';

interface Asked {
  readonly session: number;
  readonly node: number;
  /** Of the process that asks: milliseconds, comparable within a history. */
  readonly begun: number;
  /** The answer may not show less than this position; what came before it is known to the session. */
  readonly atLeast: number;
}

interface Answered {
  /** `undefined`: never answered. */
  readonly status: number | undefined;
  readonly text: string;
  /** Infinity: never answered. */
  readonly ended: number;
  /** That the answer says it shows. */
  readonly position: number | undefined;
}

/** One request of a session, and its answer. */
export type Operation = Asked & Answered & Wish;

type Wish =
  /** The same person may be sent by all sessions. */
  | { readonly kind: 'save'; readonly email: string; readonly result?: { readonly id: string; isCreated: boolean } }
  /** Writes what nobody else ever wrote. */
  | { readonly kind: 'write'; readonly id: string; readonly value: string }
  | { readonly kind: 'read'; readonly id: string; readonly value?: string | undefined }
  | { readonly kind: 'search'; readonly email: string; readonly found?: readonly string[] };

/** What clients asked and were told, for whoever judges it: no client judges anything itself. */
export class History {
  readonly operations: Operation[] = [];
  /** Records, for others to write and read; and a position at which each is there. */
  readonly made: { readonly id: string; readonly position: number }[] = [];
  sessions = 0;
  values = 0;
}

/** A client that never wants to see less than it has seen, whichever node it comes to. */
export class Session {
  readonly #number: number;
  /** Answers that nobody should get. */
  readonly unexpected: string[] = [];
  /** Requests that were cut off, and such that were refused with 503, or with 408 by a node that stood still. */
  cutOff = 0;
  refused = 0;
  acknowledged = 0;
  #position = 0;

  constructor(
    private readonly cluster: Cluster,
    private readonly random: () => number,
    /** Persons of all sessions are numbered below this. */
    private readonly persons: number,
    private readonly name: string,
  ) {
    this.#number = ++cluster.history.sessions;
  }

  async step(): Promise<void> {
    const chance = this.random();
    const { made } = this.cluster.history;
    const one = made[Math.floor(this.random() * made.length)];
    if (one === undefined || chance < 0.4) {
      await this.#save();
      return;
    }
    const { id } = one;
    this.#position = Math.max(this.#position, one.position);
    if (chance < 0.6) await this.#write(id);
    else if (chance < 0.8) await this.#read(id);
    else await this.#search();
  }

  #person(): { FirstName: string; LastName: string; Email: string } {
    return person(`${this.name} ${Math.floor(this.random() * this.persons)}`);
  }

  async #save(): Promise<void> {
    const objectData = this.#person();
    const body = { input: { objectType: 'Contact', objectData, duplicateCheck: true } };
    const { asked, answered } = await this.#ask('POST', DATA_API, body);
    const wish = { kind: 'save', email: objectData.Email } as const;
    const output = this.#output(answered);
    if (output === undefined) this.#record({ ...asked, ...answered, ...wish });
    else {
      const { objectId: id, isCreated } = output;
      this.#record({ ...asked, ...answered, ...wish, result: { id, isCreated } });
      if (isCreated) this.cluster.history.made.push({ id, position: answered.position! });
    }
  }

  async #write(id: string): Promise<void> {
    const value = `${this.#number}.${++this.cluster.history.values}`;
    const body = { input: { objectType: 'Contact', objectData: { Id: id, Title: value } } };
    const { asked, answered } = await this.#ask('POST', DATA_API, body);
    this.#output(answered);
    this.#record({ ...asked, ...answered, kind: 'write', id, value });
  }

  async #read(id: string): Promise<void> {
    const { asked, answered } = await this.#ask('GET', `/services/data/v60.0/sobjects/Contact/${id}?fields=Title`);
    const isRead = answered.status === 200;
    const value = isRead ? ((JSON.parse(answered.text) as { Title?: string | null }).Title ?? undefined) : undefined;
    this.#record({ ...asked, ...answered, kind: 'read', id, value });
  }

  async #search(): Promise<void> {
    const objectData = this.#person();
    const { asked, answered } = await this.#ask('POST', SEARCH, { objectPrefix: '003', objectData });
    const found =
      answered.status === 200
        ? ((JSON.parse(answered.text) as { '003'?: { objectData: { Id: string } }[] })['003'] ?? [])
        : [];
    const ids = found.map(({ objectData: { Id } }) => Id);
    this.#record({ ...asked, ...answered, kind: 'search', email: objectData.Email, found: ids });
  }

  #output({ status, text }: Answered): { objectId: string; isCreated: boolean } | undefined {
    if (status !== 200) return undefined;
    const output = JSON.parse(text) as { isSuccess: boolean; objectId: string; isCreated: boolean };
    if (output.isSuccess) return output;
    this.unexpected.push(text.slice(0, 300));
    return undefined;
  }

  async #ask(method: string, path: string, body?: unknown): Promise<{ asked: Asked; answered: Answered }> {
    const { number, endpoint } = this.cluster.choose(this.random);
    const asked = { session: this.#number, node: number, begun: performance.now(), atLeast: this.#position };
    const headers = { 'likeness-at-least': String(this.#position) };
    const reply: Reply = await ask(endpoint, method, path, body, headers);
    const { status, text, position } = reply;
    const ended = status === undefined ? Infinity : performance.now();
    if (status === undefined) this.cutOff++;
    else if (status === 503 || status === 408) this.refused++;
    else if (status === 200) this.acknowledged++;
    else this.unexpected.push(`${status}: ${text.slice(0, 300)}`);
    if (status === 200 && position !== undefined) this.#position = Math.max(this.#position, position);
    return { asked, answered: { status, text, ended, position } };
  }

  #record(operation: Operation): void {
    this.cluster.history.operations.push(operation);
  }
}
