import { z } from 'zod';
import { endpoint, ok } from '../../http/endpoint.js';
import { whileConnected } from '../../http/request/while-connected.js';
import { json } from '../../http/response/answer.js';
import { webhookSchema } from './backlogs.js';
import { webhooksBy } from './webhooks.js';
import { TIME } from '../../http/endpoints/shared.js';

const letterSchema = z
  .strictObject({
    event: z.string().describe('Id of the event'),
    attempts: z.int(),
    time: z.string().describe('Error of the last attempt'),
    reason: z.string(),
  })
  .meta({ id: 'DeadLetter' });

const LETTER = 'change-000000000012.record.created';
const shared = { tag: 'Administration', scope: 'admin', about: 'all' } as const;
const params = { webhookId: { description: 'Id from webhooks.json', pattern: '[a-z0-9][a-z0-9-]{0,39}' } };

export const webhooks = endpoint('webhooks', 'GET', '{product}/webhooks', {
  ...shared,
  summary: 'List the webhooks in webhooks.json with their progress',
  responses: ok({
    description: 'The list',
    schema: z.array(webhookSchema).meta({ id: 'Webhooks' }),
    example: [
      {
        id: 'warehouse',
        url: 'https://warehouse.example.com/hooks/likeness',
        status: 'sending',
        events: ['record.created', 'record.merged'],
        objects: null,
        ...{ delivered: 12, failed: 1, waiting: 0, behind: 0, dead: 0 },
        lastDelivery: TIME,
        lastFailure: { time: TIME, reason: '503' },
      },
    ],
  }),
  handle: (_exchange, { likeness }) => json(webhooksBy.get(likeness)!.list()),
});

export const deadLetters = endpoint('deadLetters', 'GET', '{product}/webhooks/{webhookId}/deadLetters', {
  ...shared,
  summary: 'List the dead letters of a webhook, oldest first, at most a thousand',
  params,
  responses: ok({
    description: 'The list',
    schema: z.array(letterSchema).meta({ id: 'DeadLetters' }),
    example: [{ event: LETTER, attempts: 12, time: TIME, reason: '500' }],
  }),
  errors: [404],
  handle: async ({ params: { webhookId } }, { likeness }) => {
    const letters = await webhooksBy.get(likeness)!.letters(webhookId!);
    return json(letters.map(({ event, attempts, time, reason }) => ({ event, attempts, time, reason })));
  },
});

export const reviveDeadLetters = endpoint('reviveDeadLetters', 'POST', '{product}/webhooks/{webhookId}/deadLetters', {
  ...shared,
  summary: 'Send dead letters again or discard them',
  params,
  body: {
    schema: z
      .strictObject({
        action: z.enum(['replay', 'discard']),
        events: z
          .array(z.string().max(100))
          .max(1_000)
          .optional()
          .describe('Ids of the dead letters. Default: all dead letters'),
      })
      .meta({ id: 'DeadLetterAction' }),
    example: { action: 'replay', events: [LETTER] },
  },
  responses: ok({
    description: 'Number of dead letters that will be sent or discarded. With several nodes, this takes a few seconds',
    schema: z.strictObject({ letters: z.int() }).meta({ id: 'RevivedLetters' }),
    example: { letters: 1 },
  }),
  errors: [404, 409],
  handle: async ({ params: { webhookId }, body }, { likeness }) =>
    json({ letters: await webhooksBy.get(likeness)!.revive(webhookId!, body.action, body.events) }),
});

export const testWebhook = endpoint('testWebhook', 'POST', '{product}/webhooks/{webhookId}/test', {
  ...shared,
  summary: 'Send a test event to a webhook and show the response',
  description: 'The event has the type test and no record. It is signed like all events and sent once.',
  params,
  responses: ok({
    description: 'Whether the receiver accepted the event',
    schema: z
      .strictObject({
        delivered: z.boolean(),
        reason: z.string().describe('HTTP status of the response, or an error'),
        event: z.string().describe('Id of the event, as in the webhook-id header'),
      })
      .meta({ id: 'WebhookTest' }),
    example: { delivered: true, reason: '200', event: '5d1c….test-0b7c6a52-5a0d-4c1f-9d0e-0c2f6a1e8b11' },
  }),
  errors: [404],
  handle: async ({ request, params: { webhookId } }, { likeness }) => {
    const { ok, reason, event } = await whileConnected(request, (gone) =>
      webhooksBy.get(likeness)!.test(webhookId!, gone),
    );
    return json({ delivered: ok, reason, event });
  },
});
