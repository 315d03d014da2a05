import { z } from 'zod';
import { objectDataSchema, scenarioScoreSchema, searchInputSchema } from '../service/contract.js';
import type { HistoryPage, ShownChange, SuspectedPairsPage } from '../service/likeness.js';
import { CHANGE_ACTIONS, DECISION_REASONS } from '../store/history.js';
import type { Introspection, TokenResponse } from '../auth/grants.js';

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
    scope: z
      .string()
      .optional()
      .describe(
        'Scopes of the client that the token is to have, separated by spaces; without it, or with none of them: all',
      ),
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
    scope: z.string().describe('api, and the scopes that the token has'),
  })
  .meta({ id: 'TokenResponse' });

/** Of the revocation and the introspection endpoint. */
export const tokenFormSchema = z
  .object({
    token: z.string().min(1).describe('The access token that is meant'),
    token_type_hint: z.string().optional().describe('Not needed: there are only access tokens'),
    client_id: z
      .string()
      .optional()
      .describe('Of the client that asks, unless sent as HTTP Basic; not needed to revoke'),
    client_secret: z.string().optional(),
  })
  .meta({ id: 'TokenForm' });

export const introspectionSchema: z.ZodType<Introspection> = z
  .strictObject({
    active: z.boolean().describe('Whether the token counts; if not, nothing else is said'),
    scope: z.string().optional(),
    client_id: z.string().optional(),
    username: z.string().optional(),
    sub: z.string().optional().describe("Identity address of the client's user"),
    token_type: z.literal('access_token').optional(),
    exp: z.number().int().optional().describe('Seconds since the epoch'),
    iat: z.number().int().optional().describe('Seconds since the epoch'),
  })
  .meta({ id: 'Introspection' });

const identityUrlsSchema = z
  .record(z.string(), z.string())
  .describe('Addresses of the service; {version} stands for a version such as 60.0');

const userSchema = z.object({
  user_id: z.string(),
  organization_id: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  urls: identityUrlsSchema,
  active: z.boolean(),
  user_type: z.string(),
  language: z.string(),
  locale: z.string(),
  utcOffset: z.number().int(),
  is_app_installed: z.boolean(),
});

export const userInfoSchema = userSchema
  .extend({
    sub: z.string().describe("Identity address of the client's user"),
    preferred_username: z.string(),
    nickname: z.string(),
    name: z.string(),
    given_name: z.string(),
    family_name: z.string(),
    zoneinfo: z.string(),
    profile: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'UserInfo' });

export const identitySchema = userSchema
  .extend({
    id: z.string().describe('This address'),
    asserted_user: z.boolean(),
    username: z.string(),
    nick_name: z.string(),
    display_name: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string(),
    timezone: z.string(),
    photos: z.record(z.string(), z.string()),
    last_modified_date: z.string(),
  })
  .meta({ id: 'Identity' });

