/**
 * `npm run test:postgres`: runs the tests that need PostgreSQL, on the server in `DATABASE_URL`, or with an installed
 * PostgreSQL (`pg_ctl` on the PATH, or Debian's package), which this script installs if it may. The same applies to
 * PgBouncer. Arguments are passed to vitest.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { launch, root, runNode, setup, SetupError } from '../../src/cli/launch/setup.mjs';

await launch(async () => {
  setup({ build: false });
  if (!isThere()) install();
  if (process.getuid?.() === 0 && !hasPool()) installPool();
  const named = process.argv.slice(2);
  process.exitCode = runNode([
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--project',
    'postgres',
    ...named,
  ]);
});

function isThere() {
  if (process.env.DATABASE_URL !== undefined || existsSync('/usr/lib/postgresql')) return true;
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, 'pg_ctl')));
}

function hasPool() {
  return ['/usr/sbin', ...(process.env.PATH ?? '').split(':')].some((folder) => existsSync(join(folder, 'pgbouncer')));
}

function get(...args) {
  return spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'] }).status;
}

/** Without PgBouncer, the test with a transaction pooler is skipped with a message. */
function installPool() {
  process.stderr.write('likeness: installing PgBouncer (apt-get install pgbouncer)\n');
  if (get('install', '-y', '--no-install-recommends', 'pgbouncer') === 0) return;
  get('update');
  get('install', '-y', '--no-install-recommends', 'pgbouncer');
}

function install() {
  process.stderr.write('likeness: installing PostgreSQL (apt-get install postgresql)\n');
  // A failed update may leave an older list with the package.
  get('update');
  if (get('install', '-y', 'postgresql') !== 0 || !isThere())
    throw new SetupError(
      'there is no PostgreSQL here, and it cannot be installed: name one by DATABASE_URL=postgres://user:password@host/database, or install the package postgresql',
    );
}
