import { setTimeout as pause } from 'node:timers/promises';
import { isRefused, person } from '../client.js';
import { ask, mergeContacts, undo, type Endpoint, type Reply } from '../requests.js';
import type { Cluster } from './cluster.js';
import type { Answered, Asked, ShownRow, Wish } from './operations.js';

const DATA_API = '/services/apexrest/dupcheck/dc3DataApi';
const SEARCH = '/services/apexrest/dupcheck/dc3Api/search';
/** Maximum attempts of a request with an idempotency key that gets no response, each at a random node. */
const TRIES = 6;
const FIELDS = 'Email,LastName,Title';

type Result = { readonly id: string; readonly isCreated: boolean };

/** Records that this session repeatedly merges and separates. */
interface Group {
  readonly ids: readonly string[];
  /** Id of the merge while the records are merged. */
  changeId?: string | undefined;
}

/** A client that requires each response to include everything it has seen, from any node. */
export class Session {
  readonly #number: number;
  /** Responses that nobody should get. */
  readonly unexpected: string[] = [];
  /** Interrupted requests, and requests refused with 503, or with 408 by a suspended node. */
  cutOff = 0;
  refused = 0;
  acknowledged = 0;
  #position = 0;
  /** The era of the position. */
  #era = 0;
  #groups: Group[] = [];
  #done = 0;

  constructor(
    private readonly cluster: Cluster,
    private readonly random: () => number,
    /** Number of people that all sessions send. */
    private readonly persons: number,
    private readonly name: string,
  ) {
    this.#number = ++cluster.history.sessions;
  }

  async step(): Promise<void> {
    const chance = this.random();
    const { made } = this.cluster.history;
    const one = made[Math.floor(this.random() * made.length)];
    if (one === undefined || chance < 0.35) return this.#save();
    if (chance < 0.55) return this.#write(one.id, one.email, one.position, one.era);
    if (chance < 0.7) return this.#read(one.id, one.position, one.era);
    if (chance < 0.85) return this.#search();
    return this.#group();
  }

