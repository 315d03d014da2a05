import { z } from 'zod';
import { pack, unpack } from '../contract/packed.js';
import { RequestError } from '../contract/request-error.js';
import { escape } from './openapi/escape-html.js';
import type { Answer } from './response/answer.js';
import { json } from './response/answer.js';

const NAMESPACE = 'http://www.force.com/2009/06/asyncapi/dataload';
export const XML_TYPE = 'application/xml;charset=UTF-8';
/** Characters that are read of an element. */
const LONGEST = 200_000;

const jobSchema = z.strictObject({
  operation: z.enum(['query', 'queryAll']),
  object: z.string().max(80),
  contentType: z.enum(['CSV', 'JSON']),
  created: z.string().max(40),
});
const batchSchema = z.strictObject({ query: z.string().max(100_000), created: z.string().max(40) });

/** A job of the older bulk interface, which is a query. Its Id says all of it. */
export type BulkOneJob = z.output<typeof jobSchema>;
/** The query itself. */
export type BulkOneBatch = z.output<typeof batchSchema>;

export const bulkOneJobId = (job: BulkOneJob): string => `750${pack(job)}`;
export const bulkOneBatchId = (batch: BulkOneBatch): string => `751${pack(batch)}`;
/** @throws RequestError 400 `InvalidJob` */
export const bulkOneJobOf = (id: string): BulkOneJob => unpack(id.slice(3), jobSchema, () => unknownId('InvalidJob'));
/** @throws RequestError 400 `InvalidBatch` */
export const bulkOneBatchOf = (id: string): BulkOneBatch =>
  unpack(id.slice(3), batchSchema, () => unknownId('InvalidBatch'));

const unknownId = (errorCode: string): RequestError =>
  new RequestError(400, errorCode, 'Unable to find what this Id names');

/** The members of a flat XML element, as clients of that interface send them. */
export function readFlatXml(text: string): Record<string, string> {
  const members: Record<string, string> = {};
  for (const [, name, value] of text.slice(0, LONGEST).matchAll(/<(\w{1,40})>([^<>]{0,4000})<\//g))
    members[name!] = value!.trim();
  return members;
}

/** Facts in the form that a client asked in. */
export function facts(
  name: string,
  members: Readonly<Record<string, string | number>>,
  isXml: boolean,
  status = 200,
): Answer {
  if (!isXml) return json(members, status);
  const lines = Object.entries(members).map(([key, value]) => `<${key}>${escape(String(value))}</${key}>`);
  const body = `<?xml version="1.0" encoding="UTF-8"?><${name} xmlns="${NAMESPACE}">${lines.join('')}</${name}>`;
  return { status, body, type: XML_TYPE };
}
