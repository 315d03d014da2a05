import type { Request } from 'express';
import { z } from 'zod';
import { hasScope } from '../../service/auth/scopes.js';
import { eventSchema, parsePosition, type ServiceEvent } from '../../service/undo/events.js';
import { EVENT_TYPES } from '../../store/event-types.js';
import { eventStream } from '../../service/events/event-stream.js';
import { whyEnded } from '../authorize.js';
import { endpoint, ok } from '../endpoint.js';
import { HttpError } from '../response/http-error.js';
import { LEAD, TIME } from './shared.js';

const EVENT_STREAM = 'text/event-stream;charset=UTF-8';
/** Milliseconds between heartbeats of an idle stream. Shorter if connections time out earlier. */
const HEARTBEAT = 15_000;
const TOLD = ['stream.opened', 'stream.gap', 'stream.closed', 'job.changed'] as const;

const example: ServiceEvent = {
  id: 'change-000000000012.record.created',
  type: 'record.created',
  timestamp: TIME,
  data: { objectType: 'Lead', recordId: LEAD, changeId: 'change-000000000012', reason: 'noDuplicate' },
};

const position = z
  .string()
  .max(40)
  .refine((text) => parsePosition(text) !== undefined, 'expected an event id such as 12-3, or 0-0')
  .optional();

export const events = endpoint('events', 'GET', '{product}/events', {
  about: 'object',
  tag: 'History',
  scope: 'read',
  summary: 'Stream record changes as server-sent events, with Ids and types but without values',
  description:
    `Events: ${EVENT_TYPES.join(', ')}. Clients with the scope review also receive job.changed. ` +
    'To resume without missing events that are still in the history, send the last `id` as `after` or in Last-Event-ID, which browsers do automatically. ' +
    'The stream ends when its token, session, license or scope becomes invalid, or when the service stops.',
  headers: {
    'Last-Event-ID': {
      description: 'Id of the last event received. Takes precedence over `after`',
      type: 'string',
      maxLength: 40,
    },
  },
  query: z.object({
    after: position.describe(
      'Id of the event after which the stream resumes. 0-0 returns the whole history. By default, only new events are sent',
    ),
    objectType: z.string().min(1).max(80).optional().describe('Return only events of this object'),
    types: z.string().max(400).optional().describe('Return only events of these comma-separated types'),
    follow: z.enum(['true', 'false']).default('true').describe('If false, the stream ends after the last stored event'),
  }),
  responses: ok({
    description: `A stream in which each data line is an Event. The types ${TOLD.join(', ')} describe the stream itself and jobs`,
    type: 'text/event-stream',
    schema: eventSchema,
    example,
  }),
  errors: [404],
  handle({ request, query, client }, context) {
    const { likeness, admission, settings, administration } = context;
    const known = likeness.objectTypes().map(({ name }) => name);
    const only = query.objectType === undefined ? undefined : likeness.objectType(query.objectType).name;
    const isSeen = (objectType: string): boolean =>
      only === undefined ? known.includes(objectType) : objectType === only;
    const after = lastEventOf(request) ?? (query.after === undefined ? undefined : parsePosition(query.after));
    const types = typesOf(query.types);
    const seesJobs = hasScope(client, 'review') && (types?.has('job.changed') ?? true);
    if (request.method !== 'HEAD') admission.stream(request);
    const gone = new AbortController();
    request.res!.once('close', () => gone.abort());
    return {
      status: 200,
      type: EVENT_STREAM,
      isLive: true,
      // Prevents nginx from buffering the response.
      headers: ['X-Accel-Buffering', 'no'],
      body: eventStream({
        events: only === undefined ? likeness.events : likeness.events.of(isSeen),
        after,
        types,
        jobs: seesJobs ? () => administration.jobs.list(isSeen) : undefined,
        follow: query.follow === 'true',
        heartbeat: Math.min(HEARTBEAT, (settings.limits.stallSeconds * 1_000) / 3),
        ended: () => whyEnded(request, client, ['read', 'review'], context),
        isStopping: () => admission.draining,
        signal: gone.signal,
        turns: likeness.scheduler.turns({ clientId: client.client_id }),
        drop: () => {
          admission.shed('slowStreams');
          request.socket.destroy();
        },
      }),
    };
  },
});

function lastEventOf(request: Request) {
  const header = request.headers['last-event-id'];
  if (header === undefined || header === '') return undefined;
  const position = typeof header === 'string' ? parsePosition(header) : undefined;
  if (position === undefined)
    throw new HttpError(400, 'INVALID_HEADER', ['Last-Event-ID: expected an event id such as 12-3']);
  return position;
}

function typesOf(text: string | undefined): ReadonlySet<string> | undefined {
  if (text === undefined) return undefined;
  const types = text.split(',');
  const known: readonly string[] = [...EVENT_TYPES, 'job.changed'];
  const unknown = types.find((type) => !known.includes(type));
  if (unknown === undefined) return new Set(types);
  throw new HttpError(400, 'INVALID_QUERY_PARAMETER', [
    `types: '${unknown.slice(0, 40)}' is not an event type. Expected one or more of ${known.join(', ')}`,
  ]);
}
