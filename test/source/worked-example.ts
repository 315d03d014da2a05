import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';

/** A worked example of CONTRIBUTING.md (a file, a line in a list, a test), applied to a copy of the sources. */
export class WorkedExample {
  /** Paths of the code blocks, in order. */
  readonly paths: readonly string[];
  /** The line added to the list. */
  readonly line: string;
  readonly #copy = mkdtempSync(join(tmpdir(), 'likeness-contributing-'));

  /** @param title start of the section's heading @param begin matches the line of the list before the new line */
  constructor(title: string, begin: RegExp) {
    const root = process.cwd();
    // Tests import from many folders.
    for (const folder of ['src', 'test', 'data/lists', 'data/texts', 'package.json', 'tsconfig.json'])
      cpSync(join(root, folder), join(this.#copy, folder), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(this.#copy, 'node_modules'));
    afterAll(() => rmSync(this.#copy, { recursive: true }));
    const section = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
      .split(/^## /m)
      .find((each) => each.startsWith(title))!;
    const blocks = [...section.matchAll(/^```ts (\S+)\n(.*?)^```$/gms)].map(
      ([, path, code]) => [path!, code!] as const,
    );
    this.paths = blocks.map(([path]) => path);
    const [[file, code], [list, line], [test, testCode]] = blocks as [Block, Block, Block];
    this.line = line;
    this.#write(file, code);
    this.#write(test, testCode);
    const before = readFileSync(join(this.#copy, list), 'utf8');
    const listed = before.replace(begin, `$&${line}`);
    if (listed === before) throw new Error(`${list}: no line fits ${String(begin)}`);
    const name = /\w+/.exec(line.replace('() =>', ''))![0];
    this.#write(list, `import { ${name} } from './${file.split('/').at(-1)!.replace('.ts', '.js')}';\n${listed}`);
  }

  /** Imports a file of the copy. If it is a test file, this defines its tests. */
  load(path: string): Promise<unknown> {
    return import(/* @vite-ignore */ pathToFileURL(join(this.#copy, path)).href);
  }

  #write(path: string, text: string): void {
    mkdirSync(dirname(join(this.#copy, path)), { recursive: true });
    writeFileSync(join(this.#copy, path), text);
  }
}

type Block = readonly [path: string, code: string];
