import type { Logger } from 'pino';
import { REQUEST_COUNTS } from '../../http/rate-limit.js';
import { serveFollower } from '../../http/server/serve-from-follower.js';
import { openFollower } from '../../workers/follower.js';
import { SharedCounts } from '../../workers/shared-counts.js';
import { Failure } from '../../runtime/failure.js';
import { leave, type LeaveOptions } from './leave.js';
import { tlsFor, type ListeningOptions } from './listen-options.js';
import type { Stop } from './stop-signal.js';
import type { ServeOptions } from '../commands/serve-command.js';
import { tellReady, type WorkerRole } from './worker-role.js';

/** One of several workers behind a port, that reads the folder which another one writes: until it is told to stop. */
export async function serveAsFollower(
  options: ListeningOptions & LeaveOptions & Pick<ServeOptions, 'data' | 'recordMemory'>,
  { sockets, workers, port = options.port }: WorkerRole,
  stop: Stop,
  logger: Logger,
): Promise<void> {
  const counts = new SharedCounts(...REQUEST_COUNTS);
  const follower = await openFollower({
    ...{ dataFolder: options.data, recordMemory: options.recordMemory },
    sockets,
    counts,
    log: logger,
  });
  const tls = await tlsFor(options, follower.configuration.settings);
  const warn = (message: string): void => logger.warn(message);
  const where = { host: options.host, port, tls, warn };
  const server = await serveFollower(follower, {
    ...where,
    dataFolder: options.data,
    sockets,
    counts,
    workers,
    logger,
  });
  tellReady(server.url);
  const lost = await Promise.race([follower.lost, stop.asked]);
  if (lost === undefined) await leave([server], options);
  // It answers what it has begun, and nothing more.
  await server.close(lost === undefined ? undefined : 1_000);
  const kept = lost && (await follower.keepBeyond(lost.message));
  if (kept !== undefined) warn(kept);
  await follower.close();
  if (lost !== undefined && !stop.isAsked) throw new Failure(`this worker leaves the pool: ${lost.message}`);
}
