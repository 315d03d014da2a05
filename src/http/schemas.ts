import { z } from 'zod';
import { objectDataSchema, scenarioScoreSchema, searchInputSchema } from '../service/contract.js';
import type { SuspectedPairsPage } from '../service/likeness.js';
import type { TokenResponse } from '../auth/grants.js';

/** Envelopes of the endpoints beside the contract's two. Request schemas check; answer schemas describe, and tests hold answers against them. */
export const explainInputSchema = searchInputSchema
  .extend({
    recordId: z
      .string()
      .nullish()
      .transform((id) => id ?? undefined)
      .optional()
      .describe('Id of a stored record to compare with; either this or otherData'),
    otherData: searchInputSchema.shape.objectData
      .nullish()
      .transform((data) => data ?? undefined)
      .optional()
      .describe('A second set of values to compare with; either this or recordId'),
  })
  .meta({ id: 'ExplainInput' });

export const platformErrorsSchema = z
  .array(z.strictObject({ message: z.string(), errorCode: z.string(), fields: z.array(z.string()) }))
  .min(1)
  .max(10)
  .meta({ id: 'Errors' });

export const tokenRequestSchema = z
  .object({
    grant_type: z.enum(['client_credentials', 'urn:ietf:params:oauth:grant-type:jwt-bearer']),
    client_id: z.string().optional().describe('With client_credentials, unless sent as HTTP Basic'),
    client_secret: z.string().optional(),
    assertion: z.string().optional().describe('With jwt-bearer: an RS256 assertion signed by the registered key'),
  })
  .meta({ id: 'TokenRequest' });

export const tokenResponseSchema: z.ZodType<TokenResponse> = z
  .strictObject({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    instance_url: z.string(),
    id: z.string(),
    issued_at: z.string().describe('Milliseconds since the epoch'),
    signature: z.string(),
    scope: z.string(),
  })
  .meta({ id: 'TokenResponse' });

export const tokenErrorSchema = z
  .strictObject({
    error: z.enum([
      'invalid_grant',
      'invalid_client_id',
      'invalid_client',
      'unsupported_grant_type',
      'invalid_request',
    ]),
    error_description: z.string(),
  })
  .meta({ id: 'TokenError' });

export const suspectedPairsSchema: z.ZodType<SuspectedPairsPage> = z
  .strictObject({
    totalSize: z.number().int(),
    page: z.number().int(),
    records: z.array(
      z.strictObject({
        id: z.string(),
        objectType: z.string(),
        createdId: z.string(),
        matchedId: z.string(),
        score: z.number(),
        scenarioScores: z.array(scenarioScoreSchema),
        time: z.string(),
      }),
    ),
  })
  .meta({ id: 'SuspectedPairs' });

const explainedFieldSchema = z
  .strictObject({
    field: z.string(),
    method: z.string(),
    searched: z.string().nullable(),
    stored: z.string().nullable(),
    similarity: z.number().describe('0..1'),
    weight: z.number(),
    counted: z.boolean(),
    contribution: z.number().describe("Percentage points of the scenario's score"),
    note: z.string().optional(),
  })
  .meta({ id: 'ExplainedField' });

export const explanationSchema = z
  .object({
    score: z.number(),
    scenarios: z.array(
      z.object({
        scenarioId: z.string(),
        scenarioName: z.string(),
        score: z.number(),
        threshold: z.number(),
        isDuplicate: z.boolean(),
        fields: z.array(explainedFieldSchema),
        note: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'Explanation' });

export const scenariosSchema = z
  .array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      object: z.string(),
      threshold: z.number().describe('Percent'),
      usage: z.array(z.string()),
      minimumEvidence: z.number().describe('Share of the whole weight that must be compared, 0..1'),
      fields: z.array(
        z.strictObject({
          field: z.string(),
          method: z.string(),
          weight: z.number(),
          blank: z.enum(['mismatch', 'ignore']),
        }),
      ),
    }),
  )
  .meta({ id: 'Scenarios' });

export const recordSchema = objectDataSchema
  .describe('attributes, Id and all fields that have a value')
  .meta({ id: 'Record' });

export const versionsSchema = z
  .array(z.strictObject({ label: z.string(), url: z.string(), version: z.string() }))
  .meta({ id: 'Versions' });

export const healthSchema = z
  .strictObject({ status: z.enum(['ok', 'read-only']), writable: z.boolean() })
  .meta({ id: 'Health' });
