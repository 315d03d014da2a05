import type { Command } from 'commander';
import type { Express } from 'express';
import { pino } from 'pino';
import { Auth } from '../../auth/auth.js';
import type { Configuration } from '../../config/configuration.js';
import { createApp, createMetricsApp } from '../../http/app.js';
import { ServerStateAudit } from '../../http/server/audit-server-state.js';
import { AdmissionControl } from '../../http/server/admission.js';
import { Metrics } from '../../http/metrics.js';
import { partMetrics } from '../../http/part-metrics.js';
import { stateMetric } from '../../http/state-metric.js';
import { Learner } from '../../administration/learner.js';
import { listen, type ListenOptions, type RunningServer } from '../../http/server/server.js';
import { COMMAND_LINE } from '../audit.js';
import { command, flag, type Input } from '../command.js';
import { callExamples } from '../demo/call-examples.js';
import { demoConfiguration } from '../demo/demo-configuration.js';
import { loadDemo } from '../demo/load-demo.js';
import { Failure, WrongUse } from '../errors.js';
import { listenFailure } from '../serve/listen-failure.js';
import { leave, leaveOption, type LeaveOptions } from '../serve/leave.js';
import { listeningOptions, metricsFor, tlsFor, type ListeningOptions } from '../serve/listen-options.js';
import { configOption, dataOption, parseThreads, storeOption } from '../options.js';
import { LineOutput } from '../output/line-output.js';
import { note } from '../output/print.js';
import { serveAsFollower } from '../serve/serve-follower.js';
import { partitionOptions, partitionPlace, type PartitionOptions } from '../serve/partition-options.js';
import { stopSignal } from '../serve/stop-signal.js';
import { supervise } from '../serve/supervise.js';
import { allReady, hearNoMore, tellReady, workerRole } from '../serve/worker-role.js';
import { ServiceStates } from '../../http/server/service-state.js';
import { factsOf } from '../../http/server/state-facts.js';
import { Writer } from '../../http/server/writer.js';
import { settingsOfWorker } from '../../workers/shared-limits.js';
import { exitCodes } from '../exit-codes.js';
import { Option } from 'commander';
import { consoleAddress, ownClientId } from '../serve/own-client.js';
import { DatabaseWait } from '../serve/await-database.js';
import { openDatabaseNode } from '../serve/database-node.js';
import { reloadOnSignal } from '../serve/reload-on-signal.js';
import { endOnUncaughtErrors } from '../serve/uncaught-errors.js';
import { administration } from '../../administration/administration.js';
import { configurationOf, openFolderAndStore } from '../data-folder.js';

