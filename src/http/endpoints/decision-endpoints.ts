import { z } from 'zod';
import { decisionSchema, type NamedDecision, type ShownDecision } from '../../service/review/review-types.js';
import { VERDICTS } from '../../store/review-decisions.js';
import { endpoint, type AppContext, ok } from '../endpoint.js';
import { callerAt, callerOf, requestIdOf } from '../caller.js';
import { RequestError } from '../../records/contract/request-error.js';
import { CURSOR, cursorsOf } from '../request/cursors.js';
import { readInTurns } from '../request/while-connected.js';
import { json } from '../response/answer.js';
import { CLIENT, LEAD, OTHER_LEAD, time, TIME } from './shared.js';

const verdict = z.enum(VERDICTS);

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
  summary: 'List review decisions about possible duplicates, newest first',
  description: 'A page can be short or empty. Request more pages with `before` set to `next` until `next` is null.',
  query: z.object({
    objectType: z.string().min(1).max(80).optional().describe('Return only decisions about records of this object'),
    verdict: verdict.optional().describe('Return only decisions with this verdict'),
    recordId: z.string().min(1).max(40).optional().describe('Return only decisions about this record'),
    clientId: z.string().min(1).max(80).optional().describe('Return only decisions by this client'),
    assignedTo: z.string().min(1).max(80).optional().describe('Return only decisions assigned to this client'),
    since: time.optional().describe('Return only decisions made at or after this time (ISO 8601)'),
    before: CURSOR.optional().describe('`next` from the previous page'),
    pageSize: z.coerce.number().int().min(1).max(200).default(50).describe('Maximum number of decisions per page'),
    texts: z.enum(['true', 'false']).default('false').describe('Include the values at the time of the decision'),
  }),
  responses: ok({
    description: 'A page of results',
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
  summary: 'List the clients with the scope `review`, to which decisions can be assigned',
  query: z.object({
    objectType: z.string().min(1).max(80).optional().describe('Return only clients with access to this object'),
  }),
  responses: ok({
    description: 'Clients sorted by name',
    schema: z.array(z.strictObject({ id: z.string(), name: z.string() })).meta({ id: 'Reviewers' }),
    example: [{ id: CLIENT, name: 'console' }],
  }),
  handle({ query: { objectType } }, { likeness, auth }) {
    return json(auth.reviewers(objectType === undefined ? undefined : likeness.objectType(objectType).name));
  },
});

const verdicts = { duplicate: z.int(), notDuplicate: z.int(), later: z.int() };
const counted = { duplicate: 31, notDuplicate: 12, later: 2 };

export const decisionCounts = endpoint('decisionCounts', 'GET', '{product}/decisionCounts', {
  ...shared,
  scope: 'read',
  summary: 'Count decisions by verdict, client and day',
  query: z.object({
    objectType: z.string().min(1).max(80).optional().describe('Return only decisions about records of this object'),
    clientId: z.string().min(1).max(80).optional().describe('Return only decisions by this client'),
    since: time.optional().describe('Return only decisions made at or after this time (ISO 8601)'),
    scores: z
      .enum(['true', 'false'])
      .optional()
      .describe('Also count decided pairs by their score under the current scenarios'),
  }),
  responses: ok({
    description: 'Decision counts',
    schema: z
      .strictObject({
        ...verdicts,
        clients: z
          .array(
            z.strictObject({
              clientId: z.string(),
              name: z.string().nullable().describe('Null if the client is no longer registered'),
              ...verdicts,
              days: z
                .array(z.strictObject({ day: z.string().describe('UTC'), decisions: z.int() }))
                .describe('Days with decisions, newest first'),
            }),
          )
          .describe('Clients with the most decisions first'),
        scores: z
          .array(z.strictObject({ score: z.number(), duplicate: z.int(), notDuplicate: z.int() }))
          .optional()
          .describe('The newest 5,000 decisions about two records, counted by score in percent, lowest score first'),
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
  summary: 'Record a decision about a suspected pair, or about other records of one object',
  description: `The verdict \`duplicate\` merges the records like \`POST …/merge\`, in one change that can be undone with its \`changeId\`.
The verdict \`notDuplicate\` means that all of the records are different. Until a compared field of one of them changes, jobs do not propose these records together, and an upsert with the values of one record never updates another.
The verdict \`later\` removes the suspected pair from the list of open pairs.
A decision replaces an earlier decision about the same records. If decisions overlap, the newest decision about two records applies to them.`,
  body: {
    schema: z
      .strictObject({
        verdict,
        recordIds: z
          .array(z.string().max(40), { error: 'expected an array of record Ids' })
          .max(50)
          .optional()
          .describe('2 to 50 records of one object, instead of `pairId`'),
        pairId: z.string().max(40).optional().describe('Id of a suspected pair'),
        masterId: z.string().max(40).optional().describe('For `duplicate`: the record to keep'),
        fields: z
          .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
          .optional()
          .describe('For `duplicate`: for each field, the Id of the record whose value survives, or a value'),
        assignedTo: z.string().min(1).max(80).optional().describe('For `later`: Id of the client that should decide'),
        note: z.string().max(1_000).optional().describe('A note for other reviewers, at most 1,000 characters'),
      })
      .meta({ id: 'Review' }),
    example: { verdict: 'notDuplicate', recordIds: [LEAD, OTHER_LEAD], note: 'mother and daughter' },
  },
  responses: ok({ description: 'The saved decision', schema: decisionSchema, example }),
  errors: [404, 409],
  async handle(exchange, context) {
    const { assignedTo } = exchange.body;
    if (assignedTo !== undefined && !context.auth.reviewers().some(({ id }) => id === assignedTo))
      throw new RequestError(400, 'INVALID_FIELD', 'assignedTo: this client lacks the scope review', ['assignedTo']);
    const decided = await context.likeness.review.decide(exchange.body, callerAt(exchange, context));
    return json(named(decided, context));
  },
});

export const revokeDecision = endpoint('revokeDecision', 'DELETE', '{product}/decisions/{decisionId}', {
  ...shared,
  decides: true,
  scope: 'review',
  summary: 'Revoke a decision',
  description: 'Suspected pairs that the decision removed from the list of open pairs are listed again.',
  params: { decisionId: { description: 'Id of the decision' } },
  responses: ok({ description: 'The revoked decision', schema: decisionSchema, example }),
  errors: [404],
  async handle({ request, params, client }, context) {
    const caller = callerOf(client, requestIdOf(request));
    const revoked = await context.likeness.review.revoke(params['decisionId']!, caller);
    return json(named(revoked, context));
  },
});
