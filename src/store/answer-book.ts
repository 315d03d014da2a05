import type { RememberedAnswer } from './record-store.js';
import { SplitMap } from './split-map.js';

/** How much is remembered; beyond that the oldest answers go first. */
export interface AnswerBounds {
  readonly answers: number;
  /** Of one client: who floods the book pushes out their own answers. */
  readonly answersPerClient: number;
  /** Bytes as `sizeOf` counts them. */
  readonly bytes: number;
  readonly bytesPerClient: number;
}

export const DEFAULT_ANSWER_BOUNDS: AnswerBounds = {
  answers: 200_000,
  answersPerClient: 100_000,
  bytes: 128 * 1024 * 1024,
  bytesPerClient: 64 * 1024 * 1024,
};

/** Bytes of memory that an answer takes besides its texts: objects, links and its place in the map. */
const OVERHEAD = 300;
/** Answers past their time that each new one takes along, so that the book does not grow and no step is long. */
const EXPIRED_AT_ONCE = 2;

interface Kept {
  readonly key: string;
  readonly bodyHash: string;
  readonly expires: number;
  /** JSON of the answer: smaller than its objects, and no caller can change it. */
  readonly text: string;
  readonly size: number;
  /** How many erasures there had been when it came. */
  readonly erasures: number;
  readonly client: Row;
  /**
   * Neighbours in the order of arrival, of all and of one client. A removed answer keeps its `next`, for a walk that
   * rests on it.
   */
  next?: Kept | undefined;
  previous?: Kept | undefined;
  nextOfClient?: Kept | undefined;
  previousOfClient?: Kept | undefined;
  isGone: boolean;
}

/** Answers in order of arrival. */
interface Row {
  readonly name: string;
  oldest?: Kept | undefined;
  newest?: Kept | undefined;
  count: number;
  bytes: number;
}

/** Remembered answers by key, until they expire or newer ones need their room. */
export class AnswerBook {
  readonly #byKey = new SplitMap<Kept>();
  readonly #all: Row = { name: '', count: 0, bytes: 0 };
  readonly #clients = new Map<string, Row>();
  /** Erased records, by the first 15 characters of their Ids, and the number of the erasure: answers that came before it and name the record are not given any more. */
  readonly #erased = new Map<string, number>();
  #erasures = 0;

  constructor(private readonly bounds: AnswerBounds = DEFAULT_ANSWER_BOUNDS) {}

  get count(): number {
    return this.#all.count;
  }

  get bytes(): number {
    return this.#all.bytes;
  }

  get(key: string, now: number): RememberedAnswer | undefined {
    const kept = this.#byKey.get(key);
    return kept === undefined || kept.expires <= now || this.#isErased(kept) ? undefined : answerOf(kept);
  }

  /** @param text JSON of the answer */
  put(key: string, bodyHash: string, expires: number, text: string, now: number): void {
    const before = this.#byKey.get(key);
    if (before !== undefined) this.#remove(before);
    for (let i = 0; i < EXPIRED_AT_ONCE && (this.#all.oldest?.expires ?? Infinity) <= now; i++)
      this.#remove(this.#all.oldest!);
    const size = sizeOf(key, bodyHash, text);
    if (holdsFailure(text) || size > this.bounds.bytes || size > this.bounds.bytesPerClient) return;
    const client = this.#clientOf(key);
    this.#append({ key, bodyHash, expires, text, size, erasures: this.#erasures, client, isGone: false });
    const { answers, answersPerClient, bytes, bytesPerClient } = this.bounds;
    while (client.count > answersPerClient || client.bytes > bytesPerClient) this.#remove(client.oldest!);
    while (this.#all.count > answers || this.#all.bytes > bytes) this.#remove(this.#all.oldest!);
  }

  /**
   * Forgets the answers that name a record: from now on none is given; the next walk over `all` takes them out of
   * memory, a little at a time, for there may be many.
   */
  erase(recordId: string): void {
    this.#erased.set(recordId.slice(0, 15), ++this.#erasures);
  }

  /**
   * Answers that are not expired, oldest first; `undefined` for each that is, so that whoever walks can rest. May be
   * left and resumed while the book changes. Answers that name an erased record are let go of; a compaction follows
   * every erasure and walks to the end.
   */
  *all(now: number): Iterable<RememberedAnswer | undefined> {
    const erasures = this.#erasures;
    for (let kept = this.#all.oldest; kept !== undefined; kept = kept.next) {
      if (kept.isGone) continue;
      const isErased = this.#isErased(kept);
      if (isErased) this.#remove(kept);
      yield isErased || kept.expires <= now ? undefined : answerOf(kept);
    }
    for (const [id, erasure] of this.#erased) if (erasure <= erasures) this.#erased.delete(id);
  }

  #isErased({ text, erasures }: Kept): boolean {
    for (const [id, erasure] of this.#erased) if (erasure > erasures && text.includes(id)) return true;
    return false;
  }

  #clientOf(key: string): Row {
    const colon = key.indexOf(':');
    const name = colon < 0 ? key : key.slice(0, colon);
    let row = this.#clients.get(name);
    if (row === undefined) this.#clients.set(name, (row = { name, count: 0, bytes: 0 }));
    return row;
  }

  #append(kept: Kept): void {
    const { client } = kept;
    this.#byKey.set(kept.key, kept);
    kept.previous = this.#all.newest;
    if (kept.previous === undefined) this.#all.oldest = kept;
    else kept.previous.next = kept;
    this.#all.newest = kept;
    kept.previousOfClient = client.newest;
    if (kept.previousOfClient === undefined) client.oldest = kept;
    else kept.previousOfClient.nextOfClient = kept;
    client.newest = kept;
    for (const row of [this.#all, client]) {
      row.count++;
      row.bytes += kept.size;
    }
  }

  #remove(kept: Kept): void {
    const { client, previous, next, previousOfClient, nextOfClient } = kept;
    kept.isGone = true;
    this.#byKey.delete(kept.key);
    if (previous === undefined) this.#all.oldest = next;
    else previous.next = next;
    if (next === undefined) this.#all.newest = previous;
    else next.previous = previous;
    if (previousOfClient === undefined) client.oldest = nextOfClient;
    else previousOfClient.nextOfClient = nextOfClient;
    if (nextOfClient === undefined) client.newest = previousOfClient;
    else nextOfClient.previousOfClient = previousOfClient;
    kept.previous = kept.previousOfClient = kept.nextOfClient = undefined;
    for (const row of [this.#all, client]) {
      row.count--;
      row.bytes -= kept.size;
    }
    if (client.count === 0) this.#clients.delete(client.name);
  }
}

/** What a remembered answer counts: its texts, and what holds them. */
function sizeOf(key: string, bodyHash: string, text: string): number {
  return OVERHEAD + Buffer.byteLength(key) + bodyHash.length + Buffer.byteLength(text);
}

/**
 * Earlier versions remembered answers whole, those of refused records with the values that were refused. A quote within
 * a value is escaped, so no value looks like this.
 */
function holdsFailure(text: string): boolean {
  return text.includes('"isSuccess":false');
}

function answerOf({ key, bodyHash, expires, text }: Kept): RememberedAnswer {
  return { key, bodyHash, expires, answer: JSON.parse(text) as unknown };
}
