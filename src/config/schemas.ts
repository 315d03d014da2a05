import { isSupportedCountry } from 'libphonenumber-js/max';
import { z } from 'zod';
import { builtinScenarios } from '../matching/builtin-scenarios.js';
import type { ScenarioDefinition } from '../matching/scenario.js';
import { modelSchema } from './model-schema.js';
import { objectDefinitionsSchema } from '../records/object-schema.js';
import { limitsSchema } from './limits.js';
import { parseNetwork } from './networks.js';
import { defaultSettings } from './settings.js';

/** The files of the configuration folder, each with its form. All optional. */
const text = z.string().min(1).max(255);
const fieldName = z.string().min(1).max(80);

/** Whether a number has at most this many decimals, in spite of binary fractions. */
function hasDecimals(value: number, most: number): boolean {
  const scaled = value * 10 ** most;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6;
}

const percent = z
  .number()
  .min(1)
  .max(100)
  .refine((value) => hasDecimals(value, 2), 'has more than two decimals');

const scenarioFieldSchema = z
  .strictObject({
    field: z
      .string()
      .min(1)
      .max(500)
      .describe('A field name, or several joined by + for methods that read several fields'),
    method: text.describe('Name of a match method: exact, personName, companyName, phone, email ...'),
    weight: z
      .number()
      .gt(0)
      .max(1000)
      .refine((value) => hasDecimals(value, 2), 'has more than two decimals')
      .describe('Above 0, at most 1,000, at most two decimals'),
    blank: z
      .enum(['mismatch', 'ignore'])
      .optional()
      .describe('A stored value that is blank counts 0 (mismatch, the default) or leaves the weighting (ignore)'),
  })
  .meta({ id: 'ScenarioField' });

/** What a scenario says besides its id and object. */
const parts = {
  aliases: z.array(text).max(100).describe('Further Ids that requests may name it by: those that it had elsewhere'),
  name: text,
  threshold: percent.describe('Percentage from which a pair is a duplicate; at most two decimals'),
  usage: z
    .array(z.enum(['restSearch', 'restUpsert']))
    .max(2)
    .describe('Targets that use it when a request names no scenarios'),
  minimumEvidence: z
    .number()
    .min(0)
    .max(1)
    .refine((value) => hasDecimals(value, 4), 'has more than four decimals')
    .describe('Share of the whole weight that must be compared, 0.4 by default'),
  scoreMethod: z
    .enum(['weighted', 'probabilistic'])
    .describe('weighted (the default): a percentage; probabilistic: 100 x posterior by the model'),
  enabled: z.boolean().describe('false takes the scenario out of use'),
  fields: z.array(scenarioFieldSchema).min(1).max(50),
  model: modelSchema.describe('Of a probabilistic scenario: what `likeness train` learned'),
};

export const scenarioDefinitionSchema: z.ZodType<ScenarioDefinition> = z
  .strictObject({
    id: text.describe("Any text; a built-in scenario's id replaces that scenario"),
    ...parts,
    object: fieldName.describe('Object type name'),
    minimumEvidence: parts.minimumEvidence.optional(),
    scoreMethod: parts.scoreMethod.optional(),
    enabled: parts.enabled.optional(),
    aliases: parts.aliases.optional(),
    model: parts.model.optional(),
  })
  .meta({ id: 'Scenario' });

const builtinById = new Map(builtinScenarios.map((definition) => [definition.id, definition]));

/**
 * The short form changes of a built-in what it names: a copy would not follow the program's later versions. Known by
 * its lack of an object, which a built-in keeps.
 */
const changedBuiltinSchema = z
  .strictObject({
    id: z.enum([...builtinById.keys()]).describe('A built-in scenario'),
    ...z.object(parts).partial().shape,
  })
  .transform((changes): ScenarioDefinition => {
    const named = Object.entries(changes).filter(([, value]) => value !== undefined);
    return { ...builtinById.get(changes.id)!, ...Object.fromEntries(named) };
  })
  .meta({ id: 'ChangedScenario' });

export const scenariosSchema = z.array(z.union([changedBuiltinSchema, scenarioDefinitionSchema]));

export const filtersSchema = z.array(
  z
    .strictObject({
      developerName: z
        .string()
        .max(80)
        .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'expected a letter, then letters, digits and underscores'),
      object: fieldName.describe('Object type name'),
      condition: z
        .string()
        .min(1)
        .max(10_000)
        .describe("WHERE fragment, e.g. BillingCountry = 'Ireland' AND Phone != null"),
    })
    .meta({ id: 'Filter' }),
);

export const crossObjectSchema = z.array(
  z
    .strictObject({
      from: fieldName.describe('Object searched'),
      to: fieldName.describe('Object searched as well'),
      enabled: z.boolean().describe('Whether searches of the one search the other too'),
      fields: z.record(fieldName, fieldName).describe('Field of the one to field of the other'),
    })
    .meta({ id: 'CrossObjectMap' }),
);

const segment = z
  .string()
  .max(80)
  .regex(/^[A-Za-z0-9_-]+$/, 'expected letters, digits, underscores and hyphens');

function isHttp(address: string, allowed: (url: URL) => boolean): boolean {
  return URL.canParse(address) && allowed(new URL(address));
}
const isLocal = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

