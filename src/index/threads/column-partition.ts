import type { Scenario, ScenarioField } from '../../matching/scenario.js';
import type { FieldTexts } from '../../matching/field-texts.js';

export interface ColumnPartition {
  /** The scenario, with only the columns that belong to this thread. */
  readonly scenario: Scenario;
  readonly fields: readonly string[];
}

/** Divides columns among threads. All columns of a field go to one thread. @param valuesOf approximate value count */
export function partitionColumns(
  scenarios: readonly Scenario[],
  threads: number,
  valuesOf: (column: ScenarioField) => number = () => 0,
): ColumnPartition[] {
  const groups = grouped(scenarios.flatMap(({ fields }) => fields)).map((columns) => {
    const fields = [...new Set(columns.flatMap((column) => column.fields))];
    const made = new Map(columns.map((column) => [`${column.method.name} ${column.label}`, column]));
    const cost = [...made.values()].reduce((sum, column) => sum + 1 + valuesOf(column), 0);
    return { columns, fields, cost };
  });
  groups.sort((a, b) => b.cost - a.cost);
  const shares = Array.from({ length: Math.min(threads, groups.length) }, () => ({
    columns: [] as ScenarioField[],
    fields: [] as string[],
    cost: 0,
  }));
  for (const { columns, fields, cost } of groups) {
    const least = shares.reduce((best, each) => (each.cost < best.cost ? each : best));
    least.columns.push(...columns);
    least.fields.push(...fields);
    least.cost += cost;
  }
  return shares.map(({ columns, fields }) => ({ scenario: { ...plain(scenarios[0]!), fields: columns }, fields }));
}

export function together(shares: readonly ColumnPartition[]): ColumnPartition {
  return {
    scenario: { ...shares[0]!.scenario, fields: shares.flatMap(({ scenario }) => scenario.fields) },
    fields: shares.flatMap(({ fields }) => fields),
  };
}

export const valuesIn =
  (sample: readonly FieldTexts[]) =>
  ({ fields }: ScenarioField): number =>
    new Set(sample.map((row) => fields.map((field) => row[field] ?? '').join('\u0000'))).size;

/** Removes the model, because it belongs to all fields of the scenario together. */
function plain({
  id,
  name,
  object,
  threshold,
  minimumOverlap,
  asksSearches,
  totalWeight,
  usage,
}: Scenario): Omit<Scenario, 'fields'> {
  return {
    ...{ id, name, object, threshold, minimumOverlap, totalWeight, usage },
    ...(asksSearches === true && { asksSearches }),
  };
}

function grouped(columns: readonly ScenarioField[]): ScenarioField[][] {
  let groups: ScenarioField[][] = [];
  for (const column of columns) {
    const touches = (group: ScenarioField[]) =>
      group.some(({ fields }) => fields.some((field) => column.fields.includes(field)));
    groups = [[...groups.filter(touches).flat(), column], ...groups.filter((group) => !touches(group))];
  }
  return groups;
}
