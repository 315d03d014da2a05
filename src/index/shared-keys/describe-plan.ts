import type { ComparedColumn } from './compared-columns.js';
import type { KeyList, ListPlan } from './list-plan.js';
import { ALIKE, NOT, type FieldAgreement } from './reach.js';

/** `Email alike and LastName equal` */
function agreementText(agreement: FieldAgreement, columns: readonly ComparedColumn[], between: string): string {
  return columns
    .flatMap(({ name }, i) => (agreement[i] === NOT ? [] : [`${name}${agreement[i] === ALIKE ? ' alike' : ' equal'}`]))
    .join(between);
}

/** A line for each list: what its keys are made of. */
export function describeLists({ lists }: ListPlan, columns: readonly ComparedColumn[]): string[] {
  return lists.map(({ number, agreement, cost }) => {
    const keys = cost.keys < 10 ? cost.keys.toFixed(1).replace(/\.0$/, '') : cost.keys.toFixed(0);
    return `list ${number}: ${agreementText(agreement, columns, ' and ')} (some ${keys} keys a row)`;
  });
}

/** Why a list is enough: the least that the pairs agree in which it has to find. */
export function describeReasons({ reasons }: KeyList, columns: readonly ComparedColumn[]): string[] {
  return reasons.map(({ scenario, agreement }) => `${scenario.id}: ${agreementText(agreement, columns, ', ')}`);
}
