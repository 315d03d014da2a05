import type { RememberedAnswer } from './record-view.js';
import { SplitMap } from '../runtime/memory/split-map.js';
import { ArrivalList, type Arrival } from './arrival-list.js';

/** Limits for remembered responses. Beyond them, the oldest responses are dropped. */
export interface AnswerBounds {
  readonly answers: number;
  /** Limit per client, so that a client with too many keys loses only its own responses. */
  readonly answersPerClient: number;
  /** Bytes as counted by `sizeOf`. */
  readonly bytes: number;
  readonly bytesPerClient: number;
}

export const DEFAULT_ANSWER_BOUNDS: AnswerBounds = {
  answers: 200_000,
  answersPerClient: 100_000,
  bytes: 128 * 1024 * 1024,
  bytesPerClient: 64 * 1024 * 1024,
};

/** No limits, for a store that is only read or copied. */
export const UNBOUNDED: AnswerBounds = {
  answers: Infinity,
  answersPerClient: Infinity,
  bytes: Infinity,
  bytesPerClient: Infinity,
};

/** Additional bytes of memory per response: objects, links and map entry. */
const OVERHEAD = 300;
/** Each new response drops up to this many expired responses, so that few accumulate and no step takes long. */
const EXPIRED_AT_ONCE = 2;

interface Answer {
  readonly key: string;
  readonly bodyHash: string;
  readonly expires: number;
  /** JSON of the response, which cannot change, and takes less memory than objects. */
  readonly text: string;
  readonly size: number;
  readonly erasures: number;
  readonly client: Answers;
}

/** Responses of one client, or of all clients, in order of arrival. */
class Answers {
  readonly list = new ArrivalList<Answer>();
  bytes = 0;

  constructor(readonly client: string) {}

  exceeds(count: number, bytes: number): boolean {
    return this.list.size > count || this.bytes > bytes;
  }
}

/** Remembered responses by key, until they expire or exceed a limit. */
export class RememberedAnswers {
  readonly #byKey = new SplitMap<Arrival<Answer>>();
  readonly #all = new Answers('');
  readonly #clients = new Map<string, Answers>();
  #nextOrder = 0;
  /** Number of each record's last erasure, by 15-character Id. Earlier responses that name the record are hidden. */
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

  /** @param text JSON of the response */
  put(key: string, bodyHash: string, expires: number, text: string, now: number): void {
    this.#remove(this.#byKey.get(key)?.item);
    for (let i = 0; i < EXPIRED_AT_ONCE && (this.#all.list.oldest?.expires ?? Infinity) <= now; i++)
      this.#remove(this.#all.list.oldest);
    const size = sizeOf(key, bodyHash, text);
    if (size > this.bounds.bytes || size > this.bounds.bytesPerClient) return;
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
   * Hides the responses that name a record. There may be many, so the next iteration over `all` frees them in steps.
   */
  erase(recordId: string): void {
    this.#erased.set(recordId.slice(0, 15), ++this.#erasures);
  }

  /**
   * Iterates over the responses, oldest first. Yields `undefined` for an expired or hidden response, so that the caller
   * can pause. Responses may change during the iteration. Frees responses that name an erased record: the compaction
   * after each erasure iterates to the end.
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

/** Returns the approximate bytes of a remembered response in memory, including its strings and objects. */
function sizeOf(key: string, bodyHash: string, text: string): number {
  return OVERHEAD + Buffer.byteLength(key) + bodyHash.length + Buffer.byteLength(text);
}

function answerOf({ key, bodyHash, expires, text }: Answer): RememberedAnswer {
  return { key, bodyHash, expires, answer: JSON.parse(text) as unknown };
}
