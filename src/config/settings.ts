import { resolve } from 'node:path';
import type { z } from 'zod';
import type { Settings, SignIn } from './configuration.js';
import { defaultLimits, resolveLimits } from './config-limits.js';
import type { WrittenSignIn } from './sign-in.js';
import type { settingsSchema } from './settings-schema.js';

/**
 * Requests a minute and client, 20,000 a second: about three times as many as the busiest client has ever got answered
 * here (the repeated searches of `bench/RESULTS.md`), and more than an empty route of Express answers. An honest client
 * meets its share of the service first, not this; what it ends is a loop that sends what is refused at once.
 */
const RATE_LIMIT = 1_200_000;

export const defaultSettings: Settings = {
  restSegment: 'apexrest',
  productSegment: 'dupcheck',
  apiVersion: 'v60.0',
  bodyLimit: 6 * 1024 * 1024,
  uploadLimit: 100 * 1024 * 1024,
  fileMemory: 512 * 1024 * 1024,
  identityProviders: [],
  trustedProxies: [],
  proxies: 0,
  rateLimit: RATE_LIMIT,
  metricsHost: '127.0.0.1',
  limits: defaultLimits,
  historyDays: 90,
  learning: 'propose',
  learningRecords: 200,
  learningChange: 0.1,
  sqlTables: true,
  corsOrigins: [],
};

/** Settings of `settings.json` over the defaults, but for `jobs`; files of keys are relative to the folder. */
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
