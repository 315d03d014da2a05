import { isSupportedCountry } from 'libphonenumber-js/max';
import { z } from 'zod';
import { jobScheduleSchema } from './job-schedule.js';
import { signInSchema, type WrittenSignIn } from './sign-in.js';
import { limitsSchema, resolveLimits } from './config-limits.js';
import { isLoopback, parseNetwork } from './ip-network.js';
import { defaultSettings } from './settings.js';
import { resolve } from 'node:path';
import type { Settings, SignIn } from './configuration.js';

/** Replaces defaults with the written settings, without `jobs`. Paths of key files are relative to the folder. */
export function resolveSettings(
  written: Omit<z.output<typeof settingsSchema>, 'jobs'>,
  folder: string | undefined,
): Settings {
  const given = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
  return {
    ...defaultSettings,
    ...given,
    limits: resolveLimits(written.limits ?? {}, written.bodyLimit ?? defaultSettings.bodyLimit),
    ...(written.signIn !== undefined && { signIn: resolveSignIn(written.signIn, folder) }),
    ...(written.tls !== undefined && {
      tls: { cert: resolve(folder ?? '.', written.tls.cert), key: resolve(folder ?? '.', written.tls.key) },
    }),
    identityProviders: (written.identityProviders ?? []).map((provider) => ({
      ...provider,
      ...(provider.jwksFile !== undefined && { jwksFile: resolve(folder ?? '.', provider.jwksFile) }),
    })),
  };
}

function resolveSignIn({ grants = {}, ...written }: WrittenSignIn, folder: string | undefined): SignIn {
  const {
    label = new URL(written.issuer).host,
    scope = 'openid profile',
    claim = 'groups',
    clientSecretFile,
  } = written;
  return {
    ...written,
    ...{ label, scope, claim },
    grants,
    ...(clientSecretFile !== undefined && { clientSecretFile: resolve(folder ?? '.', clientSecretFile) }),
  };
}

const text = z.string().min(1).max(255);
const whole = (least: number, most: number, meaning: string) =>
  z.int().min(least).max(most).optional().describe(meaning);
const segment = z
  .string()
  .max(80)
  .regex(/^[A-Za-z0-9_-]+$/, 'expected letters, digits, underscores and hyphens');

function isHttp(address: string, allowed: (url: URL) => boolean): boolean {
  return URL.canParse(address) && allowed(new URL(address));
}

const identityProviderSchema = z
  .strictObject({
    issuer: text.describe('Value of the `iss` claim'),
    audience: text.describe('Value of the `aud` claim'),
    jwksFile: text.optional().describe('File with its public keys, relative to the configuration folder'),
    jwksUri: z
      .string()
      .max(2000)
      .refine(
        (address) =>
          isHttp(address, (url) => url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))),
        'expected an https URL (http for localhost only)',
      )
      .optional()
      .describe('URL of its public keys'),
  })
  .refine(
    ({ jwksFile, jwksUri }) => (jwksFile === undefined) !== (jwksUri === undefined),
    'expected either jwksFile or jwksUri',
  )
  .meta({ id: 'IdentityProvider' });

