import type { Settings } from '../config/configuration.js';

/** Limits on what a process holds at once: each worker takes its share, so that all together hold no more. */
const SHARED = ['connections', 'connectionsPerAddress', 'requestsAtOnce', 'bytesAtOnce'] as const;

/** Settings for one of several workers behind one port, to which connections come in turns. */
export function settingsOfWorker(settings: Settings, workers: number): Settings {
  const limits = { ...settings.limits };
  for (const name of SHARED) limits[name] = Math.ceil(limits[name] / workers);
  // A body of the allowed size must fit.
  limits.bytesAtOnce = Math.max(limits.bytesAtOnce, settings.bodyLimit);
  return { ...settings, limits };
}
