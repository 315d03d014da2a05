import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configurationSchemas } from '../../../src/store/config/config-schemas.js';
import { createMethods } from '../../../src/matching/methods/create-methods.js';

const sections = new Map(
  readFileSync('src/store/config/CONFIGURATION.md', 'utf8')
    .split(/^## /m)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
);
const firstCells = (section: string) => [...sections.get(section)!.matchAll(/^\| `([^`]+)` /gm)].map(([, key]) => key!);

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Returns all keys of a JSON Schema as paths: `fields[].name`. */
function keysOf(schema: Schema, definitions: Readonly<Record<string, Schema>>, path = '', keys = new Set<string>()) {
  if (schema.$ref !== undefined) keysOf(definitions[schema.$ref.split('/').at(-1)!]!, definitions, path, keys);
  for (const form of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) keysOf(form, definitions, path, keys);
  for (const [name, value] of Object.entries(schema.properties ?? {})) {
    const key = path === '' ? name : `${path}.${name}`;
    keys.add(key);
    keysOf(value, definitions, key, keys);
  }
  if (schema.items !== undefined) keysOf(schema.items, definitions, path === '' ? '' : `${path}[]`, keys);
  return keys;
}

describe('CONFIGURATION.md', () => {
  it.each(Object.entries(configurationSchemas()))('lists every key of %s, and no other', (file, schema) => {
    const { $defs } = schema as { $defs?: Record<string, Schema> };
    // `test/http/bounds-documented.test.ts` checks the table of `limits` in API.md.
    const keys = [...keysOf(schema, $defs ?? {})].filter((key) => !key.startsWith('limits.'));
    expect(firstCells(file).sort()).toEqual(keys.sort());
  });

  it('lists every word list that match methods read, and no other', () => {
    const asked = new Set(['frequent-NAME']);
    class Watched extends Map<string, readonly string[]> {
      override get(name: string): readonly string[] | undefined {
        asked.add(name);
        return super.get(name);
      }
    }
    createMethods({ lists: new Watched([['ours', []]]) });
    expect(firstCells('lists/*.txt').sort()).toEqual([...asked].sort());
  });
});
