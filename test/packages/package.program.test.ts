import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ALLOWED } from './licences.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Creates a project with the packed package and only production dependencies. */
function installed(): string {
  const project = newFolder();
  const modules = join(project, 'node_modules');
  const pack = ['pack', '--silent', '--pack-destination', project];
  const printed = execFileSync('npm', pack, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], timeout: 300_000 });
  const name = printed.toString().trim();
  mkdirSync(join(modules, '@likeness/service'), { recursive: true });
  const archive = join(project, name.split('\n').at(-1)!);
  execFileSync('tar', ['-xzf', archive, '-C', join(modules, '@likeness/service'), '--strip-components', '1']);
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    if (dev === true || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)) continue;
    mkdirSync(dirname(join(project, path)), { recursive: true });
    symlinkSync(join(root, path), join(project, path));
  }
  return project;
}

it('npm pack gives a package that runs, with types, without what development needs', () => {
  const project = installed();
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const bin = join(project, 'node_modules/@likeness/service/src/cli/launch/likeness.mjs');
  expect(run(bin, '--version').trim()).toBe(version);
  const people = fileIn(
    project,
    'people.csv',
    'FirstName,LastName,Email\nAnna,Keller,anna@example.com\nAna,Keller,anna@example.com\n',
  );
  const written = ['--out', join(project, 'pairs.csv'), '--report', join(project, 'report.html')];
  expect(run(bin, 'dedupe', people, '--object', 'Contact', ...written)).toMatch(/^2 rows compared: 1 pairs/);
  expect(readFileSync(join(project, 'report.html'), 'utf8')).toMatch(/<svg/);

  const licences = readFileSync(join(project, 'node_modules/@likeness/service/dist/LICENSES.md'), 'utf8');
  const bundled = [...licences.matchAll(/^## (\S+) - \S+ \(([^)]+)\)$/gm)];
  expect(bundled.length).toBeGreaterThan(50);
  expect(bundled.filter(([, , licence]) => !ALLOWED.has(licence!)).map(([line]) => line)).toEqual([]);

  const code = `import { dedupe, type Pair } from '@likeness/service';
const found = await dedupe([{ LastName: 'Keller', Email: 'a@example.com' }, { LastName: 'Keller', Email: 'a@example.com' }]);
const scores: number[] = found.pairs.map(({ score }: Pair) => score);
console.log(JSON.stringify(scores));
`;
  const program = fileIn(project, 'program.mts', code);
  const options = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2023.d.ts'],
  };
  const faults = ts.getPreEmitDiagnostics(ts.createProgram([program], options));
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  // TypeScript before 5.7 does not support type arguments of typed arrays.
  const declarations = readdirSync(join(project, 'node_modules/@likeness/service/dist'), {
    recursive: true,
    encoding: 'utf8',
  })
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => readFileSync(join(project, 'node_modules/@likeness/service/dist', name), 'utf8'));
  expect(declarations.flatMap((text) => text.match(/^.*\b(?:Int|Uint|Float)\d+Array<.*$/gm) ?? [])).toEqual([]);
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: options.target },
  });
  expect(run(fileIn(project, 'program.mjs', outputText)).trim()).toBe('[100]');
  // The timeout is long, because the test may build the sources.
});
