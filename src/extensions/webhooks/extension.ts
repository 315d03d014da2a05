import { Counter, Gauge, type Registry } from 'prom-client';
import type { Extension } from '../../http/extension.js';
import { postForm, receiveHook, webToLead } from './inbound-endpoints.js';
import { deadLetters, reviveDeadLetters, testWebhook, webhooks } from './webhook-endpoints.js';
import { Webhooks, webhooksBy } from './webhooks.js';
import type { ShownWebhook } from './backlogs.js';

export const webhooksExtension = {
  name: 'webhooks',
  endpoints: [webhooks, deadLetters, reviveDeadLetters, testWebhook, postForm, webToLead, receiveHook],
  open: ({ nodes, registry, log, ...host }) => {
    const opened = new Webhooks({ ...host, nodes: nodes?.webhooks, ...(log && { log }) });
    webhooksBy.set(host.likeness, opened);
    webhookMetrics(registry, () => opened.sending());
    return opened;
  },
} as const satisfies Extension;

/** @param all returns the current webhooks */
function webhookMetrics(
  registry: Registry,
  all: () => readonly Pick<ShownWebhook, 'id' | 'delivered' | 'failed' | 'waiting' | 'behind' | 'dead'>[],
): void {
  const labelNames = ['webhook'] as const;
  const registers = [registry];
  new Counter({
    name: 'likeness_webhook_attempts_total',
    help: 'Attempts to send an event, by webhook and outcome',
    labelNames: ['webhook', 'outcome'] as const,
    registers,
    collect() {
      this.reset();
      for (const { id: webhook, delivered, failed } of all()) {
        this.inc({ webhook, outcome: 'delivered' }, delivered);
        this.inc({ webhook, outcome: 'failed' }, failed);
      }
    },
  });
  const sizes = [
    ['waiting', 'Events that the receiver has not yet accepted'],
    ['behind', 'Changes that a webhook has not processed'],
    ['dead', 'Dead letters'],
  ] as const;
  for (const [size, help] of sizes)
    new Gauge({
      name: `likeness_webhook_${size}`,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const one of all()) this.set({ webhook: one.id }, one[size]);
      },
    });
}
