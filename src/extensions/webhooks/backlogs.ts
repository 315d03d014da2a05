import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { RECORD_EVENTS } from '../../store/event-types.js';
import type { Home, Lease } from '../../store/home/home.js';
import type { Following } from '../../runtime/watch.js';

const waitingSchema = z.strictObject({
  event: z.string(),
  change: z.int(),
  attempts: z.int(),
  /** Time of the next attempt, in milliseconds since the epoch. */
  due: z.number(),
});

const deadSchema = z.strictObject({
  event: z.string(),
  change: z.int(),
  attempts: z.int(),
  /** Time of the last attempt, ISO 8601. */
  time: z.string(),
  reason: z.string(),
});
export type DeadLetter = z.output<typeof deadSchema>;

const backlogSchema = z.strictObject({
  version: z.literal(1),
  /** Number of the last change read. All events up to it have been delivered, are waiting, or are dead letters. */
  position: z.int(),
  waiting: z.array(waitingSchema),
  dead: z.array(deadSchema),
});
export type Backlog = z.output<typeof backlogSchema>;

const senderSchema = z.object({
  status: z.enum(['sending', 'failing', 'full', 'disabled', 'fault']),
  /** Number of events since the webhook was created. */
  delivered: z.int(),
  failed: z.int(),
  lastDelivery: z.string().nullable(),
  lastFailure: z.object({ time: z.string(), reason: z.string() }).nullable(),
});

/** The state of a webhook in the process that sends its events. */
export type SenderState = Readonly<z.output<typeof senderSchema>>;

/** A webhook in responses and metrics. */
export const webhookSchema = z
  .strictObject({
    id: z.string(),
    url: z.string().describe('URL without the query string'),
    status: senderSchema.shape.status.describe(
      'full: no events are sent, because there are too many dead letters; fault: the position in the history cannot be read',
    ),
    events: z.array(z.enum(RECORD_EVENTS)),
    objects: z.array(z.string()).nullable().describe('Objects whose events are sent; null means all objects'),
    delivered: z.int().describe('Number of sent events since startup'),
    failed: z.int().describe('Number of failed attempts since startup'),
    waiting: z.int().describe('Number of events that the receiver has not yet accepted'),
    behind: z.int().describe('Number of changes not yet processed'),
    dead: z.int().describe('Number of dead letters'),
    lastDelivery: z.string().nullable(),
    lastFailure: z.strictObject({ time: z.string(), reason: z.string() }).nullable(),
  })
  .meta({ id: 'WebhookState' });
export type ShownWebhook = z.output<typeof webhookSchema>;

/** A webhook as last saved by the sending process. */
export interface KeptWebhook {
  readonly backlog: Backlog;
  /** Absent before the first attempt. */
  readonly sender?: SenderState | undefined;
}

const keptSchema = z.strictObject({ ...backlogSchema.shape, sender: senderSchema.optional() });

/** An order for the sending process. */
const orderSchema = z.strictObject({
  webhook: z.string(),
  action: z.enum(['replay', 'discard']),
  /** `null` selects all events. */
  events: z.array(z.string()).nullable(),
});
export type DeliveryOrder = z.output<typeof orderSchema> & { readonly name: string };

/**
 * The progress of each webhook, in the shared document `webhooks/<id>.json`. The document contains numbers of changes,
 * but no record Ids or values. One process sends events. Other processes read the progress and give it orders.
 */
export class Backlogs {
  /** @param lease lease for sending; absent if only this process sends events */
  constructor(
    private readonly home: Home,
    private readonly lease?: Lease,
  ) {}

  /** @throws Error if the document has unexpected content */
  async read(id: string): Promise<KeptWebhook | undefined> {
    const name = nameOf(id);
    const found = await this.home.read(name);
    if (found === undefined) return undefined;
    try {
      const { sender, ...backlog } = keptSchema.parse(JSON.parse(found.content));
      return { backlog, sender };
    } catch {
      throw new Error(`${name} is damaged. If you remove it, only new events are sent`);
    }
  }

  /** Writes atomically. The progress is saved when the promise resolves. */
  async write(id: string, backlog: Backlog, state: SenderState): Promise<void> {
    const { status, delivered, failed, lastDelivery, lastFailure } = state;
    const kept = { ...backlog, sender: { status, delivered, failed, lastDelivery, lastFailure } };
    const isKept = await this.home.write(nameOf(id), `${JSON.stringify(kept)}\n`, { lease: this.lease });
    if (!isKept) throw new Error('another node now sends the events');
  }

  /** Calls `changed` immediately, and after new orders or progress saved by another process. */
  follow(changed: () => void, onError: (message: string) => void): Following[] {
    return ['webhooks', 'webhook-orders'].map((folder) => this.home.follow(folder, changed, onError));
  }

  /** Stores an order until the sending process has carried it out. */
  async order(order: z.output<typeof orderSchema>): Promise<void> {
    // Start the name with the time, so that names sort by time.
    const time = String(Math.round(this.home.now())).padStart(15, '0');
    const name = `webhook-orders/${time}-${randomBytes(4).toString('hex')}.json`;
    await this.home.write(name, `${JSON.stringify(order)}\n`);
  }

  async orders(): Promise<DeliveryOrder[]> {
    const all = await this.home.list('webhook-orders');
    return all.map(({ name, content }) => ({ name, ...orderSchema.parse(JSON.parse(content)) }));
  }

  async done({ name }: DeliveryOrder): Promise<void> {
    await this.home.remove(name, { lease: this.lease });
  }
}

const nameOf = (id: string): string => `webhooks/${id}.json`;
