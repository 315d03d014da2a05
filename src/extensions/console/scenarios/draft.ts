import type { EditableScenario } from '../api/types.js';

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
    // Ignore missing storage. The edit is then lost when the page is closed, like any other input.
  }
}

export interface Difference {
  readonly place: string;
  readonly before: string;
  readonly after: string;
}

export function differences(before: EditableScenario | null, after: EditableScenario | null): Difference[] {
  const [a, b] = [flat(before), flat(after)];
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((place) => {
    const [was = '', is = ''] = [a.get(place), b.get(place)];
    return was === is ? [] : [{ place, before: was, after: is }];
  });
}

/** Maps places in a scenario to values. Fields are identified by name and method, not by index. */
function flat(scenario: EditableScenario | null): Map<string, string> {
  const found = new Map<string, string>();
  if (scenario === null) return found;
  for (const [key, value] of Object.entries(scenario)) {
    if (key === 'fields' || value === undefined) continue;
    found.set(
      key,
      Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value),
    );
  }
  for (const { field, method, weight, blank = 'mismatch' } of scenario.fields)
    found.set(`${field} (${method})`, `${weight}, ${blank}`);
  return found;
}
