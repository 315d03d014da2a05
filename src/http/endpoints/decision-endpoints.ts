import { z } from 'zod';
import type { ShownDecision } from '../../service/review/review-types.js';
import { VERDICTS } from '../../store/review-decisions.js';
import { endpoint, type AppContext, ok } from '../endpoint.js';
import { callerAt, callerOf, requestIdOf } from '../caller.js';
import { RequestError } from '../../records/contract/request-error.js';
import { CURSOR, cursorsOf } from '../request/cursors.js';
import { readInTurns } from '../request/while-connected.js';
import { json } from '../response/answer.js';
import { CLIENT, LEAD, OTHER_LEAD, time, TIME } from './shared.js';

const verdict = z.enum(VERDICTS);

/** Names of clients are not in the store. */
export type NamedDecision = Omit<ShownDecision, 'undone'> & {
  clientName: string | null;
  assignedToName: string | null;
  undone: { clientId: string; clientName: string | null; time: string } | null;
};

export const decisionSchema: z.ZodType<NamedDecision> = z
  .strictObject({
    id: z.string(),
    objectType: z.string(),
    verdict,
    records: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string().optional().describe('Its current name; if deleted, its name at the decision'),
        state: z
          .enum(['unchanged', 'changed', 'deleted'])
          .describe('Whether a compared field has changed since the decision'),
        texts: z
          .record(z.string(), z.string())
          .optional()
          .describe('The compared fields at the decision, long values cut; with texts=true'),
      }),
    ),
    clientId: z.string().describe('Who decided'),
    clientName: z.string().nullable().describe('null: the client is no longer registered'),
    time: z.string(),
    note: z.string().nullable(),
    assignedTo: z.string().nullable().describe('For `later`: the client that should decide'),
    assignedToName: z.string().nullable(),
    changeId: z.string().nullable().describe('For `duplicate`: the change that merged the records, for `undo`'),
    undone: z
      .strictObject({ clientId: z.string(), clientName: z.string().nullable(), time: z.string() })
      .nullable()
      .describe('For `duplicate`: who undid the merge'),
    inForce: z.boolean().describe('Whether it still applies: at least two of the records are unchanged since'),
  })
  .meta({ id: 'ReviewDecision' });

const example: NamedDecision = {
  id: 'decision-000000000001',
  objectType: 'Lead',
  verdict: 'notDuplicate',
  records: [
    { id: LEAD, state: 'unchanged' },
    { id: OTHER_LEAD, state: 'unchanged' },
  ],
  clientId: CLIENT,
  clientName: 'console',
  time: TIME,
  note: 'mother and daughter',
  assignedTo: null,
  assignedToName: null,
  changeId: null,
  undone: null,
  inForce: true,
};

export function named(decision: ShownDecision, { auth }: Pick<AppContext, 'auth'>): NamedDecision {
  const nameOf = (id: string | null): string | null => (id === null ? null : (auth.nameOf(id) ?? null));
  const { clientId, assignedTo, undone } = decision;
  return {
    ...decision,
    clientName: nameOf(clientId),
    assignedToName: nameOf(assignedTo),
    undone: undone && { ...undone, clientName: nameOf(undone.clientId) },
  };
}

const path = '{product}/decisions';
const shared = { tag: 'Duplicates', about: 'object' } as const;

export const decisions = endpoint('decisions', 'GET', path, {
  ...shared,
  scope: 'read',
  summary: 'Decisions of people about possible duplicates, newest first',
  description: 'A page can be short or empty. Send `next` as `before` until it is null.',
  query: z.object({
    objectType: z.string().min(1).max(80).optional().describe('Only decisions about records of this object'),
    verdict: verdict.optional().describe('Only these'),
    recordId: z.string().min(1).max(40).optional().describe('Only decisions about this record'),
    clientId: z.string().min(1).max(80).optional().describe('Only decisions by this client'),
    assignedTo: z.string().min(1).max(80).optional().describe('Only those assigned to this client'),
    since: time.optional().describe('ISO 8601: only those made since then'),
    before: CURSOR.optional().describe('`next` of the previous page'),
    pageSize: z.coerce.number().int().min(1).max(200).default(50).describe('Decisions on a page'),
    texts: z.enum(['true', 'false']).default('false').describe('Include the values at the decision'),
  }),
  responses: ok({
    description: 'One page',
    schema: z
      .strictObject({ records: z.array(decisionSchema), next: z.string().nullable() })
      .meta({ id: 'ReviewDecisions' }),
    example: { records: [example], next: null },
  }),
  async handle({ query, client }, context) {
    const cursors = cursorsOf(context, client, 'decisions');
    const before = await cursors.read('before', query.before);
    const page = context.likeness.review.decisions({ ...query, before, texts: query.texts === 'true' });
    const records = page.records.map((decision) => named(decision, context));
    return json({ records, next: cursors.write(page.next) });
  },
});

export const reviewers = endpoint('reviewers', 'GET', '{product}/reviewers', {
  ...shared,
  scope: 'review',
  summary: 'Clients that a decision can be assigned to: those that may review',
  query: z.object({
    objectType: z.string().min(1).max(80).optional().describe('Only those with access to this object'),
  }),
  responses: ok({
    description: 'Sorted by name',
    schema: z.array(z.strictObject({ id: z.string(), name: z.string() })).meta({ id: 'Reviewers' }),
    example: [{ id: CLIENT, name: 'console' }],
  }),
  handle({ query: { objectType } }, { likeness, auth }) {
    return json(auth.reviewers(objectType === undefined ? undefined : likeness.objectType(objectType).name));
  },
});

