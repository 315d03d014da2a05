import { randomUUID } from 'node:crypto';
import type { AdministeredNodes } from '../../service/config/administration.js';
import type { Likeness } from '../../service/likeness.js';
import { RequestError } from '../../records/contract/request-error.js';
import { FolderHome } from '../../store/home/folder/folder-home.js';
import type { Home } from '../../store/home/home.js';
import { ALWAYS_OURS, type Duty } from '../../runtime/duty.js';
import { poll, type Following } from '../../runtime/watch.js';
import type { Webhook } from '../../store/config/webhook-settings.js';
import { Backlogs, type DeadLetter, type KeptWebhook, type SenderState, type ShownWebhook } from './backlogs.js';
import { WebhookSecrets } from './secrets.js';
import { deliver, type Outcome } from './deliver.js';
import { WebhookQueue } from './webhook-queue.js';

/** Milliseconds between two checks. */
const TICK = 1_000;

export interface WebhooksOptions {
  readonly likeness: Pick<Likeness, 'configuration' | 'events'>;
  readonly dataFolder: string;
  readonly home?: Home | undefined;
  readonly nodes?: AdministeredNodes['webhooks'] | undefined;
  readonly log?: { warn(message: string): void };
}

export const webhooksBy = new WeakMap<object, Webhooks>();

