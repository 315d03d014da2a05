import type { Likeness } from '../../contract/likeness.js';
import { RequestError } from '../../contract/request-error.js';
import { ALWAYS_OURS } from '../../runtime/duty.js';
import { Looks } from '../../runtime/looks.js';
import type { Following } from '../../runtime/watch.js';
import type { Webhook } from '../../config/webhooks.js';
import { folderIdentity } from '../../store/folder-identity.js';
import { BacklogFile, type DeadLetter, type SenderState } from './backlog-file.js';
import type { DatabaseBacklogs, KeptWebhook } from './database-backlogs.js';
import { WebhookSecrets } from './secrets.js';
import { WebhookQueue } from './webhook-queue.js';

/** Milliseconds between two looks at the configuration, and at who sends. */
const TICK = 1_000;

export interface WebhooksOptions {
  readonly likeness: Pick<Likeness, 'configuration' | 'events'>;
  readonly dataFolder: string;
  /** Of several nodes, one of which sends. */
  readonly nodes?: WebhooksOfNodes | undefined;
  readonly log?: { warn(message: string): void };
}

export interface WebhooksOfNodes {
  readonly backlogs: DatabaseBacklogs;
  /** Gives all nodes the files that work makes in the data folder. */
  readonly share: <T>(work: () => T) => Promise<T>;
  /** Milliseconds since the epoch, by a clock that all nodes have. */
  readonly now: () => number;
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
  #isClosed = false;

  constructor(private readonly options: WebhooksOptions) {
    this.secrets = new WebhookSecrets(options.dataFolder);
  }

  start(): void {
    const warn = (reason: string): void => this.options.log?.warn(`webhooks: ${reason}`);
    const due = (): void => void (this.#isDue = true);
    this.#following = this.options.nodes?.backlogs.follow(due, warn) ?? [];
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
    const kept = isConfigured ? await this.options.nodes?.backlogs.read(id) : undefined;
    if (kept === undefined) throw unknown(id);
    return kept.backlog.dead;
  }

  /**
   * Of several nodes, the one that sends does it within seconds.
   *
   * @returns how many of them are dead letters
   * @throws RequestError 404
   */
  async revive(id: string, action: 'replay' | 'discard', letters?: readonly string[]): Promise<number> {
    const { nodes } = this.options;
    const queue = this.#queues.get(id);
    if (nodes === undefined) {
      if (queue === undefined) throw unknown(id);
      return queue.revive(action, letters);
    }
    const dead = (await this.letters(id)).filter(({ event }) => letters?.includes(event) !== false);
    const events = letters === undefined ? null : dead.map(({ event }) => event);
    if (dead.length > 0) await nodes.backlogs.order({ webhook: id, action, events });
    return dead.length;
  }

  async #look(): Promise<void> {
    const { likeness, nodes } = this.options;
    const { webhooks } = likeness.configuration;
    const { isOurs } = nodes?.backlogs.lease ?? ALWAYS_OURS;
    await this.#end((id) => !isOurs || !webhooks.some((one) => one.id === id));
    for (const webhook of isOurs ? webhooks : []) {
      const known = this.#queues.get(webhook.id);
      if (known !== undefined) known.webhook = webhook;
      else if (!this.#isClosed) await this.#begin(webhook);
    }
    if (nodes === undefined || (!this.#isDue && webhooks === this.#configured)) return;
    this.#isDue = false;
    try {
      if (isOurs && !(await this.#carryOut(nodes.backlogs))) this.#isDue = true;
      this.#elsewhere = await this.#lookElsewhere(webhooks, nodes.backlogs);
      this.#configured = webhooks;
    } catch (error) {
      this.#isDue = true;
      throw error;
    }
  }

  async #begin(webhook: Webhook): Promise<void> {
    const { likeness, dataFolder, nodes, log } = this.options;
    const now = nodes?.now ?? Date.now;
    if (nodes !== undefined) {
      await nodes.share(() => this.secrets.of(webhook.id, now()));
      const kept = await nodes.backlogs.read(webhook.id);
      // What waits there has not come here yet: it is no event that is gone.
      if (kept !== undefined && kept.backlog.position > likeness.events.latest.change) return;
    }
    const queue = new WebhookQueue(webhook, {
      events: likeness.events,
      store: nodes?.backlogs.store ?? (await folderIdentity(dataFolder)),
      place: nodes?.backlogs.of(webhook.id) ?? new BacklogFile(dataFolder, webhook.id),
      duty: nodes?.backlogs.lease ?? ALWAYS_OURS,
      secrets: (id) => this.secrets.of(id, now()),
      warn: (message) => log?.warn(message),
      now,
      random: Math.random,
    });
    await queue.start();
    // Whoever sees it in the list knows that its place is kept: what happens from then on is sent.
    this.#queues.set(webhook.id, queue);
  }

  /** What was asked for at any node. Done twice, it does nothing the second time. @returns whether nothing is left */
  async #carryOut(backlogs: DatabaseBacklogs): Promise<boolean> {
    let isAll = true;
    for (const order of await backlogs.orders()) {
      const queue = this.#queues.get(order.webhook);
      const isConfigured = this.options.likeness.configuration.webhooks.some(({ id }) => id === order.webhook);
      // It waits for its webhook to begin.
      if (queue === undefined && isConfigured) {
        isAll = false;
        continue;
      }
      await queue?.revive(order.action, order.events ?? undefined);
      await backlogs.done(order);
    }
    return isAll;
  }

  async #lookElsewhere(
    webhooks: readonly Webhook[],
    backlogs: DatabaseBacklogs,
  ): Promise<ReadonlyMap<string, KeptWebhook>> {
    const found = new Map<string, KeptWebhook>();
    for (const { id } of webhooks.filter((webhook) => !this.#queues.has(webhook.id))) {
      const kept = await backlogs.read(id);
      if (kept !== undefined) found.set(id, kept);
    }
    return found;
  }

  #shownElsewhere(webhook: Webhook): ShownWebhook[] {
    const kept = this.#elsewhere.get(webhook.id);
    if (kept === undefined) return [];
    const { position, waiting, dead } = kept.backlog;
    const behind = Math.max(0, this.options.likeness.events.latest.change - position);
    return [shown(webhook, kept.state, { waiting: waiting.length, behind, dead })];
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