const verdicts = { duplicate: z.number().int(), notDuplicate: z.number().int(), later: z.number().int() };
const counted = { duplicate: 31, notDuplicate: 12, later: 2 };

export const decisionCounts = endpoint('decisionCounts', 'GET', '{product}/decisionCounts', {
  ...shared,
  scope: 'read',
  summary: 'Count decisions by verdict, client and day',
  query: z.object({
    objectType: z.string().min(1).max(80).optional().describe('Only decisions about records of this object'),
    clientId: z.string().min(1).max(80).optional().describe('Only decisions by this client'),
    since: time.optional().describe('ISO 8601: only those made since then'),
    scores: z
      .enum(['true', 'false'])
      .optional()
      .describe('true: also count decided pairs by the score that the scenarios of today give them'),
  }),
  responses: ok({
    description: 'The numbers',
    schema: z
      .strictObject({
        ...verdicts,
        clients: z
          .array(
            z.strictObject({
              clientId: z.string(),
              name: z.string().nullable().describe('null: the client is no longer registered'),
              ...verdicts,
              days: z
                .array(z.strictObject({ day: z.string().describe('UTC'), decisions: z.number().int() }))
                .describe('Newest first; days without decisions are omitted'),
            }),
          )
          .describe('Most decisions first'),
        scores: z
          .array(z.strictObject({ score: z.number(), duplicate: z.int(), notDuplicate: z.int() }))
          .optional()
          .describe('The newest 5,000 decisions about two records, by score in percent, lowest first'),
      })
      .meta({ id: 'DecisionCounts' }),
    example: {
      ...counted,
      clients: [{ clientId: CLIENT, name: 'stewards', ...counted, days: [{ day: TIME.slice(0, 10), decisions: 45 }] }],
    },
  }),
  async handle({ request, query, client }, context) {
    const { likeness, auth } = context;
    const { clients, ...counts } = await readInTurns({ request, client }, context, (turns) =>
      likeness.review.counts({ ...query, scores: query.scores === 'true' }, turns),
    );
    const named = clients.map(({ clientId, ...more }) => ({ clientId, name: auth.nameOf(clientId) ?? null, ...more }));
    return json({ ...counts, clients: named });
  },
});

export const decide = endpoint('decide', 'POST', path, {
  ...shared,
  decides: true,
  scope: 'review',
  summary: 'Decide about a suspected pair, or about other records of one object',
  description: `The verdict \`duplicate\` merges the records like \`POST …/merge\`, in one change that can be undone by its \`changeId\`.
\`notDuplicate\`: all of the records are different. Jobs do not propose them together, and an upsert with the values of one never updates another, until one of them changes in a compared field.
\`later\` removes the suspected pair from the list of open ones.
A decision about the same records replaces the previous one. Otherwise the newest decision about two records applies.`,
  body: {
    schema: z
      .strictObject({
        verdict,
        recordIds: z
          .array(z.string().max(40), { error: 'expected Ids of records' })
          .max(50)
          .optional()
          .describe('2 to 50 records of one object, instead of `pairId`'),
        pairId: z.string().max(40).optional().describe('A suspected pair'),
        masterId: z.string().max(40).optional().describe('For `duplicate`: the record to keep'),
        fields: z
          .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
          .optional()
          .describe('For `duplicate`: by field, the record whose value survives, or a value'),
        assignedTo: z.string().min(1).max(80).optional().describe('For `later`: Id of the client that should decide'),
        note: z.string().max(1_000).optional().describe('For people; at most 1,000 characters'),
      })
      .meta({ id: 'Review' }),
    example: { verdict: 'notDuplicate', recordIds: [LEAD, OTHER_LEAD], note: 'mother and daughter' },
  },
  responses: ok({ description: 'The decision, on disk', schema: decisionSchema, example }),
  errors: [404, 409],
  async handle(exchange, context) {
    const { assignedTo } = exchange.body;
    if (assignedTo !== undefined && !context.auth.reviewers().some(({ id }) => id === assignedTo))
      throw new RequestError(400, 'INVALID_FIELD', 'assignedTo: no client with this Id may review', ['assignedTo']);
    const decided = await context.likeness.review.decide(exchange.body, callerAt(exchange, context));
    return json(named(decided, context));
  },
});

export const revokeDecision = endpoint('revokeDecision', 'DELETE', '{product}/decisions/{decisionId}', {
  ...shared,
  decides: true,
  scope: 'review',
  summary: 'Revoke a decision',
  description: 'Suspected pairs that it had removed from the list are listed again.',
  params: { decisionId: { description: 'Id of the decision' } },
  responses: ok({ description: 'The revoked decision', schema: decisionSchema, example }),
  errors: [404],
  async handle({ request, params, client }, context) {
    const caller = callerOf(client, requestIdOf(request));
    const revoked = await context.likeness.review.revoke(params['decisionId']!, caller);
    return json(named(revoked, context));
  },
});
