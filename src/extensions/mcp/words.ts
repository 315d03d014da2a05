/** An answer of an endpoint. */
export type Data = Readonly<Record<string, unknown>>;

interface Result {
  readonly score: number;
  readonly scenarioScores: readonly { readonly scenarioScore: number; readonly scenarioName: string }[];
  readonly objectData: Data;
}

/** Results listed in the text; the whole list is in the data. */
const NAMED = 20;

export function searchResults(answer: Data): string {
  const all = (Object.values(answer) as Result[][]).flat();
  if (all.length === 0) return 'No stored record is a possible duplicate.';
  const lines = all.slice(0, NAMED).map(({ score, scenarioScores, objectData }) => {
    const by = scenarioScores.filter((one) => one.scenarioScore === score).map((one) => one.scenarioName);
    return `- ${nameOf(objectData)}, ${String(objectData['Id'])}: ${score} %, by ${by[0] ?? 'a scenario'}`;
  });
  const more = all.length > NAMED ? `\nand ${all.length - NAMED} more` : '';
  const count = all.length === 1 ? '1 record' : `${all.length} records`;
  return `${count} may be duplicates, best first:\n${lines.join('\n')}${more}`;
}

interface Explanation {
  readonly score: number;
  readonly contradictions?: readonly { readonly kind: string; readonly one: string; readonly other: string }[];
  readonly scenarios: readonly {
    readonly scenarioName: string;
    readonly score: number;
    readonly threshold: number;
    readonly isDuplicate: boolean;
    readonly fields: readonly {
      readonly field: string;
      readonly searched: string | null;
      readonly stored: string | null;
      readonly similarity: number;
      readonly counted: boolean;
    }[];
  }[];
}

export function explained(answer: Data): string {
  const { score, scenarios, contradictions = [] } = answer as unknown as Explanation;
  const lines = scenarios.map((scenario) => {
    const { scenarioName, score: own, threshold, isDuplicate, fields } = scenario;
    const compared = fields.filter(({ counted }) => counted).map((field) => `${field.field} ${agreement(field)}`);
    const verdict = isDuplicate ? 'a duplicate' : 'no duplicate';
    const by = compared.join(', ') || 'nothing to compare';
    return `- ${scenarioName}: ${own} %, ${verdict} (from ${threshold} %): ${by}`;
  });
  const against = contradictions.map(({ kind, one, other }) => `${kind} (${one} / ${other})`);
  return [
    `The score is ${score} %.`,
    ...lines,
    ...(against.length > 0 ? [`Contradictions: ${against.join(', ')}`] : []),
  ].join('\n');
}

function agreement({ searched, stored, similarity }: Explanation['scenarios'][number]['fields'][number]): string {
  if (similarity === 1) return 'agrees';
  if (similarity === 0) return `differs (${searched ?? 'blank'} / ${stored ?? 'blank'})`;
  return `is similar (${searched ?? ''} / ${stored ?? ''}, ${Math.round(similarity * 100)} %)`;
}

interface Pair {
  readonly id: string;
  readonly createdId: string;
  readonly matchedId: string;
  readonly score: number;
  readonly contradictions?: readonly { readonly kind: string }[];
}

export function pairsInWords(answer: Data): string {
  const { totalSize, records } = answer as { totalSize: number; records: readonly Pair[] };
  const lines = records.map(({ id, createdId, matchedId, score, contradictions = [] }) => {
    const against = contradictions.map(({ kind }) => kind).join(', ');
    return `- ${id}: ${createdId} and ${matchedId}, ${score} %${against === '' ? '' : `, against it: ${against}`}`;
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
  const { masterId, masterRule, mergedIds, fields, changeId } = answer as {
    masterId: string;
    masterRule: string;
    mergedIds: readonly string[];
    fields: readonly { field: string; value: unknown; rule: string }[];
    changeId: string | null;
  };
  const values = fields.map(({ field, value, rule }) => `- ${field}: ${JSON.stringify(value)} (${rule})`);
  const outcome = isDone
    ? `Merged into ${masterId}. ${changeId === null ? 'They were already merged.' : `To undo it: ${changeId}.`}`
    : `Nothing has changed yet. ${mergedIds.join(', ')} would become part of ${masterId} (${masterRule}).\n` +
      'Confirm it to merge.';
  return [outcome, ...values].join('\n');
}

function nameOf(record: Data): string {
  const name = record['Name'] ?? [record['FirstName'], record['LastName']].filter(Boolean).join(' ');
  return typeof name === 'string' && name !== '' ? name : 'a record without a name';
}
