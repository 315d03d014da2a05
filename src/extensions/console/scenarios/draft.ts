import { fieldLabel, objectLabel } from '../api/objects.js';
import type { EditableScenario, ObjectDescription } from '../api/types.js';
import { say, textOf, texts } from '../texts.js';

/**
 * Unsaved edits of scenarios, in the tab's session storage. The edits survive a reload and a logout, until the tab is
 * closed. A scenario contains names of fields and numbers, but no values of records.
 */
export interface Draft {
  readonly scenario: EditableScenario;
  /** Version of the edited scenario. `null` for a new scenario. */
  readonly version: string | null;
}

const keyOf = (id: string): string => `likeness.scenario.${id}`;

export function readDraft(id: string): Draft | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(id));
    const draft = text === null ? undefined : (JSON.parse(text) as Draft);
    return draft !== undefined && Array.isArray(draft.scenario.fields) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** @param draft if absent, there are no unsaved edits */
export function keepDraft(id: string, draft?: Draft): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(keyOf(id));
    else sessionStorage.setItem(keyOf(id), JSON.stringify(draft));
  } catch {
    // Ignore unavailable storage. The edit is then lost when the page is closed, like any other input.
  }
}

export interface Difference {
  readonly place: string;
  readonly before: string;
  readonly after: string;
}

export const isSame = (before: EditableScenario, after: EditableScenario): boolean =>
  differences(before, after, undefined).length === 0;

/** Returns the differences, in the wording of the form. */
export function differences(
  before: EditableScenario | null,
  after: EditableScenario | null,
  type: ObjectDescription | undefined,
): Difference[] {
  const [a, b] = [flat(before, type), flat(after, type)];
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((place) => {
    const [was = '', is = ''] = [a.get(place), b.get(place)];
    return was === is ? [] : [{ place, before: was, after: is }];
  });
}

/** Maps places in a scenario to values. Fields are identified by name and method, not by index. */
function flat(scenario: EditableScenario | null, type: ObjectDescription | undefined): Map<string, string> {
  const found = new Map<string, string>();
  if (scenario === null) return found;
  for (const [key, value] of Object.entries(scenario))
    if (key !== 'fields' && value !== undefined) found.set(placeLabel(key), valueText(key, value));
  for (const { field, method, weight, blank = 'mismatch' } of scenario.fields) {
    const place = `${fieldLabel(type, field)} (${textOf(texts.search.methods, method) ?? method})`;
    found.set(place, `${weight}, ${texts.scenarios.blank}: ${texts.scenarios.blanks[blank]}`);
  }
  return found;
}

/** Returns messages of the service by place in the scenario, such as `fields[2].method`. */
export function faultsOf(error: Error | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of error?.message.split('\n') ?? []) {
    const [, place, message] = /^scenario\.(\S+): (.*)$/.exec(line) ?? [];
    if (place === undefined || message === undefined) continue;
    const before = found.get(place);
    found.set(place, before === undefined ? message : `${before}. ${message}`);
  }
  return found;
}

/** The label of an input of a scenario. */
export function placeLabel(place: string): string {
  const number = /^fields\[(\d+)\]/.exec(place)?.[1];
  if (number !== undefined) return say(texts.scenarios.place, texts.search.field, Number(number) + 1);
  const { targets: usage, threshold, minimumEvidence, evidenceInSearch, onDuplicate, enabled } = texts.scenarios;
  const labels = { threshold, minimumEvidence, evidenceInSearch, onDuplicate, enabled, usage };
  return textOf({ ...labels, name: texts.records.name, object: texts.overview.object }, place) ?? place;
}

function valueText(key: string, value: unknown): string {
  const { usages, evidencesInSearch: evidenceInSearch, onDuplicates: onDuplicate, on, off } = texts.scenarios;
  const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    ...{ usage: usages, evidenceInSearch, onDuplicate },
    enabled: { true: on, false: off },
  };
  if (key === 'object') return objectLabel(String(value));
  const all = Array.isArray(value) ? value.map(String) : [typeof value === 'string' ? value : JSON.stringify(value)];
  return all.map((one) => textOf(labels[key] ?? {}, one) ?? one).join(', ');
}
