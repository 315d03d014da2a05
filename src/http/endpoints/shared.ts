import { z } from 'zod';
import type { PathParameter } from '../endpoint.js';

export const VERSION: PathParameter = { description: 'Any version', pattern: String.raw`v\d{1,3}\.\d` };
export const BULK_JOB_ID = '750[A-Za-z0-9]{12}(?:[A-Za-z0-9]{3})?';
export const OBJECT_TYPE: PathParameter = { description: 'Object type', pattern: '[A-Za-z][A-Za-z0-9_]{0,79}' };
export const RECORD_ID: PathParameter = { description: 'Id of 15 or 18 characters' };

const count = (largest: number) =>
  z.coerce
    .number({ error: 'expected a number' })
    .int({ error: 'expected a whole number' })
    .min(1, { error: 'expected 1 or more' })
    .max(largest, { error: `expected at most ${largest}` });

/** Returns the query parameters of a paged list. @param what plural noun in lower case */
export const paging = (what: string) =>
  z.object({
    pageSize: count(1_000).default(50).describe(`Maximum number of ${what} per page`),
    page: count(1_000_000).default(1).describe('Page number, starting at 1'),
  });

const percent = z.coerce.number({ error: 'expected a number' }).min(0).max(100);
export const scoreRange = {
  minScore: percent.optional().describe('Minimum score of the returned items, as a percentage'),
  maxScore: percent.optional().describe('Maximum score of the returned items, as a percentage'),
};

/** Time in ISO 8601, which a parser validates later so that its error names the fault. */
export const time = z.string().min(1).max(40);

export const pageOf = <T extends z.ZodType>(element: T) =>
  z.strictObject({ totalSize: z.int(), page: z.int(), records: z.array(element) });

/** All examples describe the same person. */
export const LEAD = '00QLK00000000012AA';
export const OTHER_LEAD = '00QLK00000000022AA';
export const ORGANISATION = '00DLK0036CRaaE02QJ';
export const USER = '005LK003xmailDHYAY';
export const CLIENT = '64775242187a77854ca5537d9efa18bf';
export const INSTANCE = 'https://likeness.example.com';
export const TIME = '2026-11-22T07:18:02.643Z';

export const person = {
  LastName: 'Doe',
  FirstName: 'Jenniffer',
  Company: 'Example Ltd',
  Email: 'jenniffer@example.com',
};
export const attributes = { type: 'Lead', url: `/services/data/v60.0/sobjects/Lead/${LEAD}` };
export const scenarioScore = { scenarioScore: 100, scenarioName: 'Lead Default', scenarioId: 'lead-default' };
export const lastChange = 'change-000000000002';
