import { z } from 'zod';
import { MOST } from '../../store/config/config-limits.js';
import { RequestError } from '../../records/contract/request-error.js';
import { childRelationships } from '../../records/child-relationships.js';
import type { ObjectType } from '../../records/object-type.js';
import type { RecordWrite } from '../../service/upsert/save-records.js';
import type { Likeness } from '../../service/likeness.js';
import { ROLLED_BACK } from '../../service/upsert/upsert.js';
import { callerOf, requestIdOf } from '../../http/caller.js';
import { countRecords } from '../../http/count-records.js';
import { endpoint } from '../../http/endpoint.js';
import { json } from '../../http/response/answer.js';
import { shownResult } from '../../http/response/write-results.js';
import { LEAD, OBJECT_TYPE, person, VERSION } from '../../http/endpoints/shared.js';

const { writtenRecords: MOST_RECORDS, treeLevels: MOST_LEVELS } = MOST;

const treeRecordSchema = z
  .looseObject({
    attributes: z.looseObject({ type: z.string().min(1).max(80), referenceId: z.string().min(1).max(80) }),
  })
  .describe('Field values, and child records as { records: [...] } in the same format');

const resultSchema = z.strictObject({
  referenceId: z.string(),
  id: z.string().optional(),
  errors: z
    .array(z.strictObject({ statusCode: z.string(), message: z.string(), fields: z.array(z.string()) }))
    .optional(),
});
const answerSchema = z
  .strictObject({ hasErrors: z.boolean(), results: z.array(resultSchema) })
  .meta({ id: 'TreeResult' });

interface Node {
  readonly referenceId: string;
  readonly write: Extract<RecordWrite, { kind: 'create' }>;
}

export const tree = endpoint('tree', 'POST', '/services/data/{version}/composite/tree/{objectType}', {
  decides: true,
  about: 'object',
  tag: 'Records',
  route: 'tree',
  scope: 'upsert',
  summary: 'Create records and their child records in one transaction',
  params: { version: VERSION, objectType: OBJECT_TYPE },
  body: {
    schema: z.strictObject({ records: z.array(treeRecordSchema).min(1).max(MOST_RECORDS) }).meta({ id: 'TreeRequest' }),
    example: { records: [{ attributes: { type: 'Lead', referenceId: 'lead' }, ...person }] },
  },
  responses: {
    201: {
      description: 'The record Id for each reference Id',
      schema: answerSchema,
      example: { hasErrors: false, results: [{ referenceId: 'lead', id: LEAD }] },
    },
    400: {
      description:
        'No record was created. Unless the request itself is invalid, the response states the reasons for each record',
      schema: z.union([answerSchema, z.array(z.looseObject({ message: z.string() }))]).meta({ id: 'TreeRefusal' }),
      example: {
        hasErrors: true,
        results: [
          {
            referenceId: 'lead',
            errors: [
              { statusCode: 'REQUIRED_FIELD_MISSING', message: 'Required fields are missing', fields: ['LastName'] },
            ],
          },
        ],
      },
    },
  },
  errors: [404],
  async handle({ request, params, body, client }, context) {
    const { likeness } = context;
    const nodes: Node[] = [];
    const type = likeness.objectType(params['objectType']!);
    for (const record of body.records) add(likeness, nodes, record, type, 1, undefined);
    countRecords(context, client, nodes.length, true);
    const options = { allOrNone: true, refusesDuplicates: false };
    const writes = nodes.map(({ write }) => write);
    const results = await likeness.saveRecords(writes, options, callerOf(client, requestIdOf(request)));
    if (results.every(({ isSuccess }) => isSuccess)) {
      const ids = nodes.map(({ referenceId }, i) => ({ referenceId, id: results[i]!.id! }));
      return json({ hasErrors: false, results: ids }, 201);
    }
    const failed = nodes.flatMap(({ referenceId }, i) =>
      results[i]!.errorMessage === ROLLED_BACK ? [] : [{ referenceId, errors: shownResult(results[i]!).errors }],
    );
    return json({ hasErrors: true, results: failed }, 400);
  },
});

/** @throws RequestError 400, 404 */
function add(
  likeness: Likeness,
  nodes: Node[],
  { attributes, ...members }: z.output<typeof treeRecordSchema>,
  type: ObjectType,
  level: number,
  parent: { readonly write: number; readonly field: string } | undefined,
): void {
  if (level > MOST_LEVELS) throw invalid(`more than ${MOST_LEVELS} levels of records`);
  if (nodes.length >= MOST_RECORDS) throw invalid(`more than ${MOST_RECORDS} records`);
  const { referenceId } = attributes;
  if (attributes.type.toLowerCase() !== type.name.toLowerCase())
    throw invalid(`${referenceId}: attributes.type: expected ${type.name}`);
  if (nodes.some((node) => node.referenceId === referenceId)) throw invalid(`referenceId '${referenceId}' is repeated`);
  const data: Record<string, unknown> = {};
  const write = nodes.length;
  nodes.push({ referenceId, write: { kind: 'create', objectType: type.name, data, parent } });
  for (const [name, value] of Object.entries(members)) {
    const children = childrenSchema.safeParse(value);
    if (!children.success) {
      data[name] = value;
      continue;
    }
    const all = childRelationships({ types: likeness.objectTypes() }, type);
    const relationship = all.find((one) => one.name?.toLowerCase() === name.toLowerCase());
    if (relationship === undefined)
      throw invalid(`${referenceId}: ${type.name} has no child relationship ${name.slice(0, 80)}`);
    const { child, field } = relationship;
    for (const record of children.data.records)
      add(likeness, nodes, record, child, level + 1, { write, field: field.name });
  }
}

const childrenSchema = z.looseObject({ records: z.array(treeRecordSchema) });
const invalid = (why: string): RequestError => new RequestError(400, 'INVALID_INPUT', why);
