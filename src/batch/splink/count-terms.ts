import { frequenciesOfCounts } from '../../learning/frequencies.js';
import { isShared } from '../../learning/seal-values.js';
import type { TermFrequency } from '../../config/splink/import-context.js';
import type { MatchMethod } from '../../matching/method.js';
import type { FieldModelDefinition } from '../../matching/model-definition.js';
import type { FieldTexts } from '../../matching/normalized-record.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import { sealWhere } from '../../matching/sealed-values.js';

/** Counts the values of fields row by row, for what Splink calls term frequencies. */
export class TermCounter {
  private readonly counts: ReadonlyMap<TermFrequency, Map<string, number>>;

  constructor(
    private readonly scenario: ScenarioDefinition,
    frequencies: readonly TermFrequency[],
    private readonly methods: ReadonlyMap<string, MatchMethod>,
  ) {
    this.counts = new Map(frequencies.map((each) => [each, new Map<string, number>()]));
  }

  add(row: FieldTexts): void {
    for (const [{ field }, counts] of this.counts) {
      const { field: label, method } = this.scenario.fields[field]!;
      const raw = label.split(/[+|]/).map((name) => (Object.hasOwn(row, name) ? row[name]! : ''));
      const normal = this.methods.get(method)!.normalise(raw);
      if (normal !== '') counts.set(normal, (counts.get(normal) ?? 0) + 1);
    }
  }

  /** The scenario with the frequencies that were counted. */
  finish(): ScenarioDefinition {
    const { model, fields } = this.scenario;
    const modelFields = [...model!.fields];
    for (const [term, counts] of this.counts) {
      const frequencies = frequenciesDefinition(term, counts, this.methods.get(fields[term.field]!.method)!);
      modelFields[term.field] = { ...modelFields[term.field]!, frequencies };
    }
    return { ...this.scenario, model: { ...model!, fields: modelFields } };
  }
}

function frequenciesDefinition(
  { equalU, least }: TermFrequency,
  counts: ReadonlyMap<string, number>,
  method: MatchMethod,
): NonNullable<FieldModelDefinition['frequencies']> {
  let filled = 0;
  for (const count of counts.values()) filled += count;
  const { listed, others } = frequenciesOfCounts(
    { counts, textOf: (text) => text },
    { average: equalU * Math.max(1, filled), fewest: least * filled },
  );
  return sealWhere({ others, listed: [...listed] }, (text) => !isShared(method, counts.get(text) ?? 0));
}
