import { resolve } from 'node:path';
import type { z } from 'zod';
import type { Settings } from './configuration.js';
import { defaultLimits, resolveLimits } from './limits.js';
import type { settingsSchema } from './schemas.js';

export const defaultSettings: Settings = {
  restSegment: 'apexrest',
  productSegment: 'dupcheck',
  apiVersion: 'v60.0',
  bodyLimit: 6 * 1024 * 1024,
  identityProviders: [],
  proxies: 0,
  limits: defaultLimits,
  historyDays: 90,
  corsOrigins: [],
  defaultCountry: 'US',
};

/** What `settings.json` says over the defaults; files of keys are relative to the folder. */
export function resolveSettings(written: z.output<typeof settingsSchema>, folder: string | undefined): Settings {
  const given = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
  return {
    ...defaultSettings,
    ...given,
    limits: resolveLimits(written.limits ?? {}, written.bodyLimit ?? defaultSettings.bodyLimit),
    identityProviders: (written.identityProviders ?? []).map((provider) => ({
      ...provider,
      ...(provider.jwksFile !== undefined && { jwksFile: resolve(folder ?? '.', provider.jwksFile) }),
    })),
  };
}
