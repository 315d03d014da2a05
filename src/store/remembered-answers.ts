import type { RememberedAnswer } from './record-view.js';
import { SplitMap } from '../memory/split-map.js';
import { ArrivalList, type Arrival } from './arrival-list.js';

/** How much is remembered; beyond that the oldest answers go first. */
export interface AnswerBounds {
  readonly answers: number;
  /** Bound for one client: who sends too many keys pushes out only their own answers. */
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

/** Bounds of a store that is only read, to be passed on whole. */
export const UNBOUNDED: AnswerBounds = {
  answers: Infinity,
  answersPerClient: Infinity,
  bytes: Infinity,
  bytesPerClient: Infinity,
};

/** Bytes of memory that an answer takes besides its texts: objects, links and its place in the map. */
const OVERHEAD = 300;
/** Answers past their time that each new one takes along, so that the book does not grow and no step is long. */
const EXPIRED_AT_ONCE = 2;

interface Answer {
  readonly key: string;
  readonly bodyHash: string;
  readonly expires: number;
  /** JSON of the answer: smaller than its objects, and no caller can change it. */
  readonly text: string;
  readonly size: number;
  /** How many erasures there had been when it came. */
  readonly erasures: number;
  readonly client: Answers;
}

/** Answers in order of arrival, of all clients or of one. */
class Answers {
  readonly list = new ArrivalList<Answer>();
  bytes = 0;

  constructor(readonly client: string) {}

  exceeds(count: number, bytes: number): boolean {
    return this.list.size > count || this.bytes > bytes;
  }
}

/** Remembered answers by key, until they expire or newer ones need their room. */
export class RememberedAnswers {
  readonly #byKey = new SplitMap<Arrival<Answer>>();
  readonly #all = new Answers('');
  readonly #clients = new Map<string, Answers>();
  #nextOrder = 0;
  /**
   * Erased records, by the first 15 characters of their Ids, and the number of the erasure: answers that came before it
   * and name the record are not given any more.
   */
  readonly #erased = new Map<string, number>();
  #erasures = 0;

  constructor(private readonly bounds: AnswerBounds = DEFAULT_ANSWER_BOUNDS) {}

  get count(): number {
    return this.#all.list.size;
  }

  get bytes(): number {
    return this.#all.bytes;
  }

  get(key: string, now: number): RememberedAnswer | undefined {
    const kept = this.#byKey.get(key)?.item;
    return kept === undefined || kept.expires <= now || this.#isErased(kept) ? undefined : answerOf(kept);
  }

  /** @param text JSON of the answer */
  put(key: string, bodyHash: string, expires: number, text: string, now: number): void {
    this.#remove(this.#byKey.get(key)?.item);
    for (let i = 0; i < EXPIRED_AT_ONCE && (this.#all.list.oldest?.expires ?? Infinity) <= now; i++)
      this.#remove(this.#all.list.oldest);
    const size = sizeOf(key, bodyHash, text);
    if (holdsFailure(text) || size > this.bounds.bytes || size > this.bounds.bytesPerClient) return;
    const client = this.#clientOf(key);
    const answer = { key, bodyHash, expires, text, size, erasures: this.#erasures, client };
    const arrival = { order: this.#nextOrder++, item: answer };
    this.#byKey.set(key, arrival);
    for (const answers of [this.#all, client]) {
      answers.list.push(arrival);
      answers.bytes += size;
    }
    const { answers, answersPerClient, bytes, bytesPerClient } = this.bounds;
    while (client.exceeds(answersPerClient, bytesPerClient)) this.#remove(client.list.oldest);
    while (this.#all.exceeds(answers, bytes)) this.#remove(this.#all.list.oldest);
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
    for (const kept of this.#all.list.all()) {
      if (kept === undefined) continue;
      const isErased = this.#isErased(kept);
      if (isErased) this.#remove(kept);
      yield isErased || kept.expires <= now ? undefined : answerOf(kept);
    }
    for (const [id, erasure] of this.#erased) if (erasure <= erasures) this.#erased.delete(id);
  }

  #isErased({ text, erasures }: Answer): boolean {
    for (const [id, erasure] of this.#erased) if (erasure > erasures && text.includes(id)) return true;
    return false;
  }

  #clientOf(key: string): Answers {
    const colon = key.indexOf(':');
    const name = colon < 0 ? key : key.slice(0, colon);
    let answers = this.#clients.get(name);
    if (answers === undefined) this.#clients.set(name, (answers = new Answers(name)));
    return answers;
  }

  #remove(answer: Answer | undefined): void {
    if (answer === undefined) return;
    const arrival = this.#byKey.get(answer.key)!;
    arrival.item = undefined;
    this.#byKey.delete(answer.key);
    for (const answers of [this.#all, answer.client]) {
      answers.list.remove(arrival);
      answers.bytes -= answer.size;
    }
    if (answer.client.list.size === 0) this.#clients.delete(answer.client.client);
  }
}

/** Bytes that a remembered answer counts: its texts and the objects that hold them. */
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

function answerOf({ key, bodyHash, expires, text }: Answer): RememberedAnswer {
  return { key, bodyHash, expires, answer: JSON.parse(text) as unknown };
}
