import type { Webhook } from '../../store/config/webhook-settings.js';
import type { Events, ServiceEvent } from '../../service/undo/events.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { Duty } from '../../runtime/duty.js';
import type { Backlog, Backlogs, DeadLetter, SenderState } from './backlogs.js';
import { deliver, type Outcome } from './deliver.js';

const TICK = 250;
/** Maximum events read but not delivered. Later events remain in the history. */
const MOST_WAITING = 500;
/** Number of dead letters at which sending stops until someone handles them. */
const MOST_DEAD = 1_000;
const AT_ONCE = 8;
/** Consecutive failures after which the receiver is considered down, and gets one event at a time. */
const DOWN_FROM = 5;
const LONGEST_WAIT = 6 * 3_600_000;
/** Milliseconds between two attempts while the receiver is considered down. */
const LONGEST_PAUSE = 600_000;
const SAVED_EVERY = 500;

interface Waiting {
  readonly event: string;
  readonly change: number;
  readonly recordId: string;
  attempts: number;
  due: number;
  isRunning: boolean;
}

export interface QueueParts {
  readonly events: Events;
  /** Distinguishes the store's events from those of a copy. */
  readonly store: string;
  readonly backlogs: Pick<Backlogs, 'read' | 'write'>;
  readonly duty: Duty;
  readonly secrets: (id: string) => readonly string[];
  readonly warn: (message: string) => void;
  readonly now: () => number;
  readonly random: () => number;
}

/**
 * Sends events to a receiver, at least once. Events of the same record are sent in order, one at a time. Events of
 * other records may overtake them. A failed event is retried with increasing delays, and finally becomes a dead letter.
 */
export class WebhookQueue implements SenderState {
  position = 0;
  delivered = 0;
  failed = 0;
  lastDelivery: string | null = null;
  lastFailure: { time: string; reason: string } | null = null;
  /** The reason why no events are sent at all. */
  fault: string | undefined;
  readonly #waiting = new Map<string, Waiting>();
  readonly #dead = new Map<string, DeadLetter>();
  readonly #stop = new AbortController();
  #failuresInRow = 0;
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #isDirty = false;
  #saved = 0;
  #saving: Promise<void> = Promise.resolve();
  readonly #running = new Set<Promise<void>>();

  constructor(
    public webhook: Webhook,
    private readonly parts: QueueParts,
  ) {}

  get waiting(): number {
    return this.#waiting.size;
  }

