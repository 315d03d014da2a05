import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../bench/synthetic/random.js';
import { packageRoot } from '../../src/runtime/package-root.js';
import { mutantsOf, type Mutant } from './mutants.js';

const SCORES = ['test/matching/score.test.ts', 'test/matching/model.test.ts', 'test/index/conformance.test.ts'];
/** Sources, and the fast tests that must detect changes in them. */
const TARGETS: readonly (readonly [sources: string, tests: readonly string[]])[] = [
  ['src/matching/score.ts', SCORES],
  ['src/matching/model.ts', SCORES],
  ['src/matching/survivorship', ['test/matching/survivorship', 'test/service/merge']],
  ['src/index/planning', ['test/index/conformance.test.ts', 'test/index', 'test/costs']],
  ['src/service/upsert', ['test/service/decisions-upsert.test.ts', 'test/service']],
  ['src/service/merge', ['test/service/merge', 'test/service/undo', 'test/service']],
  ['src/service/undo', ['test/service/undo', 'test/service/merge', 'test/service']],
  ['src/store/recovery.ts', ['test/store']],
  ['src/service/auth', ['test/service/auth', 'test/http']],
];
/** Minimum share of mutants that must be detected. */
const LEAST_KILLED = 0.9;
/** Milliseconds after which a test counts as hanging. A hanging test detects the mutant. */
const PATIENCE = 300_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { most: { type: 'string' }, seed: { type: 'string' }, tests: { type: 'string', multiple: true } },
});
const random = new Random(Number(values.seed ?? Date.now() % 1_000_000_000));

interface Try {
  readonly file: string;
  readonly mutant: Mutant;
  readonly tests: readonly string[];
}

function sourcesIn(path: string): string[] {
  if (statSync(join(packageRoot, path)).isFile()) return [path];
  const names = readdirSync(join(packageRoot, path), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(path, name));
}

const targets =
  positionals.length === 0
    ? TARGETS
    : positionals.map((path) => {
        const known = TARGETS.find(([sources]) => path.startsWith(sources))?.[1];
        const tests = values.tests ?? known;
        if (tests === undefined) throw new Error(`${path}: which tests must notice? --tests PATH`);
        return [path, tests] as const;
      });
const all = targets.flatMap(([path, tests]) =>
  sourcesIn(path).flatMap((file): Try[] =>
    mutantsOf(readFileSync(join(packageRoot, file), 'utf8')).map((mutant) => ({ file, mutant, tests })),
  ),
);
const tries = all
  .map((each) => [random.next(), each] as const)
  .sort(([a], [b]) => a - b)
  .slice(0, Number(values.most ?? all.length))
  .map(([, each]) => each);

/** Returns whether a test fails or hangs. */
function isNoticed({ file, mutant, tests }: Try): Promise<boolean> {
  const { from, to, by } = mutant;
  const config = join('test', 'mutants', 'vitest.config.ts');
  const child = spawn(
    process.execPath,
    [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', config, ...tests],
    {
      cwd: packageRoot,
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, LIKENESS_MUTANT: JSON.stringify({ file: join(packageRoot, file), from, to, by }) },
    },
  );
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), PATIENCE);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code !== 0);
    });
  });
}

const survivors: string[] = [];
for (const [i, each] of tries.entries()) {
  const noticed = await isNoticed(each);
  if (!noticed) survivors.push(`${each.file}:${each.mutant.told}`);
  process.stderr.write(
    `${i + 1} of ${tries.length} ${noticed ? 'noticed' : 'SURVIVED'} ${each.file}:${each.mutant.told}\n`,
  );
}
const killed = tries.length - survivors.length;
console.log(`${killed} of ${tries.length} mutants noticed; the others:\n${survivors.join('\n')}`);
process.exitCode = killed >= LEAST_KILLED * tries.length ? 0 : 1;
