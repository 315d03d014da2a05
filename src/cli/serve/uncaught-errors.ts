import type { Logger } from 'pino';
import type { LineOutput } from '../output/line-output.js';
import { exitCodes } from '../exit-codes.js';

/**
 * Ends the process, in words, at an error that nobody has caught: what it left half done cannot be known, and what was
 * answered is on disk. Messages may quote record values, so only the kind of the error and its place are told.
 */
export function endOnUncaughtErrors(logger: Logger, lines: LineOutput): void {
  const end = (what: string) => (error: unknown) => {
    const kind = error instanceof Error ? error.name : typeof error;
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
    logger.fatal({ kind, code: (error as NodeJS.ErrnoException | undefined)?.code, frames }, what);
    lines.write(`likeness: ended by an ${what} (${kind}); what was answered is on disk: start the service again\n`);
    process.exit(exitCodes.failed);
  };
  process.on('uncaughtException', end('uncaught error'));
  process.on('unhandledRejection', end('unhandled rejection'));
}
