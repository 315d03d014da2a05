import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ENTRY_POINTS } from '../../src/runtime/entry-points.js';

const root = fileURLToPath(new URL('../../src', import.meta.url));

/**
 * The folders of `src` from the ground up: a file imports from its own folder and from those earlier in this list. So
 * no two folders can import each other.
 */
const LAYERS = [
  'memory',
  'runtime',
  'records',
  'syntax',
  'formula',
  'condition',
  'matching',
  'survivorship',
  'index',
  'store',
  'home',
  'work',
  'config',
  'learning',
  'evaluation',
  'clustering',
  'charts',
  'report',
  'contract',
  'transactions',
  'results',
  'soql',
  'service',
  'batch',
  'auth',
  'jobs',
  'files',
  'events',
  'administration',
  'workers',
  'http',
  'client',
  'server',
  'library',
  'console',
  'cli',
  'launch',
];
/** `file -> file` that goes against the order, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {};

/** Folders that no request touches: the server must not load them. */
const NOT_SERVED = ['learning', 'evaluation', 'charts', 'report', 'library', 'launch'];

interface Import {
  readonly to: string;
  /** Gone at run time. */
  readonly isType: boolean;
  readonly isLazy: boolean;
  /** Runs as a thread or a process of its own. */
  readonly isStart?: boolean;
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  .sort();
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const imports = new Map([...texts].map(([file, text]) => [file, importsOf(file, text)]));

it('a file imports from its own folder and from those below', () => {
  const upward = [...imports].flatMap(([file, found]) =>
    found.filter(({ to }) => layerOf(to) > layerOf(file)).map(({ to }) => `${file} -> ${to}`),
  );
  expect(upward).toEqual(Object.keys(ALLOWED));
});

it('threads and processes are started by the register alone, each of its files by somebody', () => {
  const STARTS = /\bnew Worker\(|(?<![.#\w])(?:fork|spawn)(?:Sync)?\(/;
  const starting = [...texts].filter(([file, text]) => !file.startsWith('launch/') && STARTS.test(text));
  // The program for Spark is one file, with a register of its own; and Spark itself is nobody's file.
  const others = ['batch/spark/program/packed-threads.ts', 'batch/spark/submit.ts'];
  expect(starting.map(([file]) => file).sort()).toEqual([...others, 'runtime/entry-points.ts']);
  const started = new Set([...imports.values()].flatMap((found) => found.filter(({ isStart }) => isStart)));
  expect([...new Set([...started].map(({ to }) => to))].sort()).toEqual(
    Object.values(ENTRY_POINTS)
      .map((each) => `${each}.ts`)
      .sort(),
  );
});

it('every folder has a place in the order', () => {
  const folders = new Set(files.map((file) => file.split('/')[0]!));
  expect([...folders].filter((folder) => !LAYERS.includes(folder))).toEqual([]);
});

it('memory, runtime and records import nothing of the product besides themselves', () => {
  const outside = [...imports].flatMap(([file, found]) =>
    found
      .map(({ to }) => `${file} -> ${to}`)
      .filter((each) => /^(memory|runtime|records)\//.test(each) && !/^(\w+)\/.* -> \1\//.test(each)),
  );
  expect(outside).toEqual([]);
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
  expect([...loaded].filter((file) => NOT_SERVED.includes(file.split('/')[0]!))).toEqual([]);
});

it('the console takes nothing into the browser but types, how to write an address and, late, charts', () => {
  const taken = [...imports]
    .filter(([file]) => /^(?:console|client)\//.test(file))
    .flatMap(([file, found]) =>
      found
        .filter(
          ({ to, isType, isLazy }) =>
            !/^(?:console|client)\//.test(to) && !isType && !(isLazy && to.startsWith('charts/')),
        )
        .map(({ to }) => `${file} -> ${to}`),
    );
  expect(taken).toEqual([]);
});

function layerOf(file: string): number {
  return LAYERS.indexOf(file.split('/')[0]!);
}

/** Imports and re-exports of files of `src`, and the files that run as threads and processes. */
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
