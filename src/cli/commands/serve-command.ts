import type { Command } from 'commander';
import { pino } from 'pino';
import { command, flag, type Input } from '../command.js';
import { demoConfiguration } from '../demo/demo-configuration.js';
import { mustReadSecretFiles } from '../../auth/secret-files.js';
import { wrappedSecrets } from '../../store/wrapped-secrets.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { leaveOption, type LeaveOptions } from '../serve/leave.js';
import { advertiseOption, listeningOptions, tlsFor, type ListeningOptions } from '../serve/listen-options.js';
import { configOption, dataOption, parseThreads, recordMemoryOption, storeOption } from '../options.js';
import type { RecordMemory } from '../../store/record-memory.js';
import { LineOutput } from '../output/line-output.js';
import { serveAsFollower } from '../serve/serve-follower.js';
import { stopSignal } from '../serve/stop-signal.js';
import { supervise } from '../serve/supervise.js';
import { hearNoMore, workerRole } from '../serve/worker-role.js';
import { exitCodes } from '../exit-codes.js';
import { Option } from 'commander';
import { Front } from '../serve/front.js';
import { serveAnew } from '../serve/serve-anew.js';
import { endOnUncaughtErrors } from '../serve/uncaught-errors.js';
import { configurationOf } from '../../config/load.js';
import { serveService } from '../serve/serve-service.js';

export interface ServeOptions extends ListeningOptions, LeaveOptions {
  readonly advertise: string | undefined;
  readonly data: string;
  readonly store: string | undefined;
  readonly config: string;
  readonly demo: boolean | undefined;
  readonly drill: boolean | undefined;
  readonly workers: number;
  readonly recordMemory: RecordMemory | undefined;
}

const workers: Input<number> = new Option('--workers <n>', 'processes that answer requests on this port')
  .env('LIKENESS_WORKERS')
  .default(1)
  .argParser(parseThreads);

/** `likeness serve`: both endpoints over one data folder, until SIGTERM or SIGINT. */
export const serveCommand = (): Command =>
  command(
    'serve',
    {
      description: 'serve both endpoints over a data folder, until SIGTERM or SIGINT',
      inputs: {
        ...listeningOptions,
        ...advertiseOption,
        ...leaveOption,
        workers,
        ...recordMemoryOption,
        demo: flag(
          '--demo',
          'load the demo data into an empty data folder, with a scenario learned from them, and print a token and a curl line for each endpoint',
        ),
        drill: flag(
          '--drill',
          'for a copy that is tried out: send no webhooks, run no schedules and no jobs, learn nothing',
        ),
        ...dataOption,
        ...storeOption,
        ...configOption,
      },
      remarks:
        'On a terminal, and with --demo, a line `open ...` leads into the console: it logs one browser in, once and within ten minutes.\n' +
        'LIKENESS_LOG_LEVEL (info by default) sets what is logged, on the standard error output.\n' +
        'LIKENESS_SECRET_FILE names a file with a secret by which keys and secrets are wrapped where they rest.',
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
    },
    serve,
  );

async function serve(options: ServeOptions): Promise<void> {
  try {
    await serveUntilStopped(options);
  } finally {
    hearNoMore();
  }
}

async function serveUntilStopped(options: ServeOptions): Promise<void> {
  // From the first moment: whoever reads `listening` may stop the server at once, and a stop while it starts is a clean
  // one too.
  const stop = stopSignal();
  const log = new LineOutput(2);
  const role = workerRole();
  const logger = pino({ level: process.env['LIKENESS_LOG_LEVEL'] ?? 'info' }, log);
  endOnUncaughtErrors(logger, log);
  if (role?.kind === 'follower') {
    await serveAsFollower(options, role, stop, logger);
    return;
  }
  const said = new LineOutput(1);
  if (options.store !== undefined && options.demo === true)
    throw new WrongUse('--demo fills a data folder of its own; it has no use for --store');
  if (options.store !== undefined && options.workers > 1)
    throw new WrongUse('--workers shares a data folder; with --store start several nodes on one database');
  if (options.store === undefined && options.advertise !== undefined)
    throw new WrongUse('--advertise is for nodes on one database: it needs --store');
  // Before anything is made that would be left behind.
  const secrets = wrappedSecrets();
  if (options.store === undefined) mustReadSecretFiles(options.data, secrets);
  const givenFolder = options.demo === true ? demoConfiguration(options) : options.config;
  if (role === undefined && options.workers > 1) {
    // Said once, and not by each worker.
    await tlsFor(options, (await configurationOf(givenFolder)).settings);
    const code = await supervise(options.workers, stop, (message) => logger.warn(message));
    if (code !== exitCodes.done) throw new Failure('the workers have ended; the lines before say why');
    return;
  }
  const front = new Front();
  const serveOnce = (isFirst: boolean) =>
    serveService({ ...options, givenFolder, role, stop, log, logger, said, front, isFirst });
  await serveAnew(serveOnce, front, stop, logger);
}
