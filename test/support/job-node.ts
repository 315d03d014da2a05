/**
 * A node in a process of its own, that runs jobs or takes part in those of others until it is killed. Tells when it is
 * ready; whatever it is told then makes it start a job over all contacts, whose Id it answers. Argument: the database's
 * address.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfiguration } from '../../src/config/load.js';
import { KeptJobs } from '../../src/jobs/kept-jobs.js';
import { Jobs } from '../../src/jobs/jobs.js';
import { JobSharing } from '../../src/jobs/sharing/job-sharing.js';
import { openLikeness } from '../../src/service/open.js';
import { PostgresHome } from '../../src/home/postgres/postgres-home.js';
import { NodeDatabase } from '../../src/store/postgres/node-database.js';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.js';

const url = process.argv[2]!;
const home = new PostgresHome(await NodeDatabase.open(url));
const likeness = await openLikeness({ configuration: await loadConfiguration(), store: await openPostgresStore(url) });
const lease = home.lease('jobs');
const sharing = new JobSharing(home, lease, { fewestRecords: 0, mostValues: 50, mostRows: 7 });
const folder = mkdtempSync(join(tmpdir(), 'likeness-job-node-'));
const place = new KeptJobs({ home, folder, lease, sharing });
const jobs = new Jobs({ likeness, place });
await lease.take();
lease.follow(() => undefined);
await jobs.start();
process.on('message', () => void jobs.submit({ objectType: 'Contact' }, 'test').then(({ id }) => process.send!(id)));
process.send!('ready');
