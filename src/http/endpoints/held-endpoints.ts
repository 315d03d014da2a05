import { z } from 'zod';
import { objectDataSchema } from '../../records/contract/schemas.js';
import { idOf } from '../../service/config/erasure/erasures.js';
import type { HeldRecord } from '../../service/config/erasure/everything-held.js';
import { actorOf, callerAt, requestIdOf } from '../caller.js';
import { endpoint, ok } from '../endpoint.js';
import { readInTurns } from '../request/while-connected.js';
import { json } from '../response/answer.js';
import { decisionSchema, named, type NamedDecision } from './decision-endpoints.js';
import { changeExample, changeSchema } from './history-endpoint.js';
import { recordExample } from './read-record-endpoint.js';
import { CLIENT, LEAD, OBJECT_TYPE, OTHER_LEAD, RECORD_ID, TIME } from './shared.js';
import { suspectedPairSchema } from './suspected-pairs-endpoint.js';

const path = '{product}/held/{objectType}/{recordId}';
const shared = {
  about: 'all',
  tag: 'History',
  route: 'held',
  isAuditedInside: true,
  params: { objectType: OBJECT_TYPE, recordId: RECORD_ID },
} as const;

/** One line of the audit log. */
export const auditEntrySchema = z.strictObject({
  n: z.number().int().describe('Number of the line'),
  time: z.string(),
  action: z.string(),
  by: z.string().nullable(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  target: z.array(z.string()),
  detail: z.string().nullable(),
});

const heldSchema: z.ZodType<Omit<HeldRecord, 'decisions'> & { decisions: NamedDecision[] }> = z
  .strictObject({
    recordId: z.string(),
    objectType: z.string(),
    time: z.string().describe('Of this report'),
    record: objectDataSchema.nullable().describe('The record as stored; null: it was deleted, merged or erased'),
    mergedInto: z.string().nullable().describe('The record that it is part of now'),
    merged: z.array(z.string()).describe('Records merged into it; their changes are in `history`'),
    history: z.array(changeSchema),
    related: z
      .array(z.strictObject({ objectType: z.string(), field: z.string(), records: z.array(objectDataSchema) }))
      .describe('Records that refer to it, by object and field'),
    suspectedPairs: z.array(suspectedPairSchema),
    decisions: z.array(decisionSchema).describe('Decisions of people about it, with the values that they judged'),
    groups: z
      .array(z.strictObject({ jobId: z.string(), recordIds: z.array(z.string()), score: z.number() }))
      .describe('Groups of duplicates with it that jobs found'),
    files: z
      .array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          clientId: z.string(),
          created: z.string(),
          rows: z.array(z.strictObject({ row: z.number().int(), values: z.record(z.string(), z.unknown()) })),
        }),
      )
      .describe('Uploaded files of all clients that mention it, with the rows that do; they may be of a namesake'),
    bulkJobs: z
      .array(z.strictObject({ id: z.string(), clientId: z.string() }))
      .describe('Bulk queries that mention it'),
    audit: z.array(auditEntrySchema).describe('Entries of the audit log that name it, newest first'),
    cut: z.array(z.string()).describe('Lists that hold more than the 1,000 entries given here'),
    notSearched: z.array(z.string()).describe('Where nothing was looked for'),
  })
  .meta({ id: 'HeldRecord' });

export const everythingHeld = endpoint('everythingHeld', 'GET', path, {
  ...shared,
  scope: 'disclose',
  summary: 'Everything held of one person: for a request for access (GDPR, article 15)',
  description:
    'Also for a deleted record. Look through it before you hand it over: related records, judged pairs and rows of files hold values of other people too.',
  responses: ok({
    description: 'The report',
    schema: heldSchema,
    example: {
      recordId: LEAD,
      objectType: 'Lead',
      time: TIME,
      record: recordExample,
      mergedInto: null,
      merged: [],
      history: [changeExample],
      related: [],
      suspectedPairs: [],
      decisions: [],
      groups: [{ jobId: 'job-000000000001', recordIds: [LEAD, OTHER_LEAD], score: 96 }],
      files: [
        {
          ...{ id: 'file-000000000001', name: 'fair.csv', clientId: CLIENT, created: TIME },
          rows: [{ row: 12, values: { Name: 'Joan Doe' } }],
        },
      ],
      bulkJobs: [],
      audit: [],
      cut: [],
      notSearched: ['backups, exports and other files that commands wrote elsewhere'],
    },
  }),
  errors: [404],
  async handle({ request, params, client }, context) {
    const { likeness, administration, auth } = context;
    const recordId = idOf(likeness, params['objectType']!, params['recordId']!);
    const held = await readInTurns({ request, client }, context, (turns) => administration.held.of(recordId, turns));
    const actor = actorOf({ request, client }, context);
    auth.audit.record({ action: 'disclosed', ...actor, target: [recordId], detail: requestIdOf(request) });
    return json({ ...held, decisions: held.decisions.map((one) => named(one, context)) });
  },
});

export const erase = endpoint('erase', 'DELETE', path, {
  decides: true,
  ...shared,
  scope: 'erase',
  summary: 'Erase a record and everything held of it, for good',
  description: `Removes the record, the records merged into it, their history, suspected pairs, decisions, remembered answers, their membership in groups of duplicates, uploaded files that mention them, and their values in learned models; then the files of the store are rewritten. Nobody can undo it.
It answers when nothing is left, which takes seconds to minutes with many records. If the service stops before that, its next start ends the erasure. A repetition is harmless: also of a deleted or unknown Id.`,
  responses: ok({
    description: 'Nothing is left',
    schema: z
      .strictObject({
        recordId: z.string(),
        wasStored: z.boolean().describe('Whether the record was still stored'),
        changes: z.number().int().describe('Changes of it that were in the history'),
        merged: z.array(z.string()).describe('Records merged into it, which were erased as well'),
        elsewhere: z.array(z.string()).describe('What was removed outside the records, for people'),
        outOfReach: z.array(z.string()).describe('What you have to remove yourself, such as backups'),
      })
      .meta({ id: 'ErasedRecord' }),
    example: {
      ...{ recordId: LEAD, wasStored: true, changes: 3, merged: [], elsewhere: [] },
      outOfReach: ['backups, exports and other files that commands wrote elsewhere'],
    },
  }),
  errors: [404, 409],
  async handle(exchange, context) {
    const { likeness, administration } = context;
    const recordId = idOf(likeness, exchange.params['objectType']!, exchange.params['recordId']!);
    return json(await administration.erasures.erase(recordId, callerAt(exchange, context)));
  },
});
