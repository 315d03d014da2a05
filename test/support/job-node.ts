/**
 * A node in a process of its own, that runs jobs or takes part in those of others until it is killed. Tells when it is
 * ready; whatever it is told then makes it start a job over all contacts, whose Id it answers. Argument: the database's
 * address.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfiguration } from '../../src/config/load.js';
import { DatabaseJobs } from '../../src/jobs/database-jobs.js';
import { Jobs } from '../../src/jobs/jobs.js';
import { JobSharing } from '../../src/jobs/sharing/job-sharing.js';
import { openLikeness } from '../../src/service/open.js';
import { PostgresLease } from '../../src/home/postgres/postgres-lease.js';
import { NodeDatabase } from '../../src/store/postgres/node-database.js';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.js';

const url = process.argv[2]!;
const database = await NodeDatabase.open(url);
const likeness = await openLikeness({ configuration: await loadConfiguration(), store: await openPostgresStore(url) });
const lease = new PostgresLease(database, 'jobs');
const sharing = new JobSharing(database, lease, { fewestRecords: 0, mostValues: 50, mostRows: 7 });
const place = new DatabaseJobs(database, lease, mkdtempSync(join(tmpdir(), 'likeness-job-node-')), sharing);
const jobs = new Jobs({ likeness, place, shared: place });
await lease.take();
lease.follow(() => undefined);
jobs.start();
process.on('message', () => void jobs.submit({ objectType: 'Contact' }, 'test').then(({ id }) => process.send!(id)));
process.send!('ready');
