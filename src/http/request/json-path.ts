/** Keys and indexes, from the outside in. */
export type Path = (string | number)[];

const LONGEST_KEY = 80;

/** `input.relatedList[2].objectData`; other keys are in brackets, long ones cut. */
export function shownPath(path: readonly PropertyKey[]): string {
  let shown = '';
  for (const key of path) {
    if (typeof key === 'number') shown += `[${key}]`;
    else if (/^[A-Za-z_]\w{0,79}$/.test(String(key))) shown += shown === '' ? String(key) : `.${String(key)}`;
    else shown += `[${JSON.stringify(String(key).slice(0, LONGEST_KEY))}]`;
  }
  return shown === '' ? 'request body' : shown;
}
