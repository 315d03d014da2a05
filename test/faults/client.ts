import { createHash } from 'node:crypto';
import type { Expectations, Firm, Once, Reunion } from './expectations.js';
import { deleteContact, mergeContacts, undo, upsert, type Endpoint, type Reply } from './requests.js';

/** Returns distinct names of nine letters and an e-mail address. */
export function person(number: number | string): { FirstName: string; LastName: string; Email: string } {
  const digest = createHash('sha256').update(String(number)).digest();
  const name = (from: number): string =>
    Array.from({ length: 9 }, (_, i) => {
      const letters = i % 2 === 0 ? 'bdfgklmnprstvz' : 'aeiou';
      return letters[digest[from + i]! % letters.length]!;
    }).join('');
  const [FirstName, LastName] = [name(0), name(9)];
  return { FirstName, LastName, Email: `${FirstName}.${LastName}@${LastName}.example` };
}

/**
 * Three inputs with the same last name and e-mail address, of which the first and third also share the first name. The
 * second scores below its threshold and is created; the third updates the first record. One request creates both
 * records and their suspected pair.
 */
function twins(firm: string): { objectData: object; duplicateCheck: boolean; duplicateScore?: number }[] {
  const objectData = person(firm);
  return [
    { objectData, duplicateCheck: true },
    {
      objectData: { ...objectData, FirstName: person(`${firm}, twin`).FirstName },
      duplicateCheck: true,
      duplicateScore: 100,
    },
    { objectData: { ...objectData, Title: '0' }, duplicateCheck: true, duplicateScore: 100 },
  ];
}

/**
 * Whether the request was refused, and so has no effect now or later. A process that was suspended while it received
 * the request returns 408.
 */
export function isRefused({ status, text }: Pick<Reply, 'status' | 'text'>): boolean {
  return status === 408 || (status === 503 && !text.includes('it is unknown whether'));
}

/** Returns the input that belongs to a key, with the same body each time. */
function onceInput(key: string): object {
  return { objectType: 'Contact', objectData: { LastName: key } };
}

/** A client that sends one request after another and records requests and responses as expectations. */
export class Client {
  static #names = 0;
  /** Responses other than 200, 204, 503 and a broken connection. */
  readonly unexpected: string[] = [];
  /** Error messages when the store could not write. Concurrent requests get different messages. */
  refusal: string | undefined;
  readonly #mine: Firm[] = [];
  readonly #reunions: { readonly reunion: Reunion; changeId?: string | undefined }[] = [];

  constructor(
    public endpoint: Endpoint,
    readonly expectations: Expectations,
    readonly random: () => number,
    /** Number of people that all clients send. */
    readonly persons: number,
  ) {}

