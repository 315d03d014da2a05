import { isSupportedCountry } from 'libphonenumber-js/max';
import { z } from 'zod';
import { jobScheduleSchema } from './job-schedule.js';
import { signInSchema, type WrittenSignIn } from './sign-in.js';
import { limitsSchema, resolveLimits } from './config-limits.js';
import { isLoopback, parseNetwork } from './ip-network.js';
import { defaultSettings } from './settings.js';
import { resolve } from 'node:path';
import type { Settings, SignIn } from './configuration.js';

/** Overrides the defaults with the written settings, except `jobs`. Paths of key files are relative to the folder. */
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

export function resolveSignIn({ grants = {}, ...written }: WrittenSignIn, folder: string | undefined): SignIn {
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
    issuer: text.describe('Value of iss'),
    audience: text.describe('Value of aud'),
    jwksFile: text.optional().describe('File of its public keys, relative to the configuration folder'),
    jwksUri: z
      .string()
      .max(2000)
      .refine(
        (address) =>
          isHttp(address, (url) => url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))),
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
    bodyLimit: whole(1_024, 1_000_000_000, 'Largest request body in bytes, decoded: 6,291,456 (6 MB) by default'),
    uploadLimit: whole(
      1_024,
      10_000_000_000,
      'Largest file for an import or a cleaning, in bytes: 104,857,600 (100 MB) by default',
    ),
    fileMemory: whole(
      128 * 1024 * 1024,
      1_000_000_000_000,
      'Resident memory in bytes of a process that reads an uploaded file; all such processes together may use half as much again: 536,870,912 (512 MB) by default',
    ),
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
    signIn: signInSchema.optional().describe('Logs people into the console elsewhere: OpenID Connect'),
    passwordGrant: z
      .boolean()
      .optional()
      .describe(
        'Whether the token endpoint accepts name and password, for tools that support nothing else: false by default, because the tool then knows the secret',
      ),
    appRegistration: z
      .boolean()
      .optional()
      .describe('Whether apps may register themselves (RFC 7591), as assistants do: false by default'),
    proxies: whole(
      0,
      10,
      'Number of reverse proxies in front that add to X-Forwarded-For, if trustedProxies cannot name them: 0 by default',
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
        'Addresses and networks of reverse proxies in front, whose X-Forwarded-For is trusted: none by default',
      ),
    metricsPort: whole(0, 65_535, 'Port that serves /metrics alone, without a token; 0: any free one; absent: none'),
    metricsHost: z.string().min(1).max(255).optional().describe('Address of that port: 127.0.0.1 by default'),
    tls: z
      .strictObject({
        cert: z.string().min(1).max(4_096).describe('Certificate chain, PEM file'),
        key: z.string().min(1).max(4_096).describe('Private key, PEM file'),
      })
      .optional()
      .describe('Serves HTTPS with these files, relative to the folder; read again when they change'),
    limits: limitsSchema.optional().describe('Limits of concurrent work'),
    rateLimit: whole(1, 100_000_000, 'Requests a minute and client: 1,200,000 by default'),
    learning: z
      .enum(['off', 'propose', 'activate'])
      .optional()
      .describe(
        'Scenarios learned from the records: none (off); as proposals that somebody accepts (propose, the default); accepted at once (activate)',
      ),
    learningRecords: whole(
      200,
      1_000_000_000,
      'Number of records from which a scenario is learned: 200 by default, and at least',
    ),
    learningChange: z
      .number()
      .min(0.01)
      .max(100)
      .optional()
      .describe("Share of an object's records that must change before learning again: 0.1 by default"),
    historyDays: whole(1, 36_500, 'Days that changes are kept for history and undo: 90 by default'),
    sqlTables: z
      .boolean()
      .optional()
      .describe('With PostgreSQL: whether to keep records and history also in tables for SQL: true by default'),
    jobMemory: whole(
      256 * 1024 * 1024,
      1_000_000_000_000_000,
      "Memory in bytes for a job's comparison; above it the job uses DuckDB: half of the free memory by default",
    ),
    jobs: jobScheduleSchema.optional().describe('Jobs that the service starts automatically: none by default'),
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
    { path: ['limits', 'bytesAtOnce'], error: 'is less than bodyLimit: no such body would ever be accepted' },
  )
  .refine(({ proxies = 0, trustedProxies = [] }) => proxies === 0 || trustedProxies.length === 0, {
    path: ['proxies'],
    error: 'conflicts with trustedProxies, which is more precise: remove it',
  })
  .meta({ id: 'Settings' });