  #person(): { FirstName: string; LastName: string; Email: string } {
    return person(`${this.name} ${Math.floor(this.random() * this.persons)}`);
  }

  /** Saves with or without a key. Repeats some completed requests, like a client that got no response. */
  async #save(): Promise<void> {
    const objectData = this.#person();
    const body = { input: { objectType: 'Contact', objectData, duplicateCheck: true } };
    const key = this.random() < 0.5 ? `session ${this.#number}, request ${++this.#done}` : undefined;
    const wish = { kind: 'save', email: objectData.Email } as const;
    const { asked, answered } = await this.#ask('POST', DATA_API, body, key);
    const result = this.#resultOf(answered);
    this.#record({ ...asked, ...answered, ...wish, ...(result !== undefined && { result }) });
    if (result === undefined) return;
    if (result.isCreated)
      this.cluster.history.made.push({
        ...{ id: result.id, email: objectData.Email },
        ...{ position: answered.position ?? 0, era: asked.era ?? 0 },
      });
    if (key === undefined || this.random() < 0.7) return;
    const again = await this.#ask('POST', DATA_API, body, key);
    const second = this.#resultOf(again.answered);
    if (second === undefined) return;
    const first = { ...result, era: asked.era ?? 0 };
    this.#record({ ...again.asked, ...again.answered, ...wish, result: second, first });
  }

  async #write(id: string, email: string, position: number, era: number): Promise<void> {
    this.#knows(position, era);
    const value = `${this.#number}.${++this.cluster.history.values}`;
    const body = { input: { objectType: 'Contact', objectData: { Id: id, Title: value } } };
    const key = this.random() < 0.5 ? `session ${this.#number}, request ${++this.#done}` : undefined;
    const { asked, answered } = await this.#ask('POST', DATA_API, body, key);
    const isMissing = answered.status === 200 && isNobody(answered.text);
    if (!isMissing) this.#resultOf(answered);
    this.#record({ ...asked, ...answered, kind: 'write', id, email, value, ...(isMissing && { isMissing }) });
  }

  async #read(id: string, position: number, era: number): Promise<void> {
    this.#knows(position, era);
    const path = `/services/data/v60.0/sobjects/Contact/${id}?fields=${FIELDS}`;
    const { asked, answered } = await this.#ask('GET', path);
    const row = answered.status === 200 ? shownRow(JSON.parse(answered.text) as Record<string, unknown>) : undefined;
    this.#record({ ...asked, ...answered, kind: 'read', id, row });
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

  /** Creates a group, merges it, undoes its merge, or reads one of its records. */
  async #group(): Promise<void> {
    const group = this.#groups[Math.floor(this.random() * this.#groups.length)];
    if (group === undefined || this.random() < 0.2) return this.#gather();
    if (this.random() < 0.3) return this.#read(group.ids[1]!, 0, 0);
    const { changeId, ids } = group;
    const isUndo = changeId !== undefined;
    const { asked, answered } = await this.#try((endpoint, headers) =>
      isUndo ? undo(endpoint, changeId, headers) : mergeContacts(endpoint, ids[0]!, ids.slice(1), headers),
    );
    const merged =
      answered.status === 200 && !isUndo ? (JSON.parse(answered.text) as { changeId: string | null }) : undefined;
    // An earlier request without response had already merged them.
    const isNothing = merged?.changeId === null;
    this.#record({ ...asked, ...answered, ids, ...(isUndo ? { kind: 'part' } : { kind: 'merge', isNothing }) });
    group.changeId = merged?.changeId ?? undefined;
    // Abandons the group if the result is unknown or a record no longer exists.
    if (answered.status !== 200 || isNothing) this.#groups = this.#groups.filter((one) => one !== group);
  }

  async #gather(): Promise<void> {
    const name = `Group ${this.#number}.${++this.#done}`;
    const objectData = { LastName: name };
    const member = { objectType: 'Contact', referenceField: 'ReportsToId', objectData };
    const input = { objectType: 'Contact', objectData, allOrNone: true, relatedList: [member, member] };
    const { asked, answered } = await this.#ask('POST', DATA_API, { input }, name);
    const isMade = this.#resultOf(answered) !== undefined;
    const output = isMade
      ? (JSON.parse(answered.text) as { objectId: string; relatedList: { objectId: string }[] })
      : undefined;
    const ids = output === undefined ? undefined : [output, ...output.relatedList].map(({ objectId }) => objectId);
    this.#record({ ...asked, ...answered, kind: 'gather', name, ...(ids !== undefined && { ids }) });
    if (ids !== undefined) this.#groups.push({ ids });
  }

  #resultOf({ status, text }: Answered): Result | undefined {
    if (status !== 200) return undefined;
    const output = JSON.parse(text) as { isSuccess: boolean; objectId: string; isCreated: boolean };
    if (output.isSuccess) return { id: output.objectId, isCreated: output.isCreated };
    this.unexpected.push(text.slice(0, 300));
    return undefined;
  }

  /** Another session passed on a record and the position of its creation. */
  #knows(position: number, era: number): void {
    this.#goOver();
    if (era === this.#era) this.#position = Math.max(this.#position, position);
  }

  /** Switches to the last era. Positions that the database has lost can no longer be requested. */
  #goOver(): void {
    const { number, all } = this.cluster.eras;
    if (this.#era !== number)
      this.#position = Math.min(this.#position, ...all.slice(this.#era, -1).map(({ kept }) => kept));
    this.#era = number;
  }

  #ask(method: string, path: string, body?: unknown, key?: string): Promise<{ asked: Asked; answered: Answered }> {
    const keyed = key === undefined ? {} : { 'idempotency-key': key };
    const isWrite = method !== 'GET' && path !== SEARCH;
    return this.#try(
      (endpoint, headers) => ask(endpoint, method, path, body, { ...headers, ...keyed }),
      isWrite,
      key === undefined ? 1 : TRIES,
    );
  }

  async #try(
    send: (endpoint: Endpoint, headers: Record<string, string>) => Promise<Reply>,
    isWrite = true,
    tries = 1,
  ): Promise<{ asked: Asked; answered: Answered }> {
    this.#goOver();
    const begun = performance.now();
    const of = { session: this.#number, begun, atLeast: this.#position, era: this.#era };
    let isUnknown = false;
    for (let left = tries; ;) {
      const { number: node, endpoint, isReady } = this.cluster.choose(this.random, isWrite);
      const reply = await send(endpoint, { 'likeness-at-least': String(of.atLeast) });
      this.#count(reply);
      const { status, text, position } = reply;
      const isAnswered = status !== undefined && status !== 503 && status !== 408;
      if (!isAnswered) isUnknown ||= !isRefused(reply);
      if (!isAnswered && --left > 0) {
        await pause(50);
        continue;
      }
      const asked = { ...of, node, isReady };
      if (!isAnswered && isUnknown)
        return { asked, answered: { status: undefined, text, ended: Infinity, position: undefined } };
      if (status === 200 && position !== undefined) this.#knows(position, of.era);
      return { asked, answered: { status, text, ended: performance.now(), position } };
    }
  }

  #count({ status, text }: Reply): void {
    if (status === undefined) this.cutOff++;
    else if (status === 503 || status === 408) this.refused++;
    else if (status === 200) this.acknowledged++;
    // The record was merged, or the database has lost it.
    else if (status !== 404 && status !== 409) this.unexpected.push(`${status}: ${text.slice(0, 300)}`);
    // The database never reaches this position again.
    if (status === 503 && text.includes('is not yet visible')) this.#position = 0;
  }

  #record(operation: Asked & Answered & Wish): void {
    this.cluster.history.operations.push(operation);
  }
}

function isNobody(text: string): boolean {
  const { isSuccess, errorMessage } = JSON.parse(text) as { isSuccess: boolean; errorMessage?: string | null };
  return !isSuccess && /^(?:NOT_FOUND|ENTITY_IS_DELETED)/.test(errorMessage ?? '');
}

export function shownRow(fields: Readonly<Record<string, unknown>>): ShownRow {
  const text = (name: string): string | undefined => (fields[name] ?? undefined) as string | undefined;
  return { Id: text('Id')!, Email: text('Email'), LastName: text('LastName'), Title: text('Title') };
}