  /** Sends requests until stopped, the connection breaks, or the store cannot write. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) if (!(await this.#step())) return;
  }

  #step(): Promise<boolean> {
    const chance = this.random();
    const known = this.#mine[Math.floor(this.random() * this.#mine.length)];
    if (known === undefined || chance < 0.3) return this.#newFirm(1 + Math.floor(this.random() * 5));
    if (chance < 0.35) return this.#refusedFirm();
    if (chance < 0.5) return this.#title(known);
    if (chance < 0.6) return this.#delete(known);
    if (chance < 0.65) return this.#once();
    if (chance < 0.68) return this.#newReunion();
    if (chance < 0.75) return this.#merge();
    return this.#person();
  }

  async #newFirm(others: number): Promise<boolean> {
    const name = `Firm ${++Client.#names}`;
    const hasTwins = this.random() < 0.5;
    const firm: Firm = { fate: 'open', people: others + (hasTwins ? 2 : 0), hasTwins };
    this.expectations.firms.set(name, firm);
    const plain = Array.from({ length: others }, (_, i) => ({ objectData: { LastName: `${name} ${i}` } }));
    const reply = await this.#sendFirm(name, [...(hasTwins ? twins(name) : []), ...plain]);
    if (reply.output?.isSuccess === true) {
      firm.fate = 'there';
      firm.firstId = reply.output.relatedList[0]!.objectId!;
      firm.lastId = reply.output.relatedList.at(-1)!.objectId!;
      this.#mine.push(firm);
    } else if (isRefused(reply)) firm.fate = 'absent';
    return this.#took(reply, reply.output?.isSuccess !== false);
  }

  /** The last related record lacks a required field, so nothing may be saved. */
  async #refusedFirm(): Promise<boolean> {
    const name = `Firm ${++Client.#names}`;
    this.expectations.firms.set(name, { fate: 'absent', people: 4, hasTwins: true });
    const reply = await this.#sendFirm(name, [...twins(name), { objectData: { FirstName: name } }]);
    return this.#took(reply, reply.output?.isSuccess !== true);
  }

  #sendFirm(name: string, people: readonly object[]): ReturnType<typeof upsert> {
    return upsert(this.endpoint, {
      allOrNone: true,
      objectType: 'Account',
      objectData: { Name: name },
      relatedList: people.map((each) => ({ objectType: 'Contact', referenceField: 'AccountId', ...each })),
    });
  }

  async #title({ firstId, lastId }: Firm): Promise<boolean> {
    if (firstId === undefined || firstId === lastId) return true;
    const counted = this.expectations.titles.get(firstId) ?? { acknowledged: 0, sent: 0 };
    this.expectations.titles.set(firstId, counted);
    const number = ++counted.sent;
    const reply = await upsert(this.endpoint, {
      objectType: 'Contact',
      objectData: { Id: firstId, Title: String(number) },
    });
    if (reply.output?.isSuccess === true) counted.acknowledged = number;
    else if (isRefused(reply)) counted.sent = counted.acknowledged;
    return this.#took(reply, reply.output?.isSuccess !== false);
  }

  async #delete(firm: Firm): Promise<boolean> {
    if (firm.lastId === undefined || firm.deletion !== undefined || firm.lastId === firm.firstId) return true;
    firm.deletion = 'open';
    const reply = await deleteContact(this.endpoint, firm.lastId);
    if (reply.status === 204) firm.deletion = 'there';
    else if (isRefused(reply)) firm.deletion = 'absent';
    return this.#took(reply, true);
  }

  async #newReunion(): Promise<boolean> {
    const name = `Reunion ${++Client.#names}`;
    const contact = (data: object) => ({
      objectType: 'Contact',
      referenceField: 'ReportsToId',
      objectData: { LastName: name, ...data },
    });
    const others = [contact({ Title: name }), contact({ Department: name })];
    const first = await upsert(this.endpoint, {
      objectType: 'Contact',
      objectData: { LastName: name },
      allOrNone: true,
      relatedList: others,
    });
    const ids = [first.output?.objectId, ...(first.output?.relatedList ?? []).map(({ objectId }) => objectId)];
    if (first.output?.isSuccess !== true) return this.#took(first, first.output === undefined);
    const report = { LastName: `${name}, report`, ReportsToId: ids[1] };
    const reply = await upsert(this.endpoint, { objectType: 'Contact', objectData: report });
    if (reply.output?.isSuccess === true) {
      const reunion: Reunion = { ids: ids as string[], reportId: reply.output.objectId!, merge: 'absent' };
      this.expectations.reunions.set(name, reunion);
      this.#reunions.push({ reunion });
    }
    return this.#took(reply, reply.output?.isSuccess !== false);
  }

  /** Merges a group, or undoes its merge. */
  async #merge(): Promise<boolean> {
    const known = this.#reunions[Math.floor(this.random() * this.#reunions.length)];
    if (known === undefined || known.reunion.merge === 'open') return this.#newReunion();
    const { reunion, changeId } = known;
    const before = reunion.merge;
    reunion.merge = 'open';
    const isUndo = changeId !== undefined;
    const reply = await (isUndo
      ? undo(this.endpoint, changeId)
      : mergeContacts(this.endpoint, reunion.ids[0]!, reunion.ids.slice(1)));
    if (isRefused(reply)) reunion.merge = before;
    else if (reply.status === 200) {
      reunion.merge = isUndo ? 'absent' : 'there';
      known.changeId = isUndo ? undefined : (JSON.parse(reply.text) as { changeId: string }).changeId;
    }
    return this.#took(reply, true);
  }

  /** Sends two requests with the same key at the same time. Both requests must get the same response. */
  async #once(): Promise<boolean> {
    const key = `Once ${++Client.#names}`;
    const entry: Once = { fate: 'open' };
    this.expectations.once.set(key, entry);
    const replies = await Promise.all([this.#sendOnce(key, entry), this.#sendOnce(key, entry)]);
    return replies.every(Boolean);
  }

  async #sendOnce(key: string, entry: Once): Promise<boolean> {
    const reply = await upsert(this.endpoint, onceInput(key), key);
    const isSame = reply.output === undefined || (entry.answer ?? reply.text) === reply.text;
    if (reply.output?.isSuccess === true) {
      entry.fate = 'there';
      entry.answer ??= reply.text;
    }
    return this.#took(reply, isSame && reply.output?.isSuccess !== false);
  }

  /** Repeats the requests that got no response and some of the others, because keys must survive a restart. */
  async repeatOnce(most: number): Promise<void> {
    const open: [string, Once][] = [];
    const answered: [string, Once][] = [];
    for (const each of this.expectations.once) (each[1].answer === undefined ? open : answered).push(each);
    const from = Math.floor(this.random() * Math.max(1, answered.length - most + 1));
    for (const [key, entry] of [...open, ...answered.slice(from, from + most)]) {
      if (entry.fate === 'absent') entry.fate = 'open';
      await this.#sendOnce(key, entry);
    }
  }

  async #person(): Promise<boolean> {
    const objectData = person(Math.floor(this.random() * this.persons));
    const { Email } = objectData;
    if (this.expectations.persons.get(Email) !== 'there') this.expectations.persons.set(Email, 'open');
    const reply = await upsert(this.endpoint, { objectType: 'Contact', duplicateCheck: true, objectData });
    if (reply.output?.isSuccess === true) this.expectations.persons.set(Email, 'there');
    return this.#took(reply, reply.output?.isSuccess !== false);
  }

  #took({ status, text }: Reply, isAsMeant: boolean): boolean {
    if (status === undefined) return false;
    if (status === 503 || status === 408) {
      this.refusal = (this.refusal ?? '') + text;
      return false;
    }
    if ((status === 200 || status === 204) && isAsMeant) this.expectations.acknowledged++;
    else this.unexpected.push(`${status}: ${text.slice(0, 300)}`);
    return true;
  }
}
