import type { SearchOutput } from '../../records/contract/schemas.js';
import type { ScoreExplanation } from '../../service/explain/explanation.js';
import type { SuspectedPairsPage } from '../../service/likeness.js';
import type { MergeOutput } from '../../service/merge/merge-types.js';

export type Data = Readonly<Record<string, unknown>>;

/** Maximum number of results named in the text. The data contains all results. */
const NAMED = 20;

export function searchResults(answer: Data): string {
  const all = Object.values(answer as SearchOutput).flat();
  if (all.length === 0) return 'No possible duplicates found.';
  const lines = all.slice(0, NAMED).map(({ score, scenarioScores, objectData }) => {
    const by = scenarioScores.filter((one) => one.scenarioScore === score).map((one) => one.scenarioName);
    return `- ${nameOf(objectData)}, ${String(objectData['Id'])}: ${score} % in ${by[0] ?? 'a scenario'}`;
  });
  const more = all.length > NAMED ? `\nand ${all.length - NAMED} more` : '';
  const count = all.length === 1 ? '1 record' : `${all.length} records`;
  return `${count} may be duplicates, best first:\n${lines.join('\n')}${more}`;
}

export function explained(answer: Data): string {
  const { score, scenarios, contradictions = [] } = answer as unknown as ScoreExplanation;
  const lines = scenarios.map((scenario) => {
    const { scenarioName, score: own, threshold, isDuplicate, fields } = scenario;
    const compared = fields.filter(({ counted }) => counted).map((field) => `${field.field} ${agreement(field)}`);
    const verdict = isDuplicate ? 'a duplicate' : 'not a duplicate';
    const by = compared.join(', ') || 'no fields were compared';
    return `- ${scenarioName}: ${own} %, ${verdict} (threshold ${threshold} %): ${by}`;
  });
  const against = contradictions.map(({ kind, one, other }) => `${kind} (${one} / ${other})`);
  return [
    `The score is ${score} %.`,
    ...lines,
    ...(against.length > 0 ? [`Contradictions: ${against.join(', ')}`] : []),
  ].join('\n');
}

function agreement({ searched, stored, similarity }: ScoreExplanation['scenarios'][number]['fields'][number]): string {
  if (similarity === 1) return 'agrees';
  if (similarity === 0) return `differs (${searched ?? 'blank'} / ${stored ?? 'blank'})`;
  return `is similar (${searched ?? ''} / ${stored ?? ''}, ${Math.round(similarity * 100)} %)`;
}

export function pairsInWords(answer: Data): string {
  const { totalSize, records } = answer as unknown as SuspectedPairsPage;
  const lines = records.map(({ id, createdId, matchedId, score, contradictions = [] }) => {
    const against = contradictions.map(({ kind }) => kind).join(', ');
    return `- ${id}: ${createdId} and ${matchedId}, ${score} %${against === '' ? '' : `, contradictions: ${against}`}`;
  });
  return [`${totalSize} suspected pairs`, ...lines].join('\n');
}

export function upserted(answer: Data): string {
  if (answer['isSuccess'] !== true) return `Not saved: ${String(answer['errorMessage'])}`;
  const id = String(answer['objectId']);
  return answer['isCreated'] === true
    ? `Created ${id}: no duplicate was updated.`
    : `Updated ${id}, a duplicate: no new record was created.`;
}

export function merged(answer: Data, isDone: boolean): string {
  const { masterId, masterRule, mergedIds, fields, changeId } = answer as unknown as MergeOutput;
  const values = fields.map(({ field, value, rule }) => `- ${field}: ${JSON.stringify(value)} (${rule})`);
  const outcome = isDone
    ? `Merged into ${masterId}. ${changeId === null ? 'They were already merged.' : `changeId for undo: ${changeId}.`}`
    : 'Nothing has changed yet. ' +
      `${mergedIds.join(', ')} would become part of ${masterId} (${masterRule}).\nSet confirmed to true to merge.`;
  return [outcome, ...values].join('\n');
}

function nameOf(record: Data): string {
  const name = record['Name'] ?? [record['FirstName'], record['LastName']].filter(Boolean).join(' ');
  return typeof name === 'string' && name !== '' ? name : 'a record without a name';
}
