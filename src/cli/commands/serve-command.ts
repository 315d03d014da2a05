import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { pino, type Logger } from 'pino';
import { command, flag } from '../command.js';
import { mustReadSecretFiles } from '../../service/auth/secret-files.js';
import { wrappedSecrets } from '../../store/wrapped-secrets.js';
import { WrongUse, describe } from '../../runtime/failure.js';
import { leaveOption } from '../serve/leave.js';
import { advertiseOption, listeningOptions } from '../serve/listen-options.js';
import { configOption, dataOption, recordMemoryOption, storeOption } from '../options.js';
import { LineOutput } from '../output/line-output.js';
import { stopSignal, type Stop } from '../serve/stop-signal.js';
import { Front } from '../serve/front.js';
import { serveService, type ServeOptions } from '../serve/serve-service.js';
import { exitCodes } from '../exit-codes.js';
import { makeFolderSync, PRIVATE } from '../../runtime/make-folder.js';
import { packageRoot } from '../../runtime/package-root.js';
import { replaceFileSync } from '../../store/replace-file.js';
import type { DivergedError } from '../../store/store-errors.js';

export const serveCommand = (): Command =>
  command({
    name: 'serve',
    description: 'serve the HTTP endpoints from a data folder or a database until SIGTERM or SIGINT',
    inputs: {
      ...listeningOptions,
      ...advertiseOption,
      ...leaveOption,
      ...recordMemoryOption,
      demo: flag(
        '--demo',
        'load the demo data into an empty data folder, with a scenario learned from it, and print a token and a curl command for each endpoint',
      ),
      drill: flag(
        '--drill',
        'serve a copy of a store for a recovery drill: send no webhooks, run no schedules or jobs, and learn nothing',
      ),
      ...dataOption,
      ...storeOption,
      ...configOption,
    },
    remarks:
      'On a terminal, or with --demo, the line `open ...` shows a URL that logs one browser into the console. It works once, within ten minutes.\n' +
      'LIKENESS_LOG_LEVEL sets the level of the log on standard error (default: info).\n' +
      'LIKENESS_SECRET_FILE is the path of a file with a secret, which encrypts stored keys and secrets.',
    examples: [
      'serve',
      'serve --port 9000 --data /srv/likeness --config /etc/likeness',
      'serve --host 0.0.0.0 --port 443 --tls-cert chain.pem --tls-key key.pem',
      'serve --store postgres://likeness:secret@db/likeness --data node-1 --config config',
      'serve --store postgres://likeness:secret@db/likeness --data node-1 --host 0.0.0.0 --advertise https://node-1.internal:8080',
      'serve --record-memory 2GB',
      'serve --demo',
      'serve --drill --store postgres://likeness:secret@db/drill --data drill --port 8090',
    ],
    run: serve,
  });

async function serve(options: ServeOptions): Promise<void> {
  // Install the handler first, so that a signal during startup causes a clean shutdown.
  const stop = stopSignal();
  const log = new LineOutput(2);
  const logger = pino({ level: process.env['LIKENESS_LOG_LEVEL'] ?? 'info' }, log);
  endOnUncaughtErrors(logger, log);
  const said = new LineOutput(1);
  if (options.store !== undefined && options.demo === true)
    throw new WrongUse('--demo uses its own data folder: remove --store');
  if (options.store === undefined && options.advertise !== undefined)
    throw new WrongUse('--advertise needs --store, because it is for nodes that share a database');
  // Check the secrets before creating files that would be left behind.
  const secrets = wrappedSecrets();
  if (options.store === undefined) mustReadSecretFiles(options.data, secrets);
  const givenFolder = options.demo === true ? demoConfiguration(options) : options.config;
  const front = new Front();
  const serveOnce = (isFirst: boolean) =>
    serveService({ ...options, givenFolder, stop, log, logger, said, front, isFirst });
  await serveAnew(serveOnce, front, stop, logger);
}

/**
 * Exits on uncaught errors, because the state is unknown and all acknowledged changes are on disk. Messages may quote
 * record values, so only the kind and location of an error are logged.
 */
function endOnUncaughtErrors(logger: Logger, lines: LineOutput): void {
  const end = (what: string) => (error: unknown) => {
    const kind = error instanceof Error ? error.name : typeof error;
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
    logger.fatal({ kind, code: (error as NodeJS.ErrnoException | undefined)?.code, frames }, what);
    lines.write(`likeness: terminated by an ${what} (${kind}); acknowledged changes are saved; restart the service\n`);
    process.exit(exitCodes.failed);
  };
  process.on('uncaughtException', end('uncaught error'));
  process.on('unhandledRejection', end('unhandled rejection'));
}

/** A scenario of Contact that `likeness train` learned from the demo data. */
const SHIPPED = join(packageRoot, 'data/demo-config/scenarios.json');

/** Returns the configuration folder, by default within the data folder. A new folder gets the learned scenario. */
export function demoConfiguration({ data, config }: { readonly data: string; readonly config: string }): string {
  if (existsSync(config)) return config;
  const own = join(data, 'config');
  if (!existsSync(data) || readdirSync(data).length === 0) {
    makeFolderSync(own, PRIVATE);
    replaceFileSync(join(own, 'scenarios.json'), readFileSync(SHIPPED, 'utf8'));
  }
  return own;
}

/** Minimum and maximum milliseconds before a service is reopened. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;

/**
 * Runs the service. If the service's view diverges from the log, a new service replaces it behind the same ports.
 * @param serve runs one service; resolves with the reason for its replacement
 */
async function serveAnew(
  serve: (isFirst: boolean) => Promise<DivergedError | undefined>,
  front: Front,
  stop: Stop,
  logger: Pick<Logger, 'error' | 'info' | 'warn'>,
): Promise<void> {
  let diverged = await serve(true);
  // Ignore the signal, because there is nothing to reload yet, and no reason to exit.
  const ignore = (): void =>
    logger.warn('the reload was ignored: the service is reopening the store and will then read the configuration');
  for (let failures = 0; diverged !== undefined && !stop.isAsked;) {
    process.on('SIGHUP', ignore);
    logger.info('reopening the service');
    try {
      diverged = await serve(false);
      failures = 0;
    } catch (error) {
      logger.warn(`cannot reopen the service yet: ${describe(error)}`);
      await Promise.race([pause(Math.min(FIRST_PAUSE * 2 ** failures++, LONGEST_PAUSE)), stop.asked]);
    } finally {
      process.off('SIGHUP', ignore);
    }
  }
  // The front is already closed if the last service was stopped.
  if (diverged !== undefined) await front.close();
}