  get dead(): readonly DeadLetter[] {
    return [...this.#dead.values()];
  }

  get status(): SenderState['status'] {
    if (this.fault !== undefined) return 'fault';
    if (!this.webhook.enabled) return 'disabled';
    if (this.#dead.size >= MOST_DEAD) return 'full';
    return this.#failuresInRow >= DOWN_FROM ? 'failing' : 'sending';
  }

  get behind(): number {
    return Math.max(0, this.parts.events.latest.change - this.position);
  }

  /** Resumes from the saved progress. A new webhook receives only events that occur from now on. */
  async start(): Promise<void> {
    try {
      const kept = (await this.parts.backlogs.read(this.webhook.id))?.backlog;
      this.position = Math.min(kept?.position ?? Infinity, this.parts.events.latest.change);
      for (const { event, change, attempts, due } of kept?.waiting ?? []) this.#add(change, event, attempts, due);
      for (const letter of kept?.dead ?? []) this.#dead.set(letter.event, letter);
      if (kept === undefined) await this.parts.backlogs.write(this.webhook.id, this.#backlog(), this);
      if (!this.#stop.signal.aborted) this.#step();
    } catch (error) {
      this.fault = (error as Error).message;
      this.parts.warn(`webhook ${this.webhook.id}: no events are sent: ${this.fault}`);
    }
  }

  /** Checks that the webhook can send events. @throws RequestError 409 if its progress cannot be read */
  mustWork(): void {
    if (this.fault !== undefined) throw new RequestError(409, 'WEBHOOK_FAULT', this.fault);
  }

  /**
   * Sends dead letters again, or discards them. @param ids default: all @returns number of events affected @throws
   * RequestError 409 if progress is unreadable
   */
  async revive(action: 'replay' | 'discard', ids?: readonly string[]): Promise<number> {
    this.mustWork();
    const chosen = (ids ?? [...this.#dead.keys()]).filter((id) => this.#dead.has(id));
    for (const id of chosen) {
      const { change } = this.#dead.get(id)!;
      this.#dead.delete(id);
      if (action === 'replay') this.#add(change, id, 0, 0);
    }
    this.#isDirty = true;
    this.#pausedUntil = 0;
    await this.#save();
    if (this.#timer !== undefined) this.#step();
    return chosen.length;
  }

  /** Aborts running attempts, which are retried after the next startup. */
  async close(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await Promise.all(this.#running);
    if (this.fault === undefined && this.parts.duty.isOurs) await this.#save();
  }

  /** Adds an event if it is still in the history, so that no data of an erased record is sent. */
  #add(change: number, event: string, attempts: number, due: number): void {
    const found = this.parts.events.ofChange(change).find(({ id }) => id === event);
    const recordId = found?.data.recordId;
    if (recordId !== undefined) this.#waiting.set(event, { event, change, recordId, attempts, due, isRunning: false });
  }

  #step(): void {
    clearTimeout(this.#timer);
    if (this.#stop.signal.aborted) return;
    const isSending = this.parts.duty.isOurs && this.webhook.enabled && this.#dead.size < MOST_DEAD;
    const isBehind = isSending && this.#read();
    if (isSending) this.#send();
    if (this.#isDirty && Math.abs(this.parts.now() - this.#saved) >= SAVED_EVERY) void this.#save();
    this.#timer = setTimeout(() => this.#step(), isBehind && this.#waiting.size < MOST_WAITING ? 0 : TICK);
    this.#timer.unref();
  }

  #read(): boolean {
    const { events } = this.parts;
    const room = MOST_WAITING - this.#waiting.size;
    if (room <= 0 || this.behind === 0) return false;
    // Webhooks do not report reviewers' decisions.
    const read = events.read({ change: this.position, decision: events.latest.decision }, Math.ceil(room / 2));
    for (const { event } of read.events) {
      const { recordId, objectType, changeId } = event.data;
      if (!(this.webhook.events as readonly string[]).includes(event.type)) continue;
      if (recordId === undefined || this.webhook.objects?.includes(objectType) === false) continue;
      const change = Number(changeId!.slice('change-'.length));
      this.#waiting.set(event.id, { event: event.id, change, recordId, attempts: 0, due: 0, isRunning: false });
    }
    this.position = read.position.change;
    this.#isDirty = true;
    return read.hasMore;
  }

  #send(): void {
    const now = this.parts.now();
    if (now < this.#pausedUntil) return;
    const most = this.#failuresInRow >= DOWN_FROM ? 1 : AT_ONCE;
    const busy = new Set<string>();
    let running = this.#running.size;
    for (const one of this.#inOrder()) {
      if (running >= most) return;
      const isFree = !busy.has(one.recordId) && !one.isRunning && one.due <= now;
      busy.add(one.recordId);
      if (!isFree) continue;
      one.isRunning = true;
      running++;
      const sent: Promise<void> = this.#attempt(one).finally(() => {
        one.isRunning = false;
        this.#running.delete(sent);
        this.#step();
      });
      this.#running.add(sent);
    }
  }

  /** Orders events, so that a replayed dead letter precedes later events of its record. */
  #inOrder(): Iterable<Waiting> {
    return [...this.#waiting.values()].sort((a, b) => a.change - b.change);
  }

  async #attempt(one: Waiting): Promise<void> {
    const event = this.parts.events.ofChange(one.change).find(({ id }) => id === one.event);
    if (event === undefined) {
      this.#waiting.delete(one.event);
      this.#isDirty = true;
      return;
    }
    const outcome = await this.#deliver(event);
    if (this.#stop.signal.aborted && !outcome.ok) return;
    this.#isDirty = true;
    const time = new Date(this.parts.now()).toISOString();
    if (outcome.ok) {
      this.#waiting.delete(one.event);
      this.delivered++;
      this.lastDelivery = time;
      this.#failuresInRow = 0;
      return;
    }
    this.failed++;
    this.lastFailure = { time, reason: outcome.reason };
    this.#failuresInRow++;
    one.attempts++;
    if (this.#failuresInRow >= DOWN_FROM)
      this.#pausedUntil = this.parts.now() + Math.min(LONGEST_PAUSE, this.#wait(this.#failuresInRow - DOWN_FROM + 1));
    if (one.attempts < this.webhook.attempts) {
      one.due = this.parts.now() + Math.max(this.#wait(one.attempts), outcome.retryAfter ?? 0);
      return;
    }
    this.#waiting.delete(one.event);
    const { event: name, change, attempts } = one;
    this.#dead.set(name, { event: name, change, attempts, time, reason: outcome.reason });
    this.parts.warn(`webhook ${this.webhook.id}: ${name} became a dead letter: ${outcome.reason}`);
  }

  async #deliver(event: ServiceEvent): Promise<Outcome> {
    try {
      const sent = { ...event, id: `${this.parts.store}.${event.id}` };
      return await deliver(this.webhook, sent, this.parts.secrets(this.webhook.id), this.#stop.signal);
    } catch (error) {
      // Retry later, because an unreadable secrets file is a temporary problem that the receiver has not caused.
      return { ok: false, reason: (error as Error).message };
    }
  }

  /** Returns a delay that triples with each failure, reduced at random by up to half. */
  #wait(failures: number): number {
    const whole = Math.min(LONGEST_WAIT, this.webhook.firstRetrySeconds * 1_000 * 3 ** (failures - 1));
    return whole * (0.5 + this.parts.random() / 2);
  }

  #backlog(): Backlog {
    const waiting = Array.from(this.#waiting.values(), ({ event, change, attempts, due }) => ({
      ...{ event, change, attempts, due },
    }));
    return { version: 1, position: this.position, waiting, dead: [...this.dead] };
  }

  /** Saves after a running save, so that the newest state is saved last. */
  #save(): Promise<void> {
    this.#saved = this.parts.now();
    this.#saving = this.#saving.then(async () => {
      if (!this.#isDirty) return;
      this.#isDirty = false;
      try {
        await this.parts.backlogs.write(this.webhook.id, this.#backlog(), this);
      } catch (error) {
        this.#isDirty = true;
        this.parts.warn(`webhook ${this.webhook.id}: the position cannot be saved: ${(error as Error).message}`);
      }
    });
    return this.#saving;
  }
}
