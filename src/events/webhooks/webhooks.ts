import type { Likeness } from '../../service/likeness.js';
import { RequestError } from '../../contract/request-error.js';
import { FolderHome } from '../../home/folder/folder-home.js';
import type { Home, Lease } from '../../home/home.js';
import { ALWAYS_OURS, type Duty } from '../../runtime/duty.js';
import { Looks } from '../../runtime/looks.js';
import type { Following } from '../../runtime/watch.js';
import type { Webhook } from '../../config/webhook-settings.js';
import { Backlogs, type DeadLetter, type KeptWebhook, type SenderState } from './backlogs.js';
import { WebhookSecrets } from './secrets.js';
import { WebhookQueue } from './webhook-queue.js';

/** Milliseconds between two looks at the configuration, and at who sends. */
const TICK = 1_000;

export interface WebhooksOptions {
  readonly likeness: Pick<Likeness, 'configuration' | 'events'>;
  readonly dataFolder: string;
  /** Default: the data folder. */
  readonly home?: Home | undefined;
  /** One of several nodes sends. */
  readonly nodes?: WebhooksOfNodes | undefined;
  readonly log?: { warn(message: string): void };
}

export interface WebhooksOfNodes {
  /** The duty to send. */
  readonly lease: Lease;
  /** Gives all nodes the files that work makes in the data folder. */
  readonly share: <T>(work: () => T) => Promise<T>;
}

export interface ShownWebhook {
  id: string;
  /** Without what stands behind `?`. */
  url: string;
  status: SenderState['status'];
  events: string[];
  objects: string[] | null;
  delivered: number;
  failed: number;
  waiting: number;
  behind: number;
  dead: number;
  lastDelivery: string | null;
  lastFailure: { time: string; reason: string } | null;
}

/**
 * All webhooks that are configured; a reload of the configuration adds, changes and removes them. Of several nodes one
 * sends, and all show how far it is.
 */
export class Webhooks {
  readonly secrets: WebhookSecrets;
  readonly #queues = new Map<string, WebhookQueue>();
  /** By Id: those that another node sends to, as it last kept them. */
  #elsewhere: ReadonlyMap<string, KeptWebhook> = new Map();
  readonly #looks = new Looks();
  #following: readonly Following[] = [];
  /** Something may have changed at other nodes. */
  #isDue = true;
  /** Those that the last look has seen. */
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
    this.#looks.begin(() => this.#look(), TICK, warn);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const each of this.#following) await each.end();
    await this.#looks.end();
    await this.#end(() => true);
  }

  list(): ShownWebhook[] {
    const { webhooks } = this.options.likeness.configuration;
    const others = webhooks.filter(({ id }) => !this.#queues.has(id));
    return [...this.sending(), ...others.flatMap((webhook) => this.#shownElsewhere(webhook))];
  }

  /** Those that this process sends to. */
  sending(): ShownWebhook[] {
    return [...this.#queues.values()].map((queue) => shown(queue.webhook, queue, queue));
  }

  /** Newest last. @throws RequestError 404 */
  async letters(id: string): Promise<readonly DeadLetter[]> {
    const queue = this.#queues.get(id);
    if (queue !== undefined) return queue.dead;
    const isConfigured = this.options.likeness.configuration.webhooks.some((one) => one.id === id);
    const kept = isConfigured ? await this.#backlogs.read(id) : undefined;
    if (kept === undefined) throw unknown(id);
    return kept.backlog.dead;
  }

  /**
   * Where there are several nodes, the one that sends does it within seconds.
   *
   * @returns how many of them are dead letters
   * @throws RequestError 404
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
      // An event that waits there has not come here yet: it is not gone.
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
    // Whoever sees it in the list knows that its place is kept: what happens from then on is sent.
    this.#queues.set(webhook.id, queue);
  }

  /** Does what was asked for at any node; doing it again changes nothing. @returns whether nothing is left */
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
      // It waits for its webhook to begin.
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
  return new RequestError(404, 'NOT_FOUND', `There is no webhook '${id.slice(0, 40)}'`);
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
