import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { endianness } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from '../../store/config/configuration.js';
import { codeRoot, packageRoot } from '../../runtime/package-root.js';
import type { Scenario } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';

/** Contains the exact versions of dependencies, which also determine normal forms. */
const PACKAGE = join(packageRoot, 'package.json');

/** Returns a digest of the program, libraries, Unicode tables and byte order, which all affect an index. */
export function programDigest(): string {
  return (program ??= digestOfProgram());
}

let program: string | undefined;

function digestOfProgram(): string {
  const hash = createHash('sha256');
  for (const path of sources(codeRoot))
    hash.update(path.slice(codeRoot.length)).update('\0').update(readFileSync(path));
  const { node, unicode, icu } = process.versions;
  return hash
    .update(readFileSync(PACKAGE))
    .update(JSON.stringify([node, unicode, icu, endianness()]))
    .digest('hex');
}

/** Returns a digest of the settings that a type's index depends on: fields, columns and methods, but not weights. */
export function typeDigest(
  { lists, settings }: Configuration,
  type: ObjectType,
  scenarios: readonly Scenario[],
): string {
  const { name, keyPrefix, fields } = type;
  const columns = scenarios.map((scenario) => scenario.fields.map((field) => [field.fields, field.method.name]));
  const parts = [name, keyPrefix, fields, columns, [...lists], settings.defaultCountry];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      // Neither the console nor generated types affect an index.
      if (entry.isDirectory()) return entry.name === 'console' ? [] : sources(path);
      return /(?<!\.d)\.ts$|\.js$|\.json$/.test(entry.name) ? [path] : [];
    });
}
