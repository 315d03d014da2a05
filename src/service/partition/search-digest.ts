import { createHash } from 'node:crypto';
import type { Configuration } from '../../config/configuration.js';
import { programDigest, typeDigest } from '../index-snapshot/digest.js';

const MOST_KNOWN = 1_000;
const known = new WeakMap<Configuration, Map<string, string>>();

/**
 * Of all that the scores of a search depend on, besides the records: the program, the scenarios that it applies, and
 * what their fields mean.
 */
export function searchDigest(configuration: Configuration, objectType: string, scenarioIds: readonly string[]): string {
  let digests = known.get(configuration);
  // Callers choose scenarios as they like.
  if (digests === undefined || digests.size > MOST_KNOWN)
    known.set(configuration, (digests = new Map<string, string>()));
  const key = JSON.stringify([objectType, scenarioIds]);
  let digest = digests.get(key);
  if (digest === undefined) digests.set(key, (digest = digestOf(configuration, objectType, scenarioIds)));
  return digest;
}

function digestOf(configuration: Configuration, objectType: string, scenarioIds: readonly string[]): string {
  const { registry, scenarios, scenarioDefinitions } = configuration;
  const applied = new Set(scenarioIds);
  const definitions = scenarioDefinitions.filter(({ id }) => applied.has(id));
  const columns = scenarios.filter(({ id, object }) => object === objectType && applied.has(id));
  return createHash('sha256')
    .update(programDigest())
    .update(JSON.stringify([objectType, definitions]))
    .update(typeDigest(configuration, registry.byName(objectType)!, columns))
    .digest('hex');
}
