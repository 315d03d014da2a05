import { z } from 'zod';
import { searchResultSchema } from '../../records/contract/schemas.js';
import type { SubRequest } from '../../http/call-endpoint.js';
import { explained, merged, pairsInWords, searchResults, upserted, type Data } from './words.js';

type Shape = Readonly<Record<string, z.ZodType>>;
/** Calls an endpoint with the client's rights. @param endpoint its Id */
export type Ask = (endpoint: string, sent: SubRequest) => Promise<Data>;

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** Id of an endpoint. If the endpoint is served, the tool is offered to clients that have its scope. */
  readonly endpoint: string;
  readonly isRead: boolean;
  readonly input: Shape;
  /** Shape of the tool's data. Default: the endpoint's response. */
  readonly output?: z.ZodObject;
  /** @returns text about the result, and the result itself @param prefixOf returns an object's key prefix */
  readonly run: (
    args: Data,
    ask: Ask,
    prefixOf: (objectType: string) => string,
  ) => Promise<{ text: string; data: unknown }>;
}

const objectType = z.string().min(1).max(80).describe('API name of the object, such as Contact');
const recordId = z.string().min(1).max(40).describe('Id of a record');
const values = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .describe('Values by field name, such as {"FirstName": "Ann", "LastName": "Ash"}');
const record = z.looseObject({ attributes: z.object({ type: z.string(), url: z.string() }), Id: z.string() });
const version = { version: 'v60.0' };

const read = { isRead: true };
const write = { isRead: false };

/** A small set of safe tools. Changes can be undone, and a merge is shown before it is made. */
export const TOOLS: readonly Tool[] = [
  {
    ...read,
    name: 'search',
    endpoint: 'search',
    description: 'Finds stored records that may be duplicates of the given values, best first, with scores.',
    input: { objectType, values },
    output: z.object({}).catchall(z.array(searchResultSchema)),
    async run({ objectType: object, values: objectData }, ask, prefixOf) {
      const data = await ask('search', { body: { objectPrefix: prefixOf(String(object)), objectData } });
      return { text: searchResults(data), data };
    },
  },
  {
    ...read,
    name: 'explain',
    endpoint: 'explain',
    description:
      'Explains the score of the given values and a stored record: similar fields, different fields and contradictions.',
    input: { objectType, values, recordId },
    async run({ objectType: object, values: objectData, recordId: id }, ask, prefixOf) {
      const data = await ask('explain', { body: { objectPrefix: prefixOf(String(object)), objectData, recordId: id } });
      return { text: explained(data), data };
    },
  },
  {
    ...read,
    name: 'read_record',
    endpoint: 'readRecord',
    description: 'Reads all fields of a record.',
    input: { objectType, recordId },
    output: record,
    async run({ objectType: object, recordId: id }, ask) {
      const data = await ask('readRecord', {
        params: { ...version, objectType: String(object), recordId: String(id) },
      });
      return { text: JSON.stringify(data, null, 1), data };
    },
  },
  {
    ...read,
    name: 'query',
    endpoint: 'soqlQuery',
    description:
      "Runs a SOQL query, such as SELECT Id, Name, Account.Name FROM Contact WHERE LastName LIKE 'Sm%' LIMIT 20.",
    input: { query: z.string().min(1).max(20_000) },
    output: z.looseObject({ totalSize: z.number(), done: z.boolean(), records: z.array(z.looseObject({})) }),
    async run({ query }, ask) {
      const data = await ask('soqlQuery', { params: version, query: { q: query } });
      return { text: `${String(data['totalSize'])} records\n${JSON.stringify(data['records'], null, 1)}`, data };
    },
  },
  {
    ...read,
    name: 'suspected_pairs',
    endpoint: 'suspectedPairs',
    description: 'Lists suspected duplicates that need a decision, newest first.',
    input: { objectType: objectType.optional(), pageSize: z.int().min(1).max(100).default(20) },
    async run({ objectType: object, pageSize }, ask) {
      const data = await ask('suspectedPairs', {
        query: { ...(object !== undefined && { objectType: object }), pageSize },
      });
      return { text: pairsInWords(data), data };
    },
  },
  {
    ...read,
    name: 'describe_objects',
    endpoint: 'objects',
    description: 'Lists all objects, or the fields of one object with their types.',
    input: { objectType: objectType.optional() },
    output: z.object({
      objects: z.array(z.string()).optional().describe('Names of all objects'),
      fields: z
        .array(z.object({ name: z.string(), type: z.string(), writable: z.boolean() }))
        .optional()
        .describe('Fields of the requested object'),
    }),
    async run({ objectType: object }, ask) {
      if (typeof object !== 'string') {
        const { sobjects } = await ask('objects', { params: version });
        const names = (sobjects as { name: string }[]).map(({ name }) => name);
        return { text: names.join(', '), data: { objects: names } };
      }
      const { fields } = await ask('describe', { params: { ...version, objectType: object } });
      const shown = (fields as { name: string; type: string; createable: boolean }[]).map(
        ({ name, type, createable }) => ({ name, type, writable: createable }),
      );
      return { text: shown.map(({ name, type }) => `${name} (${type})`).join(', '), data: { fields: shown } };
    },
  },
  {
    ...write,
    name: 'upsert',
    endpoint: 'upsert',
    description: 'Saves a record. If a duplicate exists, updates it instead of creating a new record. Can be undone.',
    input: {
      objectType,
      values,
      duplicateCheck: z.boolean().default(true).describe('Whether to check for duplicates'),
    },
    async run({ objectType: object, values: objectData, duplicateCheck }, ask) {
      const data = await ask('upsert', { body: { input: { objectType: object, objectData, duplicateCheck } } });
      return { text: upserted(data), data };
    },
  },
  {
    ...write,
    name: 'decide',
    endpoint: 'decide',
    description: 'Marks records as not duplicates, or a suspected pair for later review. To merge records, use merge.',
    input: {
      verdict: z.enum(['notDuplicate', 'later']),
      recordIds: z.array(recordId).min(2).max(50).optional().describe('Records of one object, instead of pairId'),
      pairId: z.string().max(40).optional().describe('Id of a suspected pair'),
      note: z.string().max(1_000).optional(),
    },
    async run(args, ask) {
      const data = await ask('decide', { body: args });
      return { text: `Decision saved: ${String(args['verdict'])} (${String(data['id'])}).`, data };
    },
  },
  {
    ...write,
    name: 'merge',
    endpoint: 'merge',
    description:
      'Merges several records into one. ' +
      'Unless confirmed is true, only returns a preview. Show the preview to the user first.',
    input: {
      objectType,
      recordIds: z.array(recordId).min(2).max(200),
      masterId: recordId.optional().describe('Record to keep. Default: chosen by the survivorship rules'),
      confirmed: z.boolean().default(false).describe('Whether the user has seen and approved the preview'),
    },
    async run({ objectType: object, recordIds: ids, masterId, confirmed }, ask) {
      const data = await ask('merge', { body: { objectType: object, ids, masterId, dryRun: confirmed !== true } });
      return { text: merged(data, confirmed === true), data };
    },
  },
  {
    ...write,
    name: 'undo',
    endpoint: 'undo',
    description: 'Undoes the change with this changeId.',
    input: { changeId: z.string().min(1).max(40) },
    async run({ changeId }, ask) {
      const data = await ask('undo', { params: { changeId: String(changeId) } });
      return { text: `${String(changeId)} was undone by ${String(data['id'])}.`, data };
    },
  },
];