export const tokenErrorSchema = z
  .strictObject({
    error: z.enum([
      'invalid_grant',
      'invalid_client_id',
      'invalid_client',
      'unsupported_grant_type',
      'invalid_request',
      'invalid_scope',
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

const fieldValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const changeSchema: z.ZodType<ShownChange> = z
  .strictObject({
    id: z.string().describe('Change Id: what undo takes'),
    recordId: z.string(),
    objectType: z.string(),
    action: z.enum(CHANGE_ACTIONS),
    time: z.string(),
    clientId: z.string().describe('Who'),
    requestId: z.string().nullable().describe('The X-Request-Id of the answer, where the change came by HTTP'),
    decision: z
      .strictObject({
        reason: z.enum(DECISION_REASONS),
        scenarioId: z.string().optional(),
        scenarioName: z.string().optional(),
        score: z.number().int().optional(),
      })
      .nullable()
      .describe('Why it was made as it was; null for a deletion that was asked for'),
    undoes: z.string().nullable().describe('The change that this one undid'),
    undoneBy: z.string().nullable().describe('The change that undid this one'),
    changes: z
      .record(z.string(), z.strictObject({ before: fieldValueSchema, after: fieldValueSchema }))
      .describe('Update: the fields that changed. Delete: all that the record held. Create: all that it was given'),
  })
  .meta({ id: 'Change' });

export const historySchema: z.ZodType<HistoryPage> = z
  .strictObject({ totalSize: z.number().int(), page: z.number().int(), records: z.array(changeSchema) })
  .meta({ id: 'History' });

const explainedFieldSchema = z
  .strictObject({
    field: z.string(),
    method: z.string(),
    searched: z.string().nullable(),
    stored: z.string().nullable(),
    similarity: z.number().describe('0..1'),
    weight: z.number(),
    counted: z.boolean(),
    contribution: z
      .number()
      .describe("Percentage points of the scenario's score; bits of evidence where the scenario is probabilistic"),
    level: z
      .number()
      .int()
      .optional()
      .describe('Of a probabilistic scenario: level of the similarity, 1 for the most similar'),
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
        evidence: z
          .strictObject({
            prior: z.number(),
            rivals: z.array(z.strictObject({ name: z.string(), effect: z.number() })),
            total: z.number(),
          })
          .optional()
          .describe('Of a probabilistic scenario, in bits: prior, contributions and rivals add up to the total'),
        note: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'Explanation' });

export const scenariosSchema = z
  .array(
    z.strictObject({
      id: z.string(),
      aliases: z.array(z.string()).optional().describe('Further Ids that it answers to'),
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
  .meta({ id: 'StoredRecord' });

export const versionsSchema = z
  .array(z.strictObject({ label: z.string(), url: z.string(), version: z.string() }))
  .meta({ id: 'Versions' });

export const healthSchema = z
  .strictObject({
    status: z.enum(['ok', 'read-only', 'stopping']),
    writable: z.boolean(),
    shed: z.number().int().describe('Requests and connections turned away since the start; by reason in the metrics'),
  })
  .meta({ id: 'Health' });

export const resourcesSchema = z.strictObject({ sobjects: z.string() }).meta({ id: 'Resources' });

const objectSchema = z.strictObject({
  name: z.string(),
  label: z.string(),
  keyPrefix: z.string(),
  custom: z.boolean(),
  createable: z.boolean(),
  updateable: z.boolean(),
  deletable: z.boolean(),
  queryable: z.boolean(),
  retrieveable: z.boolean(),
  searchable: z.boolean(),
  urls: z.strictObject({ describe: z.string(), rowTemplate: z.string() }),
});

export const objectsSchema = z
  .strictObject({ encoding: z.string(), maxBatchSize: z.number().int(), sobjects: z.array(objectSchema) })
  .meta({ id: 'Objects' });

export const objectDescriptionSchema = objectSchema
  .extend({
    fields: z.array(
      z.strictObject({
        name: z.string(),
        label: z.string(),
        type: z.string(),
        length: z.number().int(),
        nillable: z.boolean(),
        defaultedOnCreate: z.boolean(),
        createable: z.boolean(),
        updateable: z.boolean(),
        custom: z.boolean(),
        calculated: z.boolean(),
        calculatedFormula: z.string().nullable(),
        autoNumber: z.boolean(),
        externalId: z.boolean(),
        referenceTo: z.array(z.string()),
        relationshipName: z.string().nullable(),
        restrictedPicklist: z.boolean(),
        picklistValues: z.array(
          z.strictObject({ value: z.string(), label: z.string(), active: z.boolean(), defaultValue: z.boolean() }),
        ),
      }),
    ),
  })
  .meta({ id: 'ObjectDescription' });

/** Of the product's command-line client, which sends nothing where it was told no Id. */
export const jobInputSchema = z
  .strictObject({
    jobId: z
      .string()
      .nullish()
      .transform((id) => id ?? undefined)
      .optional()
      .describe('Id that the submission answered with'),
  })
  .meta({ id: 'JobInput' });

export const configurationExportSchema = z
  .looseObject({
    objects: z
      .array(z.looseObject({ objectName: z.string(), objectPrefix: z.string().nullish() }))
      .describe('Objects with their scenarios, cross-object maps and result fields'),
  })
  .meta({ id: 'ConfigurationExport' });

export const submittedJobSchema = z
  .strictObject({
    ok: z.boolean(),
    jobId: z.string(),
    errorMessage: z.string().nullable().describe('Why nothing was done; null where ok'),
  })
  .meta({ id: 'SubmittedJob' });

export const jobStatusSchema = z
  .strictObject({
    ok: z.boolean().describe('Whether there is such a job'),
    jobInfo: z
      .strictObject({
        Status: z.enum(['Completed', 'Failed']),
        ExtendedStatus: z.string().describe('What happened, and when it takes effect'),
      })
      .nullable(),
    errorMessage: z.string().nullable(),
    warnings: z
      .array(z.string())
      .optional()
      .describe('Of an import: what has no counterpart here, and what is near only'),
  })
  .meta({ id: 'JobStatus' });

export const downloadedConfigurationSchema = z
  .union([z.string().describe('The export, a JSON text'), jobStatusSchema])
  .meta({ id: 'DownloadedConfiguration' });

export const refreshedSchema = z
  .strictObject({ ok: z.boolean(), errorMessage: z.string().nullable() })
  .meta({ id: 'Refreshed' });