/** Sends events as configured. With several nodes, one node sends events, and all nodes show the progress. */
export class Webhooks {
  readonly secrets: WebhookSecrets;
  readonly #queues = new Map<string, WebhookQueue>();
  /** Webhooks sent by another node, as last saved, by Id. */
  #elsewhere: ReadonlyMap<string, KeptWebhook> = new Map();
  #polling: Following | undefined;
  #following: readonly Following[] = [];
  #isDue = true;
  #configured: readonly Webhook[] | undefined;
  readonly #home: Home;
  readonly #backlogs: Backlogs;
  #carrying: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(private readonly options: WebhooksOptions) {
    this.#home = options.home ?? new FolderHome(options.dataFolder);
    this.#backlogs = new Backlogs(this.#home, options.nodes?.lease);
    this.secrets = new WebhookSecrets(options.dataFolder);
  }

  start(): void {
    const warn = (reason: string): void => this.options.log?.warn(`webhooks: ${reason}`);
    const due = (): void => void (this.#isDue = true);
    this.#following = this.#backlogs.follow(due, warn);
    this.#polling = poll(() => this.#look(), TICK, warn);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const each of this.#following) await each.end();
    await this.#polling?.end();
    await this.#end(() => true);
  }

  list(): ShownWebhook[] {
    const { webhooks } = this.options.likeness.configuration;
    const others = webhooks.filter(({ id }) => !this.#queues.has(id));
    return [...this.sending(), ...others.flatMap((webhook) => this.#shownElsewhere(webhook))];
  }

  sending(): ShownWebhook[] {
    return [...this.#queues.values()].map((queue) => shown(queue.webhook, queue, queue));
  }

  /** Returns dead letters, oldest first. @throws RequestError 404 */
  async letters(id: string): Promise<readonly DeadLetter[]> {
    const queue = this.#queues.get(id);
    if (queue !== undefined) return queue.dead;
    const isConfigured = this.options.likeness.configuration.webhooks.some((one) => one.id === id);
    const kept = isConfigured ? await this.#backlogs.read(id) : undefined;
    if (kept === undefined) throw unknown(id);
    return kept.backlog.dead;
  }

  /**
   * Orders the sending node to replay or discard letters. @returns the number of letters affected @throws RequestError
   * 404
   */
  async revive(id: string, action: 'replay' | 'discard', letters?: readonly string[]): Promise<number> {
    this.#queues.get(id)?.mustWork();
    const dead = (await this.letters(id)).filter(({ event }) => letters?.includes(event) !== false);
    const events = letters === undefined ? null : dead.map(({ event }) => event);
    if (dead.length === 0) return 0;
    await this.#backlogs.order({ webhook: id, action, events });
    if (this.#queues.has(id)) await this.#carryOut();
    return dead.length;
  }

  /** Sends an event of type `test` once, from this process. @throws RequestError 404 */
  async test(id: string, signal: AbortSignal): Promise<Outcome & { readonly event: string }> {
    const { likeness, nodes } = this.options;
    const webhook = likeness.configuration.webhooks.find((one) => one.id === id);
    if (webhook === undefined) throw unknown(id);
    const time = this.#home.now();
    const read = (): readonly string[] => this.secrets.of(id, time);
    const secrets = nodes === undefined ? read() : await nodes.share(read);
    const event = `${await this.#home.identity()}.test-${randomUUID()}`;
    const sent = { id: event, type: 'test', timestamp: new Date(time).toISOString(), data: {} };
    return { ...(await deliver(webhook, sent, secrets, signal)), event };
  }

  async #look(): Promise<void> {
    const { likeness } = this.options;
    const { webhooks } = likeness.configuration;
    const { isOurs } = this.#duty;
    await this.#end((id) => !isOurs || !webhooks.some((one) => one.id === id));
    for (const webhook of isOurs ? webhooks : []) {
      const known = this.#queues.get(webhook.id);
      if (known !== undefined) known.webhook = webhook;
      else if (!this.#isClosed) await this.#begin(webhook);
    }
    if (!this.#isDue && webhooks === this.#configured) return;
    this.#isDue = false;
    try {
      if (isOurs && !(await this.#carryOut())) this.#isDue = true;
      this.#elsewhere = await this.#lookElsewhere(webhooks);
      this.#configured = webhooks;
    } catch (error) {
      this.#isDue = true;
      throw error;
    }
  }

  async #begin(webhook: Webhook): Promise<void> {
    const { likeness, nodes, log } = this.options;
    const { now } = this.#home;
    if (nodes !== undefined) {
      await nodes.share(() => this.secrets.of(webhook.id, now()));
      const kept = await this.#backlogs.read(webhook.id);
      // Start later, because this node has not yet seen all events up to the saved position.
      if (kept !== undefined && kept.backlog.position > likeness.events.latest.change) return;
    }
    const queue = new WebhookQueue(webhook, {
      events: likeness.events,
      store: await this.#home.identity(),
      backlogs: this.#backlogs,
      duty: this.#duty,
      secrets: (id) => this.secrets.of(id, now()),
      warn: (message) => log?.warn(message),
      now,
      random: Math.random,
    });
    await queue.start();
    // List a webhook only once it has saved its progress, so that all later events are sent.
    this.#queues.set(webhook.id, queue);
  }

  /** Executes orders. Repeating an order has no effect. @returns whether all orders have been executed */
  #carryOut(): Promise<boolean> {
    const done = this.#carrying.then(() => this.#carryOutAll());
    this.#carrying = done.catch(() => undefined);
    return done;
  }

  async #carryOutAll(): Promise<boolean> {
    let isAll = true;
    for (const order of await this.#backlogs.orders()) {
      const queue = this.#queues.get(order.webhook);
      const isConfigured = this.options.likeness.configuration.webhooks.some(({ id }) => id === order.webhook);
      // Keep the order until its webhook has started.
      if (queue === undefined && isConfigured) {
        isAll = false;
        continue;
      }
      await queue?.revive(order.action, order.events ?? undefined);
      await this.#backlogs.done(order);
    }
    return isAll;
  }

  get #duty(): Duty {
    return this.options.nodes?.lease ?? ALWAYS_OURS;
  }

  async #lookElsewhere(webhooks: readonly Webhook[]): Promise<ReadonlyMap<string, KeptWebhook>> {
    const found = new Map<string, KeptWebhook>();
    for (const { id } of webhooks.filter((webhook) => !this.#queues.has(webhook.id))) {
      const kept = await this.#backlogs.read(id);
      if (kept !== undefined) found.set(id, kept);
    }
    return found;
  }

  #shownElsewhere(webhook: Webhook): ShownWebhook[] {
    const kept = this.#elsewhere.get(webhook.id);
    if (kept?.sender === undefined) return [];
    const { position, waiting, dead } = kept.backlog;
    const behind = Math.max(0, this.options.likeness.events.latest.change - position);
    return [shown(webhook, kept.sender, { waiting: waiting.length, behind, dead })];
  }

  async #end(isOver: (id: string) => boolean): Promise<void> {
    for (const [id, queue] of this.#queues) {
      if (!isOver(id)) continue;
      this.#queues.delete(id);
      await queue.close();
    }
  }
}

function unknown(id: string): RequestError {
  return new RequestError(404, 'NOT_FOUND', `Webhook '${id.slice(0, 40)}' does not exist`);
}

function shown(
  { id, url, events, objects }: Webhook,
  { status, delivered, failed, lastDelivery, lastFailure }: SenderState,
  { waiting, behind, dead }: Pick<WebhookQueue, 'waiting' | 'behind' | 'dead'>,
): ShownWebhook {
  return {
    id,
    url: url.split('?')[0]!,
    status,
    events: [...events],
    objects: objects === undefined ? null : [...objects],
    ...{ delivered, failed, waiting, behind, dead: dead.length, lastDelivery, lastFailure },
  };
}
