import type { z } from 'zod';
import type { ObjectRegistry } from '../../records/object-type.js';
import type { CrossObjectMap } from './configuration.js';
import { knownField, knownObject, type ProblemReport } from './problem-report.js';
import type { crossObjectSchema } from './config-schemas.js';

/** Replaces the names in the maps with their declared spellings. One object can have one map to another object. */
export function resolveCrossObject(
  written: z.output<typeof crossObjectSchema>,
  registry: ObjectRegistry,
  report: ProblemReport,
): CrossObjectMap[] {
  const maps: CrossObjectMap[] = [];
  written.forEach((map, i) => {
    const from = knownObject(registry, map.from, `[${i}].from`, report);
    const to = knownObject(registry, map.to, `[${i}].to`, report);
    if (from === undefined || to === undefined) return;
    if (from === to) report.add(`[${i}].to`, `${to.name} is mapped to itself: expected another object`);
    if (maps.some((other) => other.from === from.name && other.to === to.name))
      report.add(`[${i}]`, `a map from ${from.name} to ${to.name} already exists`);
    const fields = new Map<string, string>();
    for (const [source, target] of Object.entries(map.fields)) {
      const path = `[${i}].fields.${source.slice(0, 80)}`;
      const sourceField = knownField(from, source, path, report);
      const targetField = knownField(to, target, path, report);
      if (sourceField === undefined || targetField === undefined) continue;
      if (fields.has(sourceField.name)) report.add(path, `${sourceField.name} is given twice (case is ignored)`);
      if ([...fields.values()].includes(targetField.name))
        report.add(path, `${to.name}.${targetField.name} already receives the value of another field`);
      fields.set(sourceField.name, targetField.name);
    }
    if (fields.size === 0 && Object.keys(map.fields).length === 0)
      report.add(`[${i}].fields`, 'expected at least one field');
    maps.push({ from: from.name, to: to.name, enabled: map.enabled, fields });
  });
  return maps;
}