interface ServeOptions extends ListeningOptions, LeaveOptions, PartitionOptions {
  readonly data: string;
  readonly store: string | undefined;
  readonly config: string;
  readonly demo: boolean | undefined;
  readonly drill: boolean | undefined;
  readonly workers: number;
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
        ...leaveOption,
        workers,
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
        ...partitionOptions,
        ...configOption,
      },
      remarks:
        'On a terminal, and with --demo, a line `open ...` leads into the console: it logs one browser in, once and within ten minutes.\n' +
        'LIKENESS_LOG_LEVEL (info by default) sets what is logged, on the standard error output.',
      examples: [
        'serve',
        'serve --port 9000 --data /srv/likeness --config /etc/likeness',
        'serve --host 0.0.0.0 --port 443 --tls-cert chain.pem --tls-key key.pem',
        'serve --store postgres://likeness:secret@db/likeness --data node-1 --config config',
        'serve --store postgres://likeness:secret@db/likeness --data node-1 --partition 1/2 --partition-host 10.0.0.1',
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
  const place = partitionPlace(options, options.store);
  const givenFolder = options.demo === true ? demoConfiguration(options) : options.config;
  if (role === undefined && options.workers > 1) {
    // Said once, and not by each worker.
    await tlsFor(options, (await configurationOf(givenFolder)).settings);
    const code = await supervise(options.workers, stop, (message) => logger.warn(message));
    if (code !== exitCodes.done) throw new Failure('the workers have ended; the lines before say why');
    return;
  }
  const warn = (message: string): void => logger.warn(message);
  const isDrill = options.drill === true;
  if (isDrill) warn('a drill: no webhooks are sent, no schedules and no jobs run, nothing is learned');
  const { store } = options;
  const waiting = store === undefined ? undefined : new DatabaseWait(store, options, logger);
  const parting = { place, trouble: warn, isDrill };
  const node = await waiting?.until(() => openDatabaseNode(store!, options.data, options.config, parting), stop);
  // Told to stop before the database came.
  if (waiting !== undefined && node === undefined) return;
  const configurationFolder = node?.shared.folder ?? givenFolder;
  const configuration = node?.configuration ?? (await configurationOf(configurationFolder));
  const tls = await tlsFor(options, configuration.settings).catch(async (error: unknown) => {
    await waiting?.end();
    await node?.close();
    throw error;
  });
  const folder = node === undefined ? await openFolderAndStore(options.data, configuration) : undefined;
  const likeness = node?.likeness ?? folder!.likeness;
  const running: RunningServer[] = [];
  let auditing: ServerStateAudit | undefined;
  let unfollow = (): void => undefined;
  let learner: Learner | undefined;
  let writer: Writer | undefined;
  let closeJobs = (): Promise<void> => Promise.resolve();
  try {
    if (options.demo === true && !stop.isAsked) {
      const loaded = await loadDemo(likeness, configuration);
      if (loaded > 0) note(`loaded ${loaded} demo records into ${options.data}`);
    }
    const auth = new Auth({
      dataFolder: options.data,
      trouble: (message) => logger.warn(message),
      identityProviders: configuration.settings.identityProviders,
      signIn: configuration.settings.signIn,
      limits: configuration.settings.limits,
      spent: node?.spent,
      newest: node?.newest,
      audit: node?.audit,
      now: node?.now,
    });
    const own = async (name: 'demo' | 'console'): Promise<string> => {
      const find = (): string =>
        ownClientId(options.data, name, (entry) => auth.audit.record({ by: COMMAND_LINE, ...entry }), node?.now);
      return node === undefined ? find() : node.share(find);
    };
    const clientId = options.demo === true ? await own('demo') : undefined;
    node?.follow(warn);
    const settings =
      role === undefined ? configuration.settings : settingsOfWorker(configuration.settings, role.workers);
    const admission = new AdmissionControl(settings, warn);
    const metrics = new Metrics(likeness, admission, auth);
    metrics.logDrops(() => log.dropped);
    if (role !== undefined && folder !== undefined) {
      const { sockets } = role;
      const { store } = folder;
      writer = new Writer({ store, auth, configuration, configurationFolder, sockets, log: logger });
      metrics.workers(() => 1 + writer!.followers.followers);
    }
    const followers = writer?.followers;
    const changing = administration({
      likeness,
      ...(followers && { reconfigure: (next) => followers.configure(() => likeness.reconfigure(next)) }),
      audit: auth.audit,
      dataFolder: options.data,
      configurationFolder,
      nodeConfiguration: node?.shared,
      nodes: node?.nodes,
      isDrill,
      log: logger,
    });
    closeJobs = async () => {
      changing.scheduledJobs.close();
      changing.activity.close();
      await Promise.all([changing.jobs.close(), changing.files.close(), changing.webhooks.close()]);
    };
    metrics.jobs(() => changing.jobs.pending().length);
    metrics.webhooks(() => changing.webhooks.sending());
    if (node !== undefined) metrics.configuration(node.shared);
    const sharing = node?.nodes.jobs.sharing;
    if (sharing !== undefined) metrics.jobShares(() => sharing.shares);
    const partitioned = node?.partitioned;
    if (partitioned !== undefined) partMetrics(metrics.registry, partitioned);
    const stateful = { likeness, settings, administration: changing, admission, partitioned };
    const states = new ServiceStates(() => factsOf(stateful), logger);
    stateMetric(metrics.registry, states);
    const parts = { ...stateful, auth, logger, metrics, states };
    const runtime = { ...parts, followers, requestCounts: writer?.requestCounts };
    const start = async (app: Express, carried: AdmissionControl, where: ListenOptions): Promise<string> => {
      const server = await listen(app, carried, where).catch((error: unknown) => {
        throw listenFailure(error, where);
      });
      running.push(server);
      return server.url;
    };
    if (!stop.isAsked) {
      if (settings.proxies > 0)
        warn('proxies: who reaches this port past the proxy can forge its address; name the proxy in trustedProxies');
      const metricsAt = metricsFor(options, settings);
      if (metricsAt !== undefined) {
        // Bounds of its own, so that a flood here does not hide what it does.
        const beside = new AdmissionControl(settings);
        note(
          `metrics on ${await start(createMetricsApp({ ...runtime, admission: beside }), beside, metricsAt)}/metrics`,
        );
      }
      const port = role?.port ?? options.port;
      await waiting?.end();
      const url = await start(createApp(runtime), admission, { host: options.host, port, tls, warn });
      await writer?.listen(runtime);
      unfollow = reloadOnSignal(changing.liveConfiguration, logger);
      node?.shared.follow(() => changing.liveConfiguration.follow(), warn);
      const { proposalPlace: place, proposals } = changing;
      if (!isDrill) {
        changing.jobs.start();
        await changing.files.start();
        changing.scheduledJobs.start();
        changing.webhooks.start();
        learner = new Learner({ likeness, place, proposals, duty: node?.nodes.learning, log: logger });
      }
      changing.activity.count().catch((error: unknown) => logger.warn(error));
      auditing = new ServerStateAudit(likeness, auth.audit, states, url);
      if (role !== undefined) {
        tellReady(url);
        await Promise.race([allReady(), stop.asked]);
      }
      said.write(`listening on ${url}\n`);
      const visitor = clientId ?? (process.stdout.isTTY ? await own('console') : undefined);
      if (visitor !== undefined)
        said.write(`open ${consoleAddress(settings.instanceUrl ?? url, auth.issueLoginCode(visitor))}\n`);
      if (clientId !== undefined) printExamples(said, url, configuration, auth.issueToken(clientId));
    }
  } catch (error) {
    await waiting?.end();
    await closeJobs();
    await Promise.all(running.map((server) => server.close(0)));
    await writer?.close();
    await (node ?? likeness).close();
    throw error;
  }
  await stop.asked;
  await waiting?.end();
  await node?.partitioned?.withdraw();
  await leave(running, options);
  unfollow();
  learner?.close();
  await closeJobs();
  await Promise.all(running.map((server) => server.close()));
  await writer?.close();
  await auditing?.close();
  await (node ?? likeness).close();
}

function printExamples(said: LineOutput, url: string, { settings }: Configuration, token: string): void {
  const { restSegment, productSegment } = settings;
  const { upsert, search } = callExamples(`${url}/services/${restSegment}/${productSegment}`, token);
  said.write(`
Access token of the client 'demo' (two hours):
${token}

Search for duplicates:
${search}

Create or update with duplicate search:
${upsert}
`);
}
