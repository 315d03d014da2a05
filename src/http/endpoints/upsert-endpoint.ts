import { z } from 'zod';
import { upsertDataOutputSchema, upsertRequestSchema } from '../../records/contract/schemas.js';
import { uncheckedObjects } from '../../service/upsert/unchecked-objects.js';
import { callerOf, requestIdOf } from '../caller.js';
import { endpoint, ok } from '../endpoint.js';
import { json } from '../response/answer.js';
import { LEAD, person } from './shared.js';
import type { IncomingMessage } from 'node:http';
import { HttpError } from '../response/http-error.js';

const MEMBER = '00vLK0000000002AAA';
const CAMPAIGN = '7015I0000004rAwQAI';

const warningOf = (object: string): string =>
  `no active scenario compares ${object}, so the record was created without a duplicate check`;

export const upsert = endpoint('upsert', 'POST', '{product}/dc3DataApi', {
  decides: true,
  about: 'object',
  tag: 'Duplicates',
  route: 'upsert',
  scope: 'upsert',
  summary: 'Create or update a record and its related records, with duplicate detection',
  query: z.object({
    trial: z
      .enum(['true', 'false'])
      .default('false')
      .describe('If true, nothing is saved. The response shows the result, with the reason and scores in `decision`'),
  }),
  headers: {
    'Idempotency-Key': {
      description: 'A repeated request with this key within 24 hours returns the first response',
      type: 'string',
      minLength: 1,
      maxLength: 255,
    },
  },
  body: {
    schema: upsertRequestSchema,
    example: { input: { duplicateCheck: true, duplicateScore: 75, objectType: 'Lead', objectData: person } },
  },
  responses: ok({
    description: 'The record was created or updated. If isSuccess is false, the upsert failed',
    schema: upsertDataOutputSchema,
    headers: {
      'Idempotent-Replayed': {
        description: '`true` if this is the stored response to an earlier request with the same Idempotency-Key',
        schema: { type: 'string' },
      },
      Warning: {
        description:
          '`299 likeness "…"` (RFC 9111), once per object. The record was created without the requested duplicate check, because no active scenario compares the object',
        schema: { type: 'string' },
      },
    },
    example: {
      isSuccess: true,
      isCreated: true,
      errorMessage: null,
      objectId: LEAD,
      objectData: { ...person, Id: LEAD },
      relatedList: [
        {
          isSuccess: true,
          isCreated: true,
          errorMessage: null,
          objectId: MEMBER,
          objectData: { CampaignId: CAMPAIGN, LeadId: LEAD, Id: MEMBER },
          relatedList: [],
        },
      ],
    },
    links: {
      record: {
        operationId: 'readRecord',
        description: 'The whole record, including values set by the save',
        parameters: {
          version: 'v60.0',
          objectType: '$request.body#/input/objectType',
          recordId: '$response.body#/objectId',
        },
      },
    },
  }),
  errors: [409],
  async handle({ request, body, query, client }, { likeness, metrics, logger }) {
    const caller = callerOf(client, requestIdOf(request));
    if (query.trial === 'true') return { ...json(await likeness.tryUpsert(body.input, caller)), isTrial: true };
    const key = idempotencyKey(request);
    const headers: string[] = [];
    const replayed = (): void => void headers.push('Idempotent-Replayed', 'true');
    const output = await likeness.upsert(body.input, caller, key, replayed);
    for (const object of uncheckedObjects(likeness.configuration, body.input, output)) {
      headers.push('Warning', `299 likeness "${warningOf(object)}"`);
      if (metrics.unchecked(object)) logger.warn({ object }, `${warningOf(object)}. This is reported once per object`);
    }
    return json(output, 200, headers);
  },
});

const LONGEST = 255;

/** @throws HttpError 400 if the key is repeated, or is not 1 to 255 visible ASCII characters or spaces */
function idempotencyKey(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  // node:http joins the values of a repeated header, so the raw headers are checked.
  if (request.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'idempotency-key').length > 1)
    throw new HttpError(400, 'INVALID_IDEMPOTENCY_KEY', ['Idempotency-Key: the header was sent more than once']);
  const key = typeof header === 'string' ? header : header.join(', ');
  if (key.length > 0 && key.length <= LONGEST && /^[\x20-\x7e]*$/.test(key)) return key;
  throw new HttpError(400, 'INVALID_IDEMPOTENCY_KEY', [
    `Idempotency-Key: expected 1 to ${LONGEST} visible ASCII characters, got ${key.length} characters`,
  ]);
}
