import type { KeptApart } from '../explain/preview.js';

const SWITCH = 'set "contradictions": true for the scenario in scenarios.json';

/** Describes disabled contradictions, without counts. @param scenarioIds at least one */
export function describeUncounted(scenarioIds: readonly string[]): string {
  return `contradictions are disabled for ${scenarioIds.join(', ')}. To enable them: ${SWITCH}`;
}

/** Describes, by object, the duplicates that contradictions would exclude, and how to enable contradictions. */
export function describeKeptApart(counted: readonly KeptApart[]): string[] {
  return counted.map(({ objectType, scenarioIds, records, searched, pairs, contradicted, groundless, kinds }) => {
    const of =
      searched < records ? `${searched} of ${records} records` : `${records} record${records === 1 ? '' : 's'}`;
    const named = Object.entries(kinds).map(([kind, count]) => `${kind} ${count}`);
    const reasons = [...named, ...(groundless > 0 ? [`too little evidence ${groundless}`] : [])];
    const why = reasons.length > 0 ? ` (${reasons.join(', ')})` : '';
    return (
      `${objectType}: contradictions are disabled for ${scenarioIds.join(', ')}; if enabled, they would exclude ${contradicted + groundless} of ${pairs} pairs found among ${of}${why}. ` +
      `To enable them: ${SWITCH}`
    );
  });
}