export const settingsSchema = z
  .strictObject({
    restSegment: segment
      .refine((name) => !['data', 'oauth2'].includes(name.toLowerCase()), 'is already used by the service')
      .optional()
      .describe('First path segment before dc3DataApi: apexrest by default'),
    productSegment: segment.optional().describe('Second path segment before dc3DataApi: dupcheck by default'),
    apiVersion: z
      .string()
      .regex(/^v\d{2}\.\d$/, 'expected a version such as v60.0')
      .optional()
      .describe('API version in URLs of responses: v60.0 by default'),
    bodyLimit: whole(1_024, 1_000_000_000, 'Maximum bytes of a decompressed request body: 6,291,456 (6 MB) by default'),
    uploadLimit: whole(
      1_024,
      10_000_000_000,
      'Maximum size of an uploaded file in bytes: 104,857,600 (100 MB) by default',
    ),
    fileMemory: whole(
      128 * 1024 * 1024,
      1_000_000_000_000,
      'Maximum resident memory in bytes of a process that reads an uploaded file: 536,870,912 (512 MB) by default. All such processes together may use 1.5 times as much',
    ),
    instanceUrl: z
      .string()
      .max(2000)
      .refine(
        (address) => isHttp(address, (url) => ['http:', 'https:'].includes(url.protocol)) && !address.endsWith('/'),
        'expected an http or https URL without a trailing slash',
      )
      .optional()
      .describe('Public URL of the service. Default: the listening address'),
    identityProviders: z.array(identityProviderSchema).max(20).optional().describe('External issuers of access tokens'),
    signIn: signInSchema.optional().describe('Login to the console with an OpenID Connect provider'),
    passwordGrant: z
      .boolean()
      .optional()
      .describe(
        'Whether the token endpoint accepts user name and password, for tools without another option: false by default, because the tool learns the secret',
      ),
    appRegistration: z
      .boolean()
      .optional()
      .describe('Whether apps such as AI assistants may register themselves (RFC 7591): false by default'),
    proxies: whole(
      0,
      10,
      'Number of reverse proxies that append to X-Forwarded-For, if trustedProxies cannot list them: 0 by default',
    ),
    trustedProxies: z
      .array(
        z
          .string()
          .refine((text) => parseNetwork(text) !== undefined, 'expected an IP address or a network such as 10.0.0.0/8'),
      )
      .max(1_000)
      .optional()
      .describe('IP addresses and networks of reverse proxies whose X-Forwarded-For is trusted: none by default'),
    metricsPort: whole(
      0,
      65_535,
      'Port that serves only /metrics, without a token. 0 chooses a free port. By default, there is no such port',
    ),
    metricsHost: z.string().min(1).max(255).optional().describe('IP address for metricsPort: 127.0.0.1 by default'),
    tls: z
      .strictObject({
        cert: z.string().min(1).max(4_096).describe('PEM file with the certificate chain'),
        key: z.string().min(1).max(4_096).describe('PEM file with the private key'),
      })
      .optional()
      .describe('Serves HTTPS with these files, relative to the folder; changed files are reloaded'),
    limits: limitsSchema.optional().describe('Limits on load and concurrency'),
    rateLimit: whole(1, 100_000_000, 'Maximum requests per minute per client: 1,200,000 by default'),
    learning: z
      .enum(['off', 'propose', 'activate'])
      .optional()
      .describe(
        'Whether the service learns scenarios from the records. off: never. propose (the default): a person accepts each proposal. activate: proposals are accepted automatically',
      ),
    learningRecords: whole(
      200,
      1_000_000_000,
      'Number of records required to learn a scenario: 200 (the default) or more',
    ),
    learningChange: z
      .number()
      .min(0.01)
      .max(100)
      .optional()
      .describe('Share of the records of an object that must change before the next learning: 0.1 by default'),
    historyDays: whole(1, 36_500, 'Days to keep changes for history and undo: 90 by default'),
    sqlTables: z
      .boolean()
      .optional()
      .describe('With PostgreSQL, whether records and history are also in tables for SQL: true by default'),
    jobMemory: whole(
      256 * 1024 * 1024,
      1_000_000_000_000_000,
      'Memory in bytes for the comparison of a job: half of the free memory by default. A job that needs more uses DuckDB',
    ),
    jobs: jobScheduleSchema.optional().describe('Jobs that the service starts automatically: none by default'),
    corsOrigins: z
      .array(
        z
          .string()
          .max(2000)
          .refine(
            (origin) => isHttp(origin, (url) => ['http:', 'https:'].includes(url.protocol) && url.origin === origin),
            'expected an origin such as https://app.example.com: scheme, host and, if not the default, port',
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
        'Country for phone numbers without a country code and for dates. By default, only national digits are compared, and dates have the month first',
      ),
  })
  .refine(
    ({ bodyLimit = defaultSettings.bodyLimit, limits }) =>
      limits?.bytesAtOnce === undefined || limits.bytesAtOnce >= bodyLimit,
    { path: ['limits', 'bytesAtOnce'], error: 'is less than bodyLimit: bodies of that size would never be accepted' },
  )
  .refine(({ proxies = 0, trustedProxies = [] }) => proxies === 0 || trustedProxies.length === 0, {
    path: ['proxies'],
    error: 'conflicts with trustedProxies, which is more precise: remove this setting',
  })
  .meta({ id: 'Settings' });
