import type { SharedValue } from '../../matching/grounds/agreement.js';
import type { Party } from '../../matching/contradictions/contradiction.js';
import { FULL } from '../../matching/method.js';
import type { Scenario, ScenarioField } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import type { Transaction } from '../../store/transactions/transaction.js';
import type { PairJudge } from './pair-judge.js';

/** Maximum number of records with one value. A more common value does not identify a person. */
const MOST_HOLDERS = 64;

/** Returns whether another person shares a value with the record, according to the stored records with this value. */
export function* isShared(
  transaction: Transaction,
  judge: PairJudge,
  type: ObjectType,
  holder: { readonly id: string; readonly party: Party },
  value: SharedValue,
  scenarios: readonly Scenario[],
): DecisionSteps<boolean> {
  const scenario = scenarioOver(scenarios, value);
  if (scenario === undefined) return false;
  const { matches } = yield* transaction.find(type.name, {
    values: { [value.field]: value.text },
    scenarios: [scenario],
    rule: 'search',
    limit: MOST_HOLDERS + 1,
    accept: (id) => id !== holder.id,
  });
  if (matches.length > MOST_HOLDERS) return true;
  for (const { id } of matches) {
    yield;
    const record = transaction.get(id);
    if (record !== undefined && judge.areDifferent(type, holder.party, judge.party(type, record.fields))) return true;
  }
  return false;
}

function scenarioOver(scenarios: readonly Scenario[], { field, method }: SharedValue): Scenario | undefined {
  for (const scenario of scenarios) {
    const found = scenario.fields.find((each) => isOver(each, field, method));
    if (found === undefined) continue;
    const { id, name, object, usage } = scenario;
    return { id, name, object, usage, threshold: FULL, minimumOverlap: 0, fields: [found], totalWeight: found.weight };
  }
  return undefined;
}

function isOver({ fields, method }: ScenarioField, field: string, name: string): boolean {
  return fields.includes(field) && method.name === name;
}
