import { z } from 'zod';
import { idOf } from '../../service/config/erasure/erasures.js';
import { heldSchema } from '../../service/config/erasure/everything-held.js';
import { actorOf, callerAt, requestIdOf } from '../caller.js';
import { endpoint, ok } from '../endpoint.js';
import { readInTurns } from '../request/while-connected.js';
import { json } from '../response/answer.js';
import { named } from './decision-endpoints.js';
import { changeExample } from './history-endpoint.js';
import { recordExample } from './read-record-endpoint.js';
import { CLIENT, LEAD, OBJECT_TYPE, OTHER_LEAD, RECORD_ID, TIME } from './shared.js';

const path = '{product}/held/{objectType}/{recordId}';
const shared = {
  about: 'all',
  tag: 'History',
  route: 'held',
  isAuditedInside: true,
  params: { objectType: OBJECT_TYPE, recordId: RECORD_ID },
} as const;

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
        changes: z.int().describe('Number of changes to this record that were removed from the history'),
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
