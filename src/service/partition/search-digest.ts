import { createHash } from 'node:crypto';
import type { Configuration } from '../../config/configuration.js';
import { programDigest, typeDigest } from '../index-snapshot/digest.js';

const known = new WeakMap<Configuration, string>();

/** Of all that the scores of a search depend on, besides the records: program, scenarios, and what their fields mean. */
export function searchDigest(configuration: Configuration): string {
  let digest = known.get(configuration);
  if (digest === undefined) known.set(configuration, (digest = digestOf(configuration)));
  return digest;
}

function digestOf(configuration: Configuration): string {
  const { registry, scenarios, scenarioDefinitions } = configuration;
  const hash = createHash('sha256').update(programDigest()).update(JSON.stringify(scenarioDefinitions));
  for (const type of registry.types) {
    const own = scenarios.filter(({ object }) => object === type.name);
    hash.update(typeDigest(configuration, type, own)).update(JSON.stringify(own.map(({ id }) => id)));
  }
  return hash.digest('hex');
}
