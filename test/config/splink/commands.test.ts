import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../../src/config/load.js';
import type { SplinkSettings } from '../../../src/config/splink/export-splink-settings.js';
import { cli, done, json } from '../../support/command-line.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

const model = fileURLToPath(new URL('models/splink-5.json', import.meta.url));
const rows = ['first_name,surname,email', ...Array.from({ length: 40 }, (_, i) => `anna,name${i % 8},a${i}@b.org`)];

describe('likeness config import of a Splink model', () => {
  it('writes a scenario beside the others, and ends with exit code 1 where something was left out', async () => {
    const config = newFolder();
    const { code, stdout, stderr } = await cli(['config', 'import', model, '--config', config]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/parts of the settings could not be taken over \(--allow-partial/);
    expect(stdout).toMatch(/used +comparisons\[0\]: first_name as FirstName by personName/);
    expect(stdout).toMatch(/left out +comparisons\[7\]: the comparison tags is left out/);
    const { scenarios } = await loadConfiguration(config);
    expect(scenarios.map(({ id }) => id)).toEqual(expect.arrayContaining(['contact-splink', 'contact-default']));
  });

  it('counts term frequencies in rows', async () => {
    const config = newFolder();
    const file = fileIn(newFolder(), 'rows.csv', `${rows.join('\n')}\n`);
    await done(['config', 'import', model, '--config', config, '--rows', file, '--allow-partial', '--threshold', '95']);
    const { scenarios } = await loadConfiguration(config);
    const { model: learned, threshold } = scenarios.find(({ id }) => id === 'contact-splink')!;
    expect(threshold).toBe(9_500);
    expect(learned!.fields[0]!.frequencies!.listed.get('anna')).toBeLessThan(0);
  });

  it.each([
    ['{"comparisons": [{"comparison_levels": 5}]}', /comparisons\[0\]\.comparison_levels/],
    ['{"comparisons": NaN}', /not readable as JSON/],
    [`{"comparisons": ${'['.repeat(100_000)}`, /JSON/],
  ])('refuses %s, and writes nothing', async (content, message) => {
    const config = newFolder();
    const { code, stderr } = await cli([
      'config',
      'import',
      fileIn(newFolder(), 'bad.json', content),
      '--config',
      config,
    ]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(message) as string });
    expect(readdirSync(config)).toEqual([]);
  });

  it('refuses columns and fields that there are not', async () => {
    const config = newFolder();
    for (const map of ['nothing=FirstName', 'first_name=Nothing'])
      expect(await cli(['config', 'import', model, '--config', config, '--map', map])).toMatchObject({ code: 2 });
    expect(readdirSync(config)).toEqual([]);
  });

  it('has no use for its options in the export of the product', async () => {
    const file = fileIn(newFolder(), 'export.json', '{"objects": []}');
    const { code, stderr } = await cli(['config', 'import', file, '--config', newFolder(), '--threshold', '90']);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--threshold belongs to/) as string,
    });
  });
});

describe('likeness scenarios export', () => {
  it('writes a configured scenario as settings, which come back', async () => {
    const config = newFolder();
    await done(['config', 'import', model, '--config', config, '--allow-partial']);
    const out = `${newFolder()}/settings.json`;
    const told = await json<{ prepare: string; noEquivalent: object[] }>([
      ...['scenarios', 'export', 'contact-splink', '--splink', out, '--config', config, '--json'],
    ]);
    expect(told.prepare).toMatch(/^CREATE TABLE prepared AS SELECT/);
    expect(told.noEquivalent.length).toBeGreaterThan(3);
    const written = JSON.parse(readFileSync(out, 'utf8')) as SplinkSettings;
    expect(written.comparisons.map(({ output_column_name: name }) => name)).toContain('FirstName');
    expect(written.blocking_rules_to_generate_predictions.length).toBeGreaterThan(0);
    const text = await done(['config', 'import', out, '--config', newFolder(), '--allow-partial']);
    expect(text).toMatch(/FirstName as FirstName by personName/);
  });

  it('refuses scenarios that were not learned, and names that mean none', async () => {
    const out = `${newFolder()}/settings.json`;
    const refused = async (name: string) => (await cli(['scenarios', 'export', name, '--splink', out])).stderr;
    expect(await refused('contact-default')).toMatch(/was not learned/);
    expect(await refused('nothing-of-the-kind')).toMatch(/there is no scenario nothing-of-the-kind, and no such file/);
  });
});
