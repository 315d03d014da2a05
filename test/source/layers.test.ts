import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ENTRY_POINTS } from '../../src/runtime/entry-points.js';

const root = fileURLToPath(new URL('../../src', import.meta.url));

/** Folders of `src` from bottom to top. A file may import only from its own folder and earlier folders. */
const LAYERS = 'runtime records matching index store files service http extensions cli index.ts'.split(' ');
/** Files in which the command line imports extensions. All other files use `extensions/index.ts`. */
const DOORS: Readonly<Record<string, string>> = {
  'cli/open/database.ts': 'postgres',
  'cli/open/database-node.ts': 'postgres',
  'cli/open/move/database-place.ts': 'postgres',
  'cli/commands/dedupe-command.ts': 'engines',
  'cli/commands/webhook-commands.ts': 'webhooks',
};

/** Folders that no request uses, so the server must not load them. */
const NOT_SERVED = ['files/learning', 'files/evaluation', 'files/charts', 'files/report', 'cli/library', 'cli/launch'];

interface Import {
  readonly to: string;
  /** A type import, removed at run time. */
  readonly isType: boolean;
  readonly isLazy: boolean;
  /** The file runs as a thread or process. */
  readonly isStart?: boolean;
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  .sort();
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const imports = new Map([...texts].map(([file, text]) => [file, importsOf(file, text)]));

it('a file imports from its own folder and from those below', () => {
  const upward = [...imports].flatMap(([file, found]) =>
    found.filter(({ to, isStart }) => !isStart && layerOf(to) > layerOf(file)).map(({ to }) => `${file} -> ${to}`),
  );
  expect(upward).toEqual([]);
});

it('an extension is imported by its line in the list and by its doors, and by no other extension', () => {
  const extensionOf = (file: string): string | undefined => /^extensions\/(\w+)\//.exec(file)?.[1];
  const entering = [...imports].flatMap(([file, found]) =>
    found
      .filter(({ to, isStart }) => {
        const extension = extensionOf(to);
        if (isStart || extension === undefined || file === 'extensions/index.ts') return false;
        return extension !== extensionOf(file) && extension !== DOORS[file];
      })
      .map(({ to }) => `${file} -> ${to}`),
  );
  expect(entering).toEqual([]);
});

it('no two files import each other, not even types, and not indirectly', () => {
  const places = new Map<string, number>();
  const path: string[] = [];
  const cycles: string[] = [];
  const follow = (file: string): void => {
    const place = places.get(file);
    if (place !== undefined) {
      if (place >= 0) cycles.push([...path.slice(place), file].join(' -> '));
      return;
    }
    places.set(file, path.push(file) - 1);
    for (const { to, isLazy } of imports.get(file) ?? []) if (!isLazy) follow(to);
    path.pop();
    places.set(file, -1);
  };
  files.forEach(follow);
  expect(cycles).toEqual([]);
});

it('threads and processes are started by the register alone, each of its files by somebody', () => {
  const STARTS = /\bnew Worker\(|(?<![.#\w])(?:fork|spawn)(?:Sync)?\(/;
  const starting = [...texts].filter(([file, text]) => !file.startsWith('cli/launch/') && STARTS.test(text));
  // The Spark program is bundled into one file with its own list. Spark itself is not started by any file of `src`.
  const others = ['extensions/engines/spark/program/packed-threads.ts', 'extensions/engines/spark/submit.ts'];
  expect(starting.map(([file]) => file).sort()).toEqual([...others, 'runtime/entry-points.ts']);
  const started = new Set([...imports.values()].flatMap((found) => found.filter(({ isStart }) => isStart)));
  expect([...new Set([...started].map(({ to }) => to))].sort()).toEqual(
    Object.values(ENTRY_POINTS)
      .map((each) => `${each}.ts`)
      .sort(),
  );
});

it('the page of the architecture names files that exist, each new thing with a list', () => {
  const rows = readFileSync(join(root, 'README.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const named = rows
    .slice(2)
    .map((row) => [...row.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.\w+)`/g)].map(([, path]) => path!));
  expect(named.filter((paths) => paths.length === 0)).toEqual([]);
  const roots = [root, join(root, '..')];
  const missing = named.flat().filter((path) => !roots.some((folder) => existsSync(join(folder, path))));
  expect(missing).toEqual([]);
});

it('every folder has a place in the order', () => {
  const folders = new Set(files.map((file) => file.split('/')[0]!));
  expect([...folders].filter((folder) => !LAYERS.includes(folder))).toEqual([]);
});

it('serving loads nothing that learns, evaluates or launches', () => {
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { to, isType, isLazy } of imports.get(file) ?? []) if (!isType && !isLazy) load(to);
  };
  for (const start of ['cli/main.ts', 'cli/commands/serve-command.ts']) load(start);
  expect(loaded).toContain('http/app.ts');
  expect([...loaded].filter((file) => NOT_SERVED.some((folder) => file.startsWith(`${folder}/`)))).toEqual([]);
});

it('the console takes nothing into the browser but types, how to write an address and, late, charts', () => {
  const taken = [...imports]
    .filter(([file]) => /^(?:extensions\/console\/(?!server\/)|extensions\/api\.ts)/.test(file))
    .flatMap(([file, found]) =>
      found
        .filter(
          ({ to, isType, isLazy }) =>
            !/^(?:extensions\/console\/(?!server\/)|extensions\/api\.ts)/.test(to) &&
            !isType &&
            !(isLazy && to.startsWith('files/charts/')),
        )
        .map(({ to }) => `${file} -> ${to}`),
    );
  expect(taken).toEqual([]);
});

function layerOf(file: string): number {
  return LAYERS.indexOf(file.split('/')[0]!);
}

/** Returns imports and re-exports of files in `src`, and files that run as threads or processes. */
function importsOf(file: string, text: string): Import[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: Import[] = [];
  const add = (specifier: string, isType: boolean, isLazy: boolean): void => {
    if (!specifier.startsWith('.')) return;
    const stem = normalize(join(dirname(file), specifier)).replace(/\.js$/, '');
    for (const to of [`${stem}.ts`, `${stem}.tsx`]) if (texts.has(to)) found.push({ to, isType, isLazy });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
      add(node.moduleSpecifier.text, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword, false);
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier))
      add(node.moduleSpecifier.text, node.isTypeOnly, false);
    else if (ts.isCallExpression(node) && /^start(Thread|Process)$/.test(node.expression.getText(source))) {
      const entry = (node.arguments[0] as ts.StringLiteral).text as keyof typeof ENTRY_POINTS;
      found.push({ to: `${ENTRY_POINTS[entry]}.ts`, isType: false, isLazy: true, isStart: true });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier && ts.isStringLiteral(specifier)) add(specifier.text, false, true);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
