import type { Settings } from './configuration.js';
import { defaultLimits } from './config-limits.js';

/** Maximum requests per minute per client, against endless loops: three times the top rate in `bench/RESULTS.md`. */
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
