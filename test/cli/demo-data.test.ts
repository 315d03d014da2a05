import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoConfiguration } from '../../src/cli/commands/serve-command.js';
import { main } from '../../src/cli/main.js';
import { loadConfiguration } from '../../src/store/config/load.js';
import { demoFiles } from '../../bench/demo/generate.js';
import { newFolder } from '../support/temporary-folder.js';

const folder = new URL('../../data/demo/', import.meta.url);

/** `npx vitest run test/cli/demo-data.test.ts -u` rewrites this file. */
const LEARNED = '../../data/demo-config/scenarios.json';

describe('the demo data', () => {
  it('comes with the scenario that `likeness train` learns from it now', async () => {
    const out = join(newFolder(), 'scenarios.json');
    await main(['train', 'data/demo/contact.csv', '--object', 'Contact', '--config', 'no-such-folder', '--out', out]);
    await expect(readFileSync(out, 'utf8')).toMatchFileSnapshot(LEARNED);
  });

  it('has it in use in a new data folder where there is no configuration folder, and only there', async () => {
    const folder = newFolder();
    const given = { data: join(folder, 'data'), config: join(folder, 'no-such-folder') };
    const made = demoConfiguration(given);
    expect(made).toBe(join(given.data, 'config'));
    const { scenarios } = await loadConfiguration(made);
    expect(scenarios.map(({ id }) => id)).toEqual(expect.arrayContaining(['contact-default', 'contact-learned']));
    rmSync(join(made, 'scenarios.json'));
    demoConfiguration(given);
    expect((await loadConfiguration(made)).scenarios.map(({ id }) => id)).not.toContain('contact-learned');
    expect(demoConfiguration({ ...given, config: folder })).toBe(folder);
  });

  it('is what its generator gives', () => {
    const files = demoFiles();
    expect(readdirSync(folder).sort()).toEqual([...files.keys()].sort());
    for (const [name, text] of files) expect(readFileSync(new URL(name, folder), 'utf8'), name).toBe(text);
  });

  it('uses only addresses that nobody can have', () => {
    for (const [, text] of demoFiles()) {
      for (const [, domain] of text.matchAll(/@([\w.-]+)/g)) expect(domain).toMatch(/\.example$/);
      for (const [, domain] of text.matchAll(/https?:\/\/([\w.-]+)/g)) expect(domain).toMatch(/\.example$/);
    }
  });
});
