import { z } from 'zod';
import { ON_DUPLICATE } from '../../records/on-duplicate.js';
import type { Scenario } from '../../matching/scenario.js';
import { EVIDENCE_IN_SEARCH } from '../../matching/scenario-schema.js';

/** The scenarios in `likeness scenarios --json` and `GET .../scenarios`, with all data needed to choose `scenarioIds`. */
export const scenariosSchema = z
  .array(
    z.strictObject({
      id: z.string(),
      aliases: z.array(z.string()).optional().describe('Alternative Ids accepted in requests'),
      name: z.string(),
      object: z.string(),
      threshold: z.number().describe('Percent'),
      usage: z.array(z.string()),
      onDuplicate: z
        .enum(ON_DUPLICATE)
        .optional()
        .describe('How an upsert updates a matching record. Default: overwrite'),
      contradictions: z
        .union([z.literal(false), z.record(z.string(), z.union([z.boolean(), z.array(z.string())]))])
        .optional()
        .describe(
          'Contradictions that are disabled, or that read additional fields. By default, all contradictions are enabled',
        ),
      minimumEvidence: z.number().describe('Share of the total weight that must be compared, from 0 to 1'),
      evidenceInSearch: z
        .enum(EVIDENCE_IN_SEARCH)
        .optional()
        .describe('If `whole`, a search with less than the minimum evidence returns no results'),
      fields: z.array(
        z.strictObject({
          field: z.string(),
          method: z.string(),
          weight: z.number(),
          blank: z.enum(['mismatch', 'ignore']),
        }),
      ),
    }),
  )
  .meta({ id: 'Scenarios' });
export type ListedScenario = z.output<typeof scenariosSchema>[number];

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
  type Entry = [kind: string, boolean | string[]];
  const off = [...(contradictions.off ?? [])].map((kind): Entry => [kind, false]);
  const added = [...(contradictions.added ?? [])].map(([kind, fields]): Entry => [kind, [...fields]]);
  return { contradictions: Object.fromEntries([...off, ...added]) };
}
