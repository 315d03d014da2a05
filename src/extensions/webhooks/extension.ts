import type { Extension } from '../../http/extension.js';
import { postForm, receiveHook, webToLead } from './inbound-endpoints.js';
import { webhookMetrics } from './metrics.js';
import { deadLetters, reviveDeadLetters, testWebhook, webhooks } from './webhook-endpoints.js';
import { Webhooks, webhooksBy } from './webhooks.js';

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
