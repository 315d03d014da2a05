import type { Logger } from 'pino';
import type { LineOutput } from '../output/line-output.js';
import { exitCodes } from '../exit-codes.js';

/**
 * The state is unknown, and everything acknowledged is on disk. Messages may quote record values, so only kind and
 * location are logged.
 */
export function endOnUncaughtErrors(logger: Logger, lines: LineOutput): void {
  const end = (what: string) => (error: unknown) => {
    const kind = error instanceof Error ? error.name : typeof error;
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
    logger.fatal({ kind, code: (error as NodeJS.ErrnoException | undefined)?.code, frames }, what);
    lines.write(`likeness: ended by an ${what} (${kind}); acknowledged changes are on disk: start the service again\n`);
    process.exit(exitCodes.failed);
  };
  process.on('uncaughtException', end('uncaught error'));
  process.on('unhandledRejection', end('unhandled rejection'));
}
