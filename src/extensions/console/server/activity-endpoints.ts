import { z } from 'zod';
import type { Client } from '../../../service/auth/client.js';
import { AUDIT_ACTIONS } from '../../../service/auth/audit-log.js';
import { readDatetime, timeOf } from '../../../records/dates.js';
import { endpoint, ok } from '../../../http/endpoint.js';
import { json } from '../../../http/response/answer.js';
import { auditEntrySchema } from '../../../service/auth/shown-audit-entry.js';
import { CLIENT, time, TIME } from '../../../http/endpoints/shared.js';
import type { Events } from '../../../service/undo/events.js';
import { DAY } from '../../../store/counts-by-day.js';
import type { EventType } from '../../../store/event-types.js';

const MOST_DAYS = 90;

/** Number of events by type, of one object on one day (UTC). */
type DayCounts = Partial<Record<EventType, number>>;

/**
 * @param now milliseconds since the epoch
 * @returns days with their objects, oldest first; the last is today; a day without events has no objects
 */
function dailyActivity(
  events: Events,
  days: number,
  now = Date.now(),
): { day: string; objects: ReadonlyMap<string, DayCounts> }[] {
  const today = Math.floor(now / DAY);
  const byDay = new Map<number, Map<string, DayCounts>>();
  for (const { day, objectType, type, count } of events.counts()) {
    if (day <= today - days || day > today) continue;
    const objects = byDay.get(day) ?? new Map<string, DayCounts>();
    const counts = objects.get(objectType) ?? {};
    counts[type] = (counts[type] ?? 0) + count;
    byDay.set(day, objects.set(objectType, counts));
  }
  return Array.from({ length: days }, (_, i) => {
    const day = today - days + 1 + i;
    return { day: new Date(day * DAY).toISOString().slice(0, 10), objects: byDay.get(day) ?? new Map() };
  });
}

const number = z.int();
const objectSchema = z.strictObject({
  objectType: z.string(),
  records: number.describe(
    'Number of records at the end of the day, counted back to the start of the retained history',
  ),
  created: number,
  updated: number,
  matched: number.describe('Number of upserts that found a duplicate'),
  suspected: number,
  merged: number,
  deleted: number,
  decided: number.describe('Number of review decisions that were not undone'),
  waiting: number.describe(
    'Number of open suspected pairs at the end of the day, counted back to the start of the retained history',
  ),
});
const activitySchema = z
  .array(z.strictObject({ day: z.string().describe('UTC'), objects: z.array(objectSchema) }))
  .meta({ id: 'Activity' });

const daysSchema = z.coerce
  .number({ error: 'expected a number' })
  .int({ error: 'expected a whole number' })
  .min(1, { error: 'expected 1 or more' })
  .max(MOST_DAYS, { error: `expected at most ${MOST_DAYS}` })
  .default(30);

