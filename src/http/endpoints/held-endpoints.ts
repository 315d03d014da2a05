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

export const auditEntrySchema = z.strictObject({
  n: z.number().int().describe('Line number in the audit log'),
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
    time: z.string().describe('Time of this report'),
    record: objectDataSchema.nullable().describe('The record as stored. Null if it was deleted, merged or erased'),
    mergedInto: z.string().nullable().describe('Id of the surviving record, if this record was merged'),
    merged: z.array(z.string()).describe('Records merged into this record. `history` includes their changes'),
    history: z.array(changeSchema),
    related: z
      .array(z.strictObject({ objectType: z.string(), field: z.string(), records: z.array(objectDataSchema) }))
      .describe('Records that refer to this record, by object and field'),
    suspectedPairs: z.array(suspectedPairSchema),
    decisions: z.array(decisionSchema).describe('Review decisions about this record, with the compared values'),
    groups: z
      .array(z.strictObject({ jobId: z.string(), recordIds: z.array(z.string()), score: z.number() }))
      .describe('Groups of duplicates that contain this record'),
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
      .describe('Uploaded files of all clients with rows that mention this record. The rows may concern a namesake'),
    bulkJobs: z
      .array(z.strictObject({ id: z.string(), clientId: z.string() }))
      .describe('Bulk queries that mention this record'),
    audit: z.array(auditEntrySchema).describe('Audit log entries that name this record, newest first'),
    cut: z.array(z.string()).describe('Names of lists that were truncated to 1,000 entries'),
    notSearched: z.array(z.string()).describe('Places that were not searched'),
  })
  .meta({ id: 'HeldRecord' });

export const everythingHeld = endpoint('everythingHeld', 'GET', path, {
  ...shared,
  scope: 'disclose',
  summary: 'Report all data held about a person, for a right of access request (GDPR, article 15)',
  description:
    'Deleted records are supported. Review the report before you disclose it, because related records, reviewed pairs and file rows can contain data about other people.',
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
      notSearched: ['backups, exports and other files written outside the data folder'],
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
  summary: 'Permanently erase a record and all data held about it',
  description: `Removes the record, the records merged into it, their history, suspected pairs, decisions, remembered responses, their membership in groups of duplicates, uploaded files that mention them, and their values in learned models. The files of the store are then rewritten. An erasure cannot be undone.
The response is sent when the erasure is complete, which can take minutes for a large store. If the service stops before that, the next start completes the erasure. The request can be repeated safely, and it accepts deleted and unknown Ids.`,
  responses: ok({
    description: 'The record was erased',
    schema: z
      .strictObject({
        recordId: z.string(),
        wasStored: z.boolean().describe('Whether the record was still stored'),
        changes: z.number().int().describe('Number of changes to this record that were removed from the history'),
        merged: z.array(z.string()).describe('Ids of the records merged into this record, which were also erased'),
        elsewhere: z.array(z.string()).describe('Description of the data that was removed outside the records'),
        outOfReach: z.array(z.string()).describe('Description of data that you must remove yourself, such as backups'),
      })
      .meta({ id: 'ErasedRecord' }),
    example: {
      ...{ recordId: LEAD, wasStored: true, changes: 3, merged: [], elsewhere: [] },
      outOfReach: ['backups, exports and other files written outside the data folder'],
    },
  }),
  errors: [404, 409],
  async handle(exchange, context) {
    const { likeness, administration } = context;
    const recordId = idOf(likeness, exchange.params['objectType']!, exchange.params['recordId']!);
    return json(await administration.erasures.erase(recordId, callerAt(exchange, context)));
  },
});
