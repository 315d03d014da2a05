import type { FileTask, ShownFile } from '../api/types.js';
import { fieldsByColumn, mappingAsText, mappingIn, mappingOf, type FieldsByColumn } from './column-fields.js';
import { DUPLICATES, duplicatesTask, type DuplicateChoice } from './duplicates-choice.js';

export interface Plan {
  readonly objectType: string;
  readonly fields: FieldsByColumn;
  readonly duplicates: DuplicateChoice;
  readonly again: boolean;
}

/** Returns the plan from the URL if present, otherwise from the last request or from automatic detection. */
export function planOf({ inspection, task }: ShownFile, objectType: string, typed: URLSearchParams): Plan {
  const columns = inspection?.columns.length ?? 0;
  const map = typed.get('object') === objectType ? typed.get('map') : null;
  const isAsTried = task?.objectType === objectType && isReadAs(task, inspection);
  const guessed = (isAsTried ? task.mapping : inspection?.mapping) ?? [];
  const chosen = typed.get('duplicates') ?? (task === null ? '' : duplicatesOf(task));
  return {
    objectType,
    fields: map === null ? fieldsByColumn(columns, guessed) : mappingIn(map, columns),
    duplicates: DUPLICATES.find((one) => one === chosen) ?? '',
    again: typed.get('again') === 'yes',
  };
}

export const planAsParameters = ({ objectType, fields, ...flags }: Plan): Record<string, string> => ({
  object: objectType,
  map: mappingAsText(fields),
  ...flagsAsParameters(flags),
});

/**
 * Returns the choices to keep when the file is read with other settings. Sends `again=no`, because an omitted parameter
 * keeps its previous value.
 */
export const flagsAsParameters = ({ duplicates, again }: Pick<Plan, 'duplicates' | 'again'>) => ({
  duplicates: duplicates === '' ? 'scenarios' : duplicates,
  again: again ? 'yes' : 'no',
});

export const taskOf = (action: FileTask['action'], { objectType, fields, duplicates, again }: Plan) => ({
  ...{ action, objectType, mapping: mappingOf(fields), again },
  ...duplicatesTask(duplicates),
});

/** Returns whether the last task matches the plan, so that the task's figures are still valid. */
export function isOfPlan({ inspection, task }: ShownFile, plan: Plan): boolean {
  if (task === null || task.objectType !== plan.objectType || !isReadAs(task, inspection)) return false;
  const mapped = mappingAsText(fieldsByColumn(inspection!.columns.length, task.mapping));
  const isSame = mapped === mappingAsText(plan.fields);
  return isSame && (task.action === 'clean' || duplicatesOf(task) === plan.duplicates);
}

function duplicatesOf({ check, duplicates }: Pick<FileTask, 'check' | 'duplicates'>): DuplicateChoice {
  return check ? (duplicates ?? '') : 'all';
}

const READING = ['encoding', 'delimiter', 'sheet', 'header'] as const;

function isReadAs(task: NonNullable<ShownFile['task']>, inspection: ShownFile['inspection']): boolean {
  return inspection !== null && READING.every((name) => task[name] === inspection.said[name]);
}
