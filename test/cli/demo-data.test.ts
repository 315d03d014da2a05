import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { demoFiles } from '../../bench/demo/generate.js';

const folder = new URL('../../data/demo/', import.meta.url);

describe('the demo data', () => {
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
