import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { expect, it, vi } from 'vitest';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

const page = readFileSync(new URL('../../../src/cli/library/LIBRARY.md', import.meta.url), 'utf8');
const library = pathToFileURL(fileURLToPath(new URL('../../../src/index.ts', import.meta.url))).href;
const examples = [
  ...page.matchAll(/^## (.*)$(?:(?!^## )[\s\S])*?^```ts\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm),
];

it('the page has four examples', () => expect(examples).toHaveLength(4));

it.each(examples.map(([, title, code, output]) => ({ title: title!, code: code!, output: output! })))(
  'its example "$title" prints what it shows',
  async ({ code, output }) => {
    const printed: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => void printed.push(format(...values)));
    await import(
      /* @vite-ignore */ fileIn(newFolder(), 'example.ts', code.replace("'@likeness/service'", `'${library}'`))
    );
    expect(`${printed.join('\n')}\n`).toBe(output);
  },
);
