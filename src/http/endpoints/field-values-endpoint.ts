import { z } from 'zod';
import type { Caller } from '../../service/caller.js';
import { invalidLocator } from '../../service/soql/locator.js';
import { endpoint, type AppContext, ok } from '../endpoint.js';
import { readFor } from '../request/while-connected.js';
import { json } from '../response/answer.js';
import { LIST_CONDITION } from './query-endpoint.js';

/** Limits the number of queries: each field is grouped in a separate query. */
const MOST_FIELDS = 10;
const MOST_VALUES = 3;

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,79}$/;
const FIELDS = /^[A-Za-z][A-Za-z0-9_]{0,79}(?:,[A-Za-z][A-Za-z0-9_]{0,79}){0,9}$/;

const answerSchema = z
  .strictObject({
    totalSize: z.int().describe('Number of records'),
    fields: z.array(
      z.strictObject({
        name: z.string(),
        filled: z.int().describe('Number of records in which the field is not blank'),
        frequent: z
          .array(z.strictObject({ value: z.unknown(), times: z.int() }))
          .describe('The most common values that occur in more than one record, at most three'),
      }),
    ),
  })
  .meta({ id: 'FieldProfiles' });

export const fieldValues = endpoint('fieldValues', 'GET', '{product}/field-values', {
  about: 'object',
  tag: 'Records',
  scope: 'read',
  summary: 'Count the records with a value in each field, and list the most common values',
  query: z.object({
    objectType: z
      .string({ error: 'expected an object name' })
      .regex(NAME, { error: 'expected an object name' })
      .describe('API name of the object'),
    where: LIST_CONDITION,
    fields: z
      .string({ error: 'expected field names' })
      .regex(FIELDS, { error: `expected 1 to ${MOST_FIELDS} field names, separated by commas` })
      .describe(`Comma-separated field names, at most ${MOST_FIELDS}`),
  }),
  responses: ok({
    description: 'Fields in the order of the request',
    schema: answerSchema,
    example: {
      totalSize: 3,
      fields: [{ name: 'LastName', filled: 3, frequent: [{ value: 'Doe', times: 2 }] }],
    },
  }),
  errors: [404],
  handle: ({ request, query: { objectType, where, fields }, client }, context) =>
    readFor({ request, client }, context.settings, async (caller) => {
      const names = fields.split(',');
      const run = (select: string, condition: string | undefined, rest = '') =>
        rowsOf(context, caller, `SELECT ${select} FROM ${objectType}${condition ? ` WHERE ${condition}` : ''}${rest}`);
      const counts = names.map((name, i) => `COUNT(${name}) f${i}`).join(', ');
      const [row] = await run(`COUNT(Id) n, ${counts}`, where);
      const given = where === undefined ? '' : `(${where}) AND `;
      const found = [];
      for (const [i, name] of names.entries()) {
        const grouped = `GROUP BY ${name} HAVING COUNT(Id) > 1 ORDER BY COUNT(Id) DESC, ${name} LIMIT ${MOST_VALUES}`;
        const rows = await run(`${name} v, COUNT(Id) n`, `${given}${name} != null`, ` ${grouped}`);
        const frequent = rows.map(({ v: value, n }) => ({ value, times: Number(n) }));
        found.push({ name, filled: Number(row?.[`f${i}`] ?? 0), frequent });
      }
      return json({ totalSize: Number(row?.['n'] ?? 0), fields: found });
    }),
});

async function rowsOf(
  { likeness, auth }: AppContext,
  caller: Caller,
  query: string,
): Promise<readonly Record<string, unknown>[]> {
  const organisation = { id: auth.organisationId, name: 'Likeness' };
  // The result always fits on one page.
  const locators = { write: () => '', read: () => Promise.reject(invalidLocator()) };
  const setting = { organisation, locators, withDeleted: false, pageSize: MOST_VALUES };
  return (await likeness.queries.run({ ...setting, query }, caller)).records;
}
