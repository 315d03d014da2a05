import type { z } from 'zod';
import { ConditionError } from '../../records/condition/condition.js';
import type { ObjectRegistry, ObjectType } from '../../records/object-type.js';
import type { Filter } from './configuration.js';
import { parseRecordCondition, type SingleRecordFormulas } from './single-record-formulas.js';
import { knownObject, type ProblemReport } from './problem-report.js';
import type { filtersSchema } from './config-schemas.js';

/** Returns the filters by developer name in lower case. Two objects cannot have the same filter name. */
export function resolveFilters(
  written: z.output<typeof filtersSchema>,
  registry: ObjectRegistry,
  singleRecordFormulas: (type: ObjectType) => SingleRecordFormulas,
  report: ProblemReport,
): ReadonlyMap<string, Filter> {
  const filters = new Map<string, Filter>();
  written.forEach(({ developerName, object, condition: source }, i) => {
    const type = knownObject(registry, object, `[${i}].object`, report);
    const key = developerName.toLowerCase();
    if (filters.has(key)) report.add(`[${i}].developerName`, `${developerName} is given twice (case is ignored)`);
    if (type === undefined) return;
    try {
      const condition = parseRecordCondition(source, type, singleRecordFormulas(type));
      filters.set(key, { developerName, object: type.name, source, condition });
    } catch (error) {
      if (!(error instanceof ConditionError)) throw error;
      report.add(`[${i}].condition`, `${error.message} (at character ${error.position + 1})`);
    }
  });
  return filters;
}