export const activity = endpoint('activity', 'GET', '{product}/activity', {
  about: 'object',
  tag: 'History',
  scope: 'read',
  summary: 'Get the number of records, changes and decisions by day and object',
  description: 'The numbers come from the history, which covers the last `historyDays` days.',
  query: z.object({ days: daysSchema.describe('Number of days, including today') }),
  responses: ok({
    description: 'Days, oldest first',
    schema: activitySchema,
    example: [
      {
        day: TIME.slice(0, 10),
        objects: [
          {
            objectType: 'Lead',
            ...{
              records: 120,
              created: 12,
              updated: 7,
              matched: 5,
              suspected: 1,
              merged: 2,
              deleted: 0,
              decided: 3,
              waiting: 4,
            },
          },
        ],
      },
    ],
  }),
  async handle({ query: { days } }, { likeness }) {
    const indexes = likeness.statistics().indexes;
    const counted = dailyActivity(likeness.events, days);
    // Count backwards from now. Subtract created records and add deleted records.
    const records = new Map(likeness.objectTypes().map(({ name }) => [name, indexes.get(name)?.records ?? 0]));
    const waiting = new Map(
      [...records.keys()].map((objectType) => {
        const { totalSize } = likeness.suspectedPairs({ objectType, page: 1, pageSize: 1 });
        return [objectType, totalSize];
      }),
    );
    const decided = new Map<string, Map<string, number>>();
    const since = `${counted[0]!.day}T00:00:00Z`;
    for (const objectType of records.keys()) {
      // These counts do not include undone decisions.
      const { clients } = await likeness.review.counts({ objectType, since });
      const byDay = new Map<string, number>();
      for (const { day, decisions } of clients.flatMap((client) => client.days))
        byDay.set(day, (byDay.get(day) ?? 0) + decisions);
      decided.set(objectType, byDay);
    }
    const shown = counted.reverse().map(({ day, objects }) => {
      const rows = [...records].flatMap(([objectType, atEnd]): z.output<typeof objectSchema>[] => {
        const of = objects.get(objectType) ?? {};
        const [created = 0, merged = 0, deleted = 0] = [
          of['record.created'],
          of['record.merged'],
          of['record.deleted'],
        ];
        const suspected = of['record.suspected'] ?? 0;
        const inForce = decided.get(objectType)!.get(day) ?? 0;
        const open = waiting.get(objectType) ?? 0;
        records.set(objectType, Math.max(0, atEnd - created + merged + deleted));
        waiting.set(objectType, Math.max(0, open - suspected + inForce));
        if (atEnd === 0 && created + merged + deleted === 0) return [];
        const row = {
          ...{ objectType, records: atEnd, created, merged, deleted },
          updated: of['record.updated'] ?? 0,
          matched: of['record.matched'] ?? 0,
          ...{ suspected, decided: inForce, waiting: open },
        };
        return [row];
      });
      return { day, objects: rows };
    });
    return json(shown.reverse());
  },
});

const text = z.string().min(1).max(255);
const moment = time.refine((written) => readDatetime(written) !== undefined, 'expected a time in ISO 8601');
const inMilliseconds = (written: string | undefined) =>
  written === undefined ? undefined : timeOf(readDatetime(written)!);

export const auditEntries = endpoint('auditEntries', 'GET', '{product}/auditEntries', {
  about: 'all',
  tag: 'Administration',
  scope: 'admin',
  summary: 'List audit log entries, newest first',
  description:
    'Returns at most 200 entries. Use `before` to get the next page. `likeness audit verify` checks that no entry was changed or removed.',
  query: z.object({
    pageSize: z.coerce.number({ error: 'expected a number' }).int().min(1).max(200).default(20).describe('Page size'),
    before: z.coerce.number({ error: 'expected a number' }).int().min(1).optional().describe('Upper limit of `n`'),
    action: z.enum(AUDIT_ACTIONS).optional().describe('Return only entries with this action'),
    by: text.optional().describe('Client Id, `command-line`, `server`, or part of a name'),
    target: text.optional().describe('Part of the target or detail'),
    since: moment.optional().describe('Start time (ISO 8601), inclusive'),
    until: moment.optional().describe('End time (ISO 8601), exclusive'),
  }),
  responses: ok({
    description: 'Audit log entries, with Ids and setting names but without secrets and record values',
    schema: z.array(auditEntrySchema).meta({ id: 'AuditEntries' }),
    example: [
      {
        n: 41,
        time: TIME,
        action: 'login',
        by: CLIENT,
        name: 'console',
        address: '127.0.0.1',
        target: [],
        detail: 'session',
      },
    ],
  }),
  async handle({ request, query: { pageSize, since, until, ...wanted } }, { auth }) {
    const span = { since: inMilliseconds(since), until: inMilliseconds(until) };
    const name = wanted.by?.toLowerCase();
    const isCalled = (client: Client): boolean => name !== undefined && client.name.toLowerCase().includes(name);
    const called = new Set(
      auth.clients
        .list()
        .filter(isCalled)
        .map(({ client_id: id }) => id),
    );
    const gone = new AbortController();
    request.res!.once('close', () => gone.abort());
    return json(await auth.audit.search({ ...wanted, ...span, called, most: pageSize, signal: gone.signal }));
  },
});
