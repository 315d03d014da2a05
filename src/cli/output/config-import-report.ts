import type { Imported } from '../../store/config/import/import-configuration.js';
import { describeKeptApart, describeUncounted } from '../../service/config/describe-kept-apart.js';
import type { KeptApart } from '../../service/explain/preview.js';
import type { MappedMethod } from '../../store/config/import/import-report.js';

const NEARNESS = { same: 'identical', near: 'similar', loose: 'closest available' } as const;

export function describeImport(imported: Imported, keptApart: readonly KeptApart[] | null, folder: string): string {
  const { written, used, methods, declared, switchedOff, withoutContradictions, kept, leftOut, notUsed } = imported;
  const apart = keptApart === null ? [describeUncounted(withoutContradictions)] : describeKeptApart(keptApart);
  const lines = [
    `written to ${folder}: ${written.length === 0 ? 'nothing' : written.join(', ')}`,
    ...used.map(({ path, as }) => `  used      ${path}: ${as}`),
    ...[...byMethod(methods)].map(
      ([what, paths]) => `  method    ${what}: ${paths.length} field${paths.length > 1 ? 's' : ''}`,
    ),
    ...declared.map(({ object, field, type, by }) => `  declared  ${object}.${field} as ${type} (by ${by})`),
    ...switchedOff.map((id) => `  disabled  built-in scenario ${id}`),
    ...apart.map((line) => `  note      ${line}`),
    ...kept.map((id) => `  kept      scenario ${id}: it was already in the folder, and remains in use`),
    ...leftOut.map(({ path, reason }) => `  omitted   ${path}: ${reason}`),
    ...notUsed.map(({ path, reason }) => `  unused    ${path}: ${reason}`),
  ];
  return `${lines.join('\n')}\n`;
}

function byMethod(methods: readonly MappedMethod[]): Map<string, string[]> {
  const kinds = new Map<string, string[]>();
  for (const { path, matchMethod, method, nearness, note } of methods) {
    const what = `${matchMethod} became ${method}, ${NEARNESS[nearness]}${note === undefined ? '' : ` (${note})`}`;
    const paths = kinds.get(what);
    if (paths) paths.push(path);
    else kinds.set(what, [path]);
  }
  return kinds;
}
