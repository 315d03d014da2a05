import type { Grouping } from './group-types.js';
import { groupingWork } from './grouping-work.js';
import { contradictionsOf, groupDetails, groupStatus, groupSurvivors, readiness, shownGroup } from './shown-group.js';
import type { ServiceParts } from '../live-parts.js';

export function grouping(parts: () => ServiceParts): Grouping {
  return {
    work: (request) => groupingWork(parts(), request),
    show: (...group) => shownGroup(parts(), ...group),
    status: (...group) => groupStatus(parts(), ...group),
    contradictions: (...group) => contradictionsOf(parts(), ...group),
    readiness: (...group) => readiness(parts(), ...group),
    details: (...group) => groupDetails(parts(), ...group),
    survivors: (...asked) => groupSurvivors(parts(), ...asked),
  };
}
