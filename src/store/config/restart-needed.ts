import type { Configuration } from './configuration.js';

/**
 * Lists the differences that need a restart: objects, because stored records, Ids and summaries depend on them, and all
 * settings except the job schedule.
 * @returns the file and name of each difference; empty if the next configuration can be loaded without a restart
 */
export function restartNeeded(running: Configuration, next: Configuration): string[] {
  const objects = differing(byName(running.objectDefinitions), byName(next.objectDefinitions));
  const settings = differing({ ...running.settings, jobs: null }, { ...next.settings, jobs: null });
  return [...objects.map((name) => `objects.json: ${name}`), ...settings.map((key) => `settings.json: ${key}`)];
}

function byName(definitions: Configuration['objectDefinitions']): Record<string, unknown> {
  return Object.fromEntries(definitions.map((definition) => [definition.name, definition]));
}

function differing(before: object, after: object): string[] {
  const [a, b] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...a.keys(), ...b.keys()])].filter(
    (key) => JSON.stringify(a.get(key)) !== JSON.stringify(b.get(key)),
  );
}
