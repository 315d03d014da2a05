import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TaskMeta } from 'vitest';
import { BENCHMARK_DATA } from '../../bench/quality/benchmark-data.js';
import { findBrowser } from '../../bench/console/find-browser.js';
import { canMount } from './mount.js';
import { postgresPrograms } from './postgres-server.js';

const variable = (name: string): string => process.env[name] ?? '';
const onPath = (name: string): string | undefined =>
  [...variable('PATH').split(':'), '/usr/sbin'].map((folder) => join(folder, name)).find((file) => existsSync(file));

function works(program: string | undefined, ...args: readonly string[]): boolean {
  if (program === undefined || program === '') return false;
  try {
    execFileSync(program, args, { stdio: 'ignore', timeout: 120_000, env: { ...process.env, ...pythonOf(program) } });
    return true;
  } catch {
    return false;
  }
}

/** Makes `spark-submit` use the Python of its own environment. */
function pythonOf(sparkSubmit: string): Record<string, string> {
  const python = join(dirname(sparkSubmit), 'python3');
  return existsSync(python) ? { PYSPARK_DRIVER_PYTHON: python } : {};
}

const python = (): string => variable('LIKENESS_PYTHON') || 'python3';
const besidePython = (name: string): string => join(dirname(python()), name);

/** Paths of programs that some tests need; `undefined` if not installed. */
const TOOLS = {
  postgres: () => process.env['DATABASE_URL'] ?? postgresPrograms(),
  /** PostgreSQL's programs, for tests that start and stop servers. */
  'postgres-programs': postgresPrograms,
  pgbouncer: () => onPath('pgbouncer'),
  caddy: () => onPath('caddy'),
  browser: findBrowser,
  openssl: () => onPath('openssl'),
  jq: () => onPath('jq'),
  'simple-salesforce': () => (works(python(), '-c', 'import simple_salesforce') ? python() : undefined),
  'tap-salesforce': () =>
    works(besidePython('tap-salesforce'), '--help') ? besidePython('tap-salesforce') : undefined,
  airbyte: () => (works(variable('LIKENESS_AIRBYTE'), 'spec') ? variable('LIKENESS_AIRBYTE') : undefined),
  python: () => (works(python(), '--version') ? python() : undefined),
  java: () => [onPath('java')].find((each) => works(each, '--version')),
  dotnet: () => [onPath('dotnet')].find((each) => works(each, '--version')),
  helm: () => [variable('LIKENESS_HELM'), onPath('helm')].find((each) => works(each, 'version')),
  newman: () => [variable('LIKENESS_NEWMAN'), onPath('newman')].find((each) => works(each, '--version')),
  maven: () => (works(variable('LIKENESS_MAVEN'), '--version') ? variable('LIKENESS_MAVEN') : undefined),
  spark: () =>
    [variable('LIKENESS_SPARK_SUBMIT'), besidePython('spark-submit'), onPath('spark-submit')].find((each) =>
      works(each, '--version'),
    ),
  /** Whether npm can install from a registry. */
  'npm-registry': () => (works(onPath('npm'), 'view', 'express', 'version') ? 'npm' : undefined),
  /** Permission to mount a file system in memory. */
  mount: () => (canMount() ? 'mount' : undefined),
  data: () => [BENCHMARK_DATA].find((folder) => existsSync(folder)),
} satisfies Record<string, () => string | undefined>;

export { BENCHMARK_DATA };
export type Tool = keyof typeof TOOLS;

declare module 'vitest' {
  interface TaskMeta {
    needs?: readonly Tool[];
  }
}

const GROUPS: Readonly<Record<string, readonly Tool[]>> = {
  postgres: ['postgres', 'postgres-programs'],
  clients: ['simple-salesforce', 'tap-salesforce', 'airbyte', 'maven', 'newman', 'python', 'java'],
};

const found = new Map<Tool, string | undefined>();

/** Returns the path of a tool; `undefined` if not installed. */
export function whereIs(tool: Tool): string | undefined {
  if (!found.has(tool)) found.set(tool, TOOLS[tool]());
  return found.get(tool);
}

/** Options for tests that need these tools. Without them, the tests are skipped and the report names the tools. */
export function needs(...tools: readonly Tool[]): { readonly skip: boolean; readonly meta: TaskMeta } {
  return { skip: tools.some((tool) => whereIs(tool) === undefined), meta: { needs: tools } };
}

/**
 * Checks the tools that `LIKENESS_REQUIRE` names, such as `postgres,browser,clients`.
 *
 * @returns the missing ones
 * @throws Error for a name that no test uses
 */
export function missing(required = variable('LIKENESS_REQUIRE')): Tool[] {
  const names = required.split(',').filter((name) => name !== '');
  const known = (name: string): name is Tool => Object.hasOwn(TOOLS, name);
  return names
    .flatMap((name) => {
      if (GROUPS[name] !== undefined) return GROUPS[name];
      if (known(name)) return [name];
      const all = [...new Set([...Object.keys(TOOLS), ...Object.keys(GROUPS)])].join(', ');
      throw new Error(`LIKENESS_REQUIRE: '${name}' is none of ${all}`);
    })
    .filter((tool) => whereIs(tool) === undefined);
}
