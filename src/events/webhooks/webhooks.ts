import type { Likeness } from '../../contract/likeness.js';
import { RequestError } from '../../contract/request-error.js';
import { BacklogFile, type DeadLetter } from './backlog-file.js';
import { WebhookSecrets } from './secrets.js';
import { WebhookQueue } from './webhook-queue.js';

/** Milliseconds between two looks at the configuration. */
const TICK = 1_000;

export interface WebhooksOptions {
  readonly likeness: Pick<Likeness, 'configuration' | 'events'>;
  readonly dataFolder: string;
  readonly log?: { warn(message: string): void };
}

export interface ShownWebhook {
  id: string;
  /** Without what stands behind `?`. */
  url: string;
  status: 'sending' | 'failing' | 'full' | 'disabled' | 'fault';
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

/** All webhooks that are configured; a reload of the configuration adds, changes and removes them. */
export class Webhooks {
  readonly secrets: WebhookSecrets;
  readonly #queues = new Map<string, WebhookQueue>();
  #configured: unknown;
  #timer: NodeJS.Timeout | undefined;
  #following: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(private readonly options: WebhooksOptions) {
    this.secrets = new WebhookSecrets(options.dataFolder);
  }

  start(): void {
    this.#follow();
    this.#timer = setInterval(() => this.#follow(), TICK);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#following;
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()));
  }

  list(): ShownWebhook[] {
    return [...this.#queues.values()].map(shown);
  }

  /** Newest last. @throws RequestError 404 */
  letters(id: string): readonly DeadLetter[] {
    return this.#queue(id).dead;
  }

  /** @throws RequestError 404 */
  revive(id: string, action: 'replay' | 'discard', letters?: readonly string[]): Promise<number> {
    return this.#queue(id).revive(action, letters);
  }

  #queue(id: string): WebhookQueue {
    const queue = this.#queues.get(id);
    if (queue === undefined) throw new RequestError(404, 'NOT_FOUND', `There is no webhook '${id.slice(0, 40)}'`);
    return queue;
  }

  #follow(): void {
    const { webhooks } = this.options.likeness.configuration;
    if (webhooks === this.#configured) return;
    this.#configured = webhooks;
    this.#following = this.#following.then(async () => {
      for (const [id, queue] of this.#queues) {
        if (webhooks.some((one) => one.id === id)) continue;
        this.#queues.delete(id);
        await queue.close();
      }
      for (const webhook of webhooks) {
        const known = this.#queues.get(webhook.id);
        if (known !== undefined) known.webhook = webhook;
        else if (!this.#isClosed) await this.#begin(webhook);
      }
    });
  }

  async #begin(webhook: WebhookQueue['webhook']): Promise<void> {
    const { likeness, dataFolder, log } = this.options;
    const queue = new WebhookQueue(webhook, {
      events: likeness.events,
      file: new BacklogFile(dataFolder, webhook.id),
      secrets: (id) => this.secrets.of(id, Date.now()),
      warn: (message) => log?.warn(message),
      now: Date.now,
      random: Math.random,
    });
    await queue.start();
    // Whoever sees it in the list knows that its place is kept: what happens from then on is sent.
    this.#queues.set(webhook.id, queue);
  }
}

function shown(queue: WebhookQueue): ShownWebhook {
  const { id, url, events, objects } = queue.webhook;
  const { delivered, failed, waiting, behind, lastDelivery, lastFailure } = queue;
  return {
    id,
    url: url.split('?')[0]!,
    status: queue.status,
    events: [...events],
    objects: objects === undefined ? null : [...objects],
    ...{ delivered, failed, waiting, behind, dead: queue.dead.length, lastDelivery, lastFailure },
  };
}
