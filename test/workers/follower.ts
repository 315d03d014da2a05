import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppParts } from '../../src/http/app-context.js';
import { REQUEST_COUNTS } from '../../src/http/rate-limit.js';
import { serveFollower } from '../../src/http/server/serve-from-follower.js';
import { Writer, type WriterOptions } from '../../src/http/server/writer.js';
import { openFollower } from '../../src/workers/follower.js';
import { SharedCounts } from '../../src/workers/shared-counts.js';

/**
 * The parts of a service that make it the one of several workers that writes, with one that follows, in this process.
 */
export async function withFollower(
  options: Omit<WriterOptions, 'sockets' | 'log'> & {
    readonly dataFolder: string;
    readonly logger: AppParts['logger'];
  },
) {
  const { dataFolder, logger } = options;
  const sockets = await mkdtemp(join(tmpdir(), 'likeness-sockets-'));
  const writer = new Writer({ ...options, sockets, log: logger });
  return {
    writer,
    /** @returns where the follower listens */
    async start(parts: AppParts): Promise<{ readonly url: string; close(): Promise<void> }> {
      await writer.listen(parts);
      const counts = new SharedCounts(...REQUEST_COUNTS);
      const follower = await openFollower({ dataFolder, sockets, counts, log: logger });
      const where = { host: '127.0.0.1', port: 0 };
      const server = await serveFollower(follower, { ...where, dataFolder, sockets, counts, workers: 1, logger });
      return {
        url: server.url,
        close: async () => {
          await server.close(1_000);
          await follower.close();
          await writer.close();
          await rm(sockets, { recursive: true, force: true });
        },
      };
    },
  };
}
