import { gone } from '../undo/entity-is-deleted.js';
import { FULL } from '../../matching/method.js';
import { PARTS, posteriorParts } from '../../matching/model.js';
import { scorePair, shownScore, weighPair, type FieldScore } from '../../matching/score.js';
import type { Scenario } from '../../matching/scenario.js';
import { normaliseId } from '../../records/ids.js';
import type { FieldValues } from '../../records/record.js';
import { NormalizedRecord } from '../../matching/normalized-record.js';
import { type FieldTexts } from '../../matching/field-texts.js';
import type { ExplainInput } from '../likeness.js';
import type { ScoreExplanation, ExplainedField } from './explanation.js';
import { RequestError } from '../../records/contract/request-error.js';
import { searchValues, typeOfPrefix, type SearchParts } from '../search/search.js';

/**
 * Explains a pair's scores by scenario and field: compared values, similarities and contributions.
 * @throws RequestError
 */
export function explain(parts: SearchParts, input: ExplainInput): ScoreExplanation {
  const type = typeOfPrefix(parts.configuration, input.objectPrefix);
  const values = searchValues(type, input.objectData);
  const searched = parts.texts.of(type, values);
  if ((input.recordId === undefined) === (input.otherData === undefined)) {
    throw new RequestError(
      400,
      'JSON_PARSER_ERROR',
      'Send either recordId (a stored record) or otherData (a second set of values)',
      ['recordId'],
    );
  }
  const other =
    input.otherData === undefined
      ? fieldsOfRecord(parts, type.name, input.recordId!)
      : searchValues(type, input.otherData);
  const stored = parts.texts.of(type, other);
  const scenarios = parts.scenarios.choose(type.name, 'restSearch', input.scenarioIds);
  const { judge } = parts;
  return {
    ...explainTexts(scenarios, searched, stored),
    contradictions: judge.contradictions(type, judge.party(type, values), judge.party(type, other), scenarios),
  };
}

export function explainTexts(
  scenarios: readonly Scenario[],
  searched: FieldTexts,
  stored: FieldTexts,
): ScoreExplanation {
  const explained = scenarios.map((scenario) => explainScenario(scenario, searched, stored));
  explained.sort((a, b) => b.exact - a.exact || (a.scenario.scenarioId < b.scenario.scenarioId ? -1 : 1));
  const duplicate = explained.find(({ scenario }) => scenario.isDuplicate) ?? explained[0];
  return { score: duplicate?.scenario.score ?? 0, scenarios: explained.map(({ scenario }) => scenario) };
}

function fieldsOfRecord(parts: SearchParts, typeName: string, recordId: string): Readonly<FieldValues> {
  const type = parts.configuration.registry.byName(typeName)!;
  const id = normaliseId(recordId);
  const record = id === undefined ? undefined : parts.transactions.committed(id);
  if (record?.type !== type.name) {
    if (id !== undefined && parts.store.isDeleted(id)) throw gone(parts.store, id);
    throw new RequestError(404, 'NOT_FOUND', `recordId: no ${type.name} with this Id is stored`, ['recordId']);
  }
  return record.fields;
}

function explainScenario(
  scenario: Scenario,
  searched: FieldTexts,
  stored: FieldTexts,
): { exact: number; scenario: ScoreExplanation['scenarios'][number] } {
  const fieldScores: FieldScore[] = [];
  const [a, b] = [new NormalizedRecord(searched).normals(scenario), new NormalizedRecord(stored).normals(scenario)];
  const score = scorePair(scenario, a, b, 'search', undefined, fieldScores);
  const weight = scenario.model && weighPair(scenario, scenario.model, a, b, 'search');
  const isNothingSent = a.every((text) => text === '');
  const tooLittle =
    scenario.model === undefined && score.num === 0 && fieldScores.some((field) => field.similarity > 0);
  const counted = fieldScores.reduce((sum, field, i) => (field.counted ? sum + scenario.fields[i]!.weight : sum), 0);
  return {
    exact: score.den === 0 ? 0 : score.num / score.den,
    scenario: {
      scenarioId: scenario.id,
      scenarioName: scenario.name,
      score: shownScore(score.num, score.den),
      threshold: scenario.threshold / 100,
      isDuplicate: score.isDuplicate,
      ...(isNothingSent && { note: 'no field of this scenario was sent: its score is 0' }),
      ...(tooLittle && { note: 'too few fields were compared (minimumEvidence): its score is 0' }),
      fields: scenario.fields.map((field, i) =>
        weight ? explainMatchWeight(field, fieldScores[i]!) : explainField(field, fieldScores[i]!, counted),
      ),
      ...(weight && {
        evidence: {
          prior: weight.prior / 1_000,
          rivals: weight.nonMatches.map(({ name, effect }) => ({ name, effect: effect / 1_000 })),
          total: weight.total / 1_000,
          probability: posteriorParts(weight.total) / (10_000 * PARTS),
        },
      }),
    },
  };
}

function explainField(field: Scenario['fields'][number], score: FieldScore, counted: number): ExplainedField {
  const note = noteOf(score, field.blank);
  return {
    field: field.label,
    method: field.method.name,
    searched: score.searched === '' ? null : score.searched,
    stored: score.stored === '' ? null : score.stored,
    similarity: score.similarity / FULL,
    weight: field.weight / 100,
    counted: score.counted,
    contribution: score.counted ? (100 * field.weight * score.similarity) / (counted * FULL) : 0,
    ...(note !== undefined && { note }),
  };
}

/** Explains a field of a probabilistic scenario, in bits instead of percentage points. Blanks are neutral. */
function explainMatchWeight(field: Scenario['fields'][number], score: FieldScore): ExplainedField {
  const note =
    score.searched === ''
      ? 'not sent or not comparable, so it does not affect the score'
      : score.stored === ''
        ? 'blank in the record, so it does not affect the score'
        : undefined;
  return {
    ...explainField(field, score, 1),
    contribution: (score.matchWeight ?? 0) / 1_000,
    level: score.level === undefined ? undefined : score.level + 1,
    adjustment: score.adjustment ? score.adjustment / 1_000 : undefined,
    note,
  };
}

function noteOf(score: FieldScore, blank: 'mismatch' | 'ignore'): string | undefined {
  if (score.searched === '') return 'not sent, or without a comparable value: ignored';
  if (score.stored === '')
    return blank === 'ignore' ? 'blank in the record: ignored' : 'blank in the record: treated as a mismatch';
  return score.similarity === 0 ? 'too different: treated as a mismatch' : undefined;
}
