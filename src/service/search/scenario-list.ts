import type { OnDuplicate } from '../../records/on-duplicate.js';
import type { BlankRule, EvidenceInSearch, Scenario, Usage } from '../../matching/scenario.js';

/** A scenario in `likeness scenarios --json` and `GET .../scenarios`, with all data needed to choose `scenarioIds`. */
export interface ListedScenario {
  id: string;
  aliases?: string[];
  name: string;
  object: string;
  /** Percent. */
  threshold: number;
  usage: Usage[];
  /** Fraction of the total weight, 0 to 1. */
  minimumEvidence: number;
  evidenceInSearch?: EvidenceInSearch;
  /** How an upsert updates a record found by the scenario. Default: sent values overwrite. */
  onDuplicate?: OnDuplicate;
  /** Kinds of contradiction that the scenario uses, as configured. Default: all. */
  contradictions?: false | Partial<Record<string, boolean | readonly string[]>>;
  fields: { field: string; method: string; weight: number; blank: BlankRule }[];
}

export function listScenarios(scenarios: readonly Scenario[]): ListedScenario[] {
  return scenarios.map((scenario) => ({
    id: scenario.id,
    ...(scenario.aliases && { aliases: [...scenario.aliases] }),
    name: scenario.name,
    object: scenario.object,
    threshold: scenario.threshold / 100,
    usage: [...scenario.usage],
    minimumEvidence: scenario.minimumOverlap / 10_000,
    ...(scenario.asksSearches === true && { evidenceInSearch: 'whole' as const }),
    ...(scenario.onDuplicate && { onDuplicate: scenario.onDuplicate }),
    ...contradictionsOf(scenario),
    fields: scenario.fields.map((field) => ({
      field: field.label,
      method: field.method.name,
      weight: field.weight / 100,
      blank: field.blank,
    })),
  }));
}

function contradictionsOf({ contradictions }: Scenario): Pick<ListedScenario, 'contradictions'> {
  if (contradictions === undefined) return {};
  if (contradictions === false) return { contradictions };
  const off = [...(contradictions.off ?? [])].map((kind) => [kind, false] as const);
  const added = [...(contradictions.added ?? [])].map(([kind, fields]) => [kind, [...fields]] as const);
  const entries: (readonly [string, boolean | readonly string[]])[] = [...off, ...added];
  return { contradictions: Object.fromEntries<boolean | readonly string[]>(entries) };
}
