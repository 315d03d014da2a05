import { z } from 'zod';
import { RECORD_EVENTS, type RecordEvent } from '../event-types.js';
import type { ObjectRegistry } from '../../records/object-type.js';
import { knownObject, type ProblemReport } from './problem-report.js';
import { isLoopback } from './ip-network.js';

const USUAL = RECORD_EVENTS.filter((type) => type !== 'record.deleted');

export const webhooksSchema = z
  .array(
    z
      .strictObject({
        id: z
          .string()
          .max(40)
          .regex(/^[a-z0-9][a-z0-9-]*$/, 'expected lower-case letters, digits and hyphens')
          .describe('Name in the API, in metrics and on the command line; also identifies its position in the history'),
        url: z
          .string()
          .max(2_000)
          .refine((address) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol), {
            error: 'expected an https URL',
            abort: true,
          })
          .refine((address) => {
            const { username, password, hash } = new URL(address);
            return username === '' && password === '' && hash === '';
          }, 'expected a URL without user name, password and #')
          .describe('URL that receives the events by POST; redirects are not followed'),
        insecure: z.boolean().optional().describe('Whether http to another machine is allowed: false by default'),
        events: z
          .array(z.enum(RECORD_EVENTS))
          .min(1)
          .max(RECORD_EVENTS.length)
          .optional()
          .describe(`Events to send: all but record.deleted by default`),
        objects: z
          .array(z.string().min(1).max(80))
          .min(1)
          .max(200)
          .optional()
          .describe('Objects whose events are sent: all by default'),
        enabled: z
          .boolean()
          .optional()
          .describe('If false, no events are sent, and the position in the history is kept'),
        attempts: z
          .int()
          .min(1)
          .max(50)
          .optional()
          .describe('Attempts before an event becomes a dead letter: 12 by default'),
        firstRetrySeconds: z
          .number()
          .min(0.01)
          .max(3_600)
          .optional()
          .describe(
            'Seconds before the second attempt: 5 by default. Each later wait is three times as long, up to 6 hours',
          ),
        timeoutSeconds: z.number().min(0.1).max(60).optional().describe('Response timeout in seconds: 15 by default'),
      })
      .refine(
        ({ url, insecure = false }) => insecure || new URL(url).protocol === 'https:' || isLoopback(new URL(url)),
        {
          path: ['url'],
          error: 'expected an https URL; http is allowed only for this machine or with "insecure": true',
        },
      )
      .meta({ id: 'Webhook' }),
  )
  .max(100);

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly insecure: boolean;
  readonly events: readonly RecordEvent[];
  /** Declared object names. Default: all objects. */
  readonly objects?: readonly string[] | undefined;
  readonly enabled: boolean;
  readonly attempts: number;
  readonly firstRetrySeconds: number;
  readonly timeoutSeconds: number;
}

export function resolveWebhooks(
  written: z.output<typeof webhooksSchema>,
  registry: ObjectRegistry,
  report: ProblemReport,
): Webhook[] {
  return written.map((webhook, i) => {
    if (written.findIndex(({ id }) => id === webhook.id) < i) report.add(`[${i}].id`, `${webhook.id} is given twice`);
    const objects = webhook.objects?.flatMap(
      (name, j) => knownObject(registry, name, `[${i}].objects[${j}]`, report)?.name ?? [],
    );
    return {
      id: webhook.id,
      url: webhook.url,
      insecure: webhook.insecure ?? false,
      events: webhook.events ?? [...USUAL],
      enabled: webhook.enabled ?? true,
      attempts: webhook.attempts ?? 12,
      firstRetrySeconds: webhook.firstRetrySeconds ?? 5,
      timeoutSeconds: webhook.timeoutSeconds ?? 15,
      ...(objects && { objects }),
    };
  });
}
