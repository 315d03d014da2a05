import type { Grouping } from './group-types.js';
import { groupingWork } from './grouping-work.js';
import { groupDetails, groupSurvivors, shownGroup } from './shown-group.js';
import type { ServiceParts } from '../live-parts.js';

/** The service as jobs use it. @param parts those of the moment */
export function grouping(parts: () => ServiceParts): Grouping {
  return {
    work: (request) => groupingWork(parts(), request),
    show: (...group) => shownGroup(parts(), ...group),
    details: (...group) => groupDetails(parts(), ...group),
    survivors: (...asked) => groupSurvivors(parts(), ...asked),
  };
}
