import type { z } from 'zod';
import { ConditionError } from '../condition/condition.js';
import type { ObjectRegistry, ObjectType } from '../records/object-type.js';
import { parseOver } from './conditions.js';
import type { Filter } from './configuration.js';
import type { LocalFormulas } from './local-formulas.js';
import { knownObject } from './names.js';
import type { Report } from './report.js';
import type { filtersSchema } from './schemas.js';

/** Filters by developer name in lower case; a name belongs to one object. */
export function resolveFilters(
  written: z.output<typeof filtersSchema>,
  registry: ObjectRegistry,
  localFormulas: (type: ObjectType) => LocalFormulas,
  report: Report,
): ReadonlyMap<string, Filter> {
  const filters = new Map<string, Filter>();
  written.forEach(({ developerName, object, condition: source }, i) => {
    const type = knownObject(registry, object, `[${i}].object`, report);
    const key = developerName.toLowerCase();
    if (filters.has(key)) report.add(`[${i}].developerName`, `${developerName} is given twice (case does not count)`);
    if (type === undefined) return;
    try {
      const condition = parseOver(source, type, localFormulas(type));
      filters.set(key, { developerName, object: type.name, source, condition });
    } catch (error) {
      if (!(error instanceof ConditionError)) throw error;
      report.add(`[${i}].condition`, `${error.message} (at character ${error.position + 1})`);
    }
  });
  return filters;
}
