/** Keys and indexes, outermost first. */
export type Path = (string | number)[];

const LONGEST_KEY = 80;

/** Formats a path, such as `input.relatedList[2].objectData`. Unusual keys are bracketed, long keys truncated. */
export function shownPath(path: readonly PropertyKey[]): string {
  let shown = '';
  for (const key of path) {
    if (typeof key === 'number') shown += `[${key}]`;
    else if (/^[A-Za-z_]\w{0,79}$/.test(String(key))) shown += shown === '' ? String(key) : `.${String(key)}`;
    else shown += `[${JSON.stringify(String(key).slice(0, LONGEST_KEY))}]`;
  }
  return shown === '' ? 'request body' : shown;
}