const identityProviderSchema = z
  .strictObject({
    issuer: text.describe('Value of iss'),
    audience: text.describe('Value of aud'),
    jwksFile: text.optional().describe('File of its public keys, relative to the configuration folder'),
    jwksUri: z
      .string()
      .max(2000)
      .refine(
        (address) => isHttp(address, (url) => url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url))),
        'expected an https address (http for localhost only)',
      )
      .optional()
      .describe('Address of its public keys'),
  })
  .refine(
    ({ jwksFile, jwksUri }) => (jwksFile === undefined) !== (jwksUri === undefined),
    'expected either jwksFile or jwksUri',
  )
  .meta({ id: 'IdentityProvider' });

export const settingsSchema = z
  .strictObject({
    restSegment: segment
      .refine((name) => !['data', 'oauth2'].includes(name.toLowerCase()), 'is an address of the service already')
      .optional()
      .describe('First path segment before dc3DataApi: apexrest by default'),
    productSegment: segment.optional().describe('Second path segment before dc3DataApi: dupcheck by default'),
    apiVersion: z
      .string()
      .regex(/^v\d{2}\.\d$/, 'expected a version such as v60.0')
      .optional()
      .describe('Version in the addresses of answers: v60.0 by default'),
    bodyLimit: z
      .int()
      .min(1_024)
      .max(1_000_000_000)
      .optional()
      .describe('Largest request body in bytes, decoded: 6,291,456 (6 MB) by default'),
    instanceUrl: z
      .string()
      .max(2000)
      .refine(
        (address) => isHttp(address, (url) => ['http:', 'https:'].includes(url.protocol)) && !address.endsWith('/'),
        'expected an http or https address without a slash at the end',
      )
      .optional()
      .describe('Public address of the service; absent: the listening address'),
    identityProviders: z
      .array(identityProviderSchema)
      .max(20)
      .optional()
      .describe('Issuers of tokens outside this service'),
    proxies: z
      .int()
      .min(0)
      .max(10)
      .optional()
      .describe(
        'Where trustedProxies cannot be named: reverse proxies in front, each of which adds to X-Forwarded-For: 0 by default',
      ),
    trustedProxies: z
      .array(
        z
          .string()
          .refine((text) => parseNetwork(text) !== undefined, 'expected an address or a network such as 10.0.0.0/8'),
      )
      .max(1_000)
      .optional()
      .describe(
        'Addresses and networks of reverse proxies in front, whose X-Forwarded-For is believed: none by default',
      ),
    metricsPort: z
      .int()
      .min(0)
      .max(65_535)
      .optional()
      .describe('Port that serves /metrics alone, without a token; 0: any free one; absent: none'),
    metricsHost: z.string().min(1).max(255).optional().describe('Address of that port: 127.0.0.1 by default'),
    tls: z
      .strictObject({
        cert: z.string().min(1).max(4_096).describe('Certificate chain, PEM file'),
        key: z.string().min(1).max(4_096).describe('Private key, PEM file'),
      })
      .optional()
      .describe('Serves HTTPS with these files, relative to the folder; read again when they change'),
    limits: limitsSchema.optional().describe('How much is taken on at once'),
    rateLimit: z
      .int()
      .min(1)
      .max(100_000_000)
      .optional()
      .describe('Requests a minute and client: 1,200,000 by default'),
    historyDays: z
      .int()
      .min(1)
      .max(36_500)
      .optional()
      .describe('Days that changes are kept for history and undo; then they are forgotten: 90 by default'),
    corsOrigins: z
      .array(
        z
          .string()
          .max(2000)
          .refine(
            (origin) => isHttp(origin, (url) => ['http:', 'https:'].includes(url.protocol) && url.origin === origin),
            'expected an origin such as https://app.example.com: scheme, host and, unless it is the usual one, port',
          ),
      )
      .max(100)
      .optional()
      .describe('Origins whose scripts may call the service from a browser (CORS): none by default'),
    defaultCountry: z
      .string()
      .refine(
        (code) => isSupportedCountry(code),
        'expected an ISO 3166 country code of two capital letters, such as US',
      )
      .optional()
      .describe(
        'Country by which phones without a country code and dates are read; absent: phones compare by their national digits, dates are read month first',
      ),
  })
  .refine(
    ({ bodyLimit = defaultSettings.bodyLimit, limits }) =>
      limits?.bytesAtOnce === undefined || limits.bytesAtOnce >= bodyLimit,
    { path: ['limits', 'bytesAtOnce'], error: 'is less than bodyLimit: no such body would ever be taken' },
  )
  .refine(({ proxies = 0, trustedProxies = [] }) => proxies === 0 || trustedProxies.length === 0, {
    path: ['proxies'],
    error: 'stands beside trustedProxies, which say more: leave it out',
  })
  .meta({ id: 'Settings' });

/** File name to form. */
export const fileSchemas = {
  'objects.json': objectDefinitionsSchema,
  'scenarios.json': scenariosSchema,
  'filters.json': filtersSchema,
  'cross-object.json': crossObjectSchema,
  'settings.json': settingsSchema,
} as const;

export type FileName = keyof typeof fileSchemas;
export const fileNames = Object.keys(fileSchemas) as FileName[];

/** The JSON Schema (draft 2020-12) of each file of the configuration folder. */
export function configurationSchemas(): Record<FileName, Record<string, unknown>> {
  const entries = fileNames.map((name) => [name, z.toJSONSchema(fileSchemas[name], { io: 'input' })]);
  return Object.fromEntries(entries) as Record<FileName, Record<string, unknown>>;
}
