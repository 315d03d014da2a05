import type { Logger } from 'pino';
import { Auth } from '../../service/auth/auth.js';
import { renewSecretFiles } from '../../service/auth/secret-files.js';
import { SECRET_FILE, wrappedSecrets, type WrappedSecrets } from '../../store/wrapped-secrets.js';
import { ENDPOINTS, openExtensions } from '../../extensions/index.js';
import { createApp, createMetricsApp } from '../../http/app.js';
import { ServerStateAudit } from '../../http/server/audit-server-state.js';
import { Metrics } from '../../http/metrics.js';
import { stateMetric } from '../../http/state-metric.js';
import { Learner } from '../../service/config/learner.js';
import { COMMAND_LINE } from '../audit-changes.js';
import { loadDemo } from '../demo/load-demo.js';
import { leave, type LeaveOptions } from './leave.js';
import { advertisedUrl, metricsFor, tlsFor, trustedByNodes, type ListeningOptions } from './listen-options.js';
import type { LineOutput } from '../output/line-output.js';
import type { Stop } from './stop-signal.js';
import { ServiceStates } from '../../http/server/service-state.js';
import { factsOf } from '../../http/server/state-facts.js';
import { DeciderForwarding } from '../../http/server/forward-to-decider.js';
import { consoleAddress, ownClientId } from './own-client.js';
import { DatabaseWait } from './await-database.js';
import type { DatabaseKeeping } from '../open/database.js';
import { openDatabaseNode } from '../open/database-node.js';
import type { Front } from './front.js';
import type { DivergedError } from '../../store/store-errors.js';
import type { LiveConfiguration } from '../../service/config/live-configuration.js';
import { administration } from '../../service/config/administration.js';
import { Lifecycle } from '../open/lifecycle.js';
import type { Likeness } from '../../service/likeness.js';
import { openFolderAndStore } from '../open/data-folder.js';
import { configurationOf } from '../../store/config/load.js';
import { note } from '../../runtime/notes.js';
import type { RecordMemory } from '../../store/record-memory.js';
import type { Configuration } from '../../store/config/configuration.js';

export interface ServeOptions extends ListeningOptions, LeaveOptions {
  readonly advertise: string | undefined;
  readonly data: string;
  readonly store: string | undefined;
  readonly config: string;
  readonly demo: boolean | undefined;
  readonly drill: boolean | undefined;
  readonly recordMemory: RecordMemory | undefined;
}

export interface ServeServiceOptions extends ServeOptions {
  readonly givenFolder: string;
  readonly stop: Stop;
  readonly log: LineOutput;
  readonly logger: Logger;
  readonly said: LineOutput;
  readonly front: Front;
  /** Whether the ports are not open yet. */
  readonly isFirst: boolean;
}

/** Serves until the process is stopped. @returns the reason to replace the service; ports then reject requests */
export async function serveService(options: ServeServiceOptions): Promise<DivergedError | undefined> {
  const { givenFolder, stop, log, logger, said, front, isFirst } = options;
  const warn = (message: string): void => logger.warn(message);
  const isDrill = options.drill === true;
  if (isDrill && isFirst) warn('drill: no webhooks are sent, no schedules or jobs run, and nothing is learned');
  const { store } = options;
  const secrets = wrappedSecrets();
  const waiting = store === undefined || !isFirst ? undefined : new DatabaseWait(store, options, logger);
  const { recordMemory } = options;
  const open = () => openDatabaseNode(store!, options.data, options.config, { isDrill, recordMemory, trouble: warn });
  const node = store === undefined ? undefined : await (waiting?.until(open, stop) ?? open());
  // The node was stopped before the database was available.
  if (store !== undefined && node === undefined) return undefined;
  if (node !== undefined && isFirst) tellKeeping(node.keeping, logger);
  const configurationFolder = node?.shared.folder ?? givenFolder;
  const configuration = node?.configuration ?? (await configurationOf(configurationFolder));
  const life = new Lifecycle();
  if (node !== undefined) life.started(() => node.close());
  if (waiting !== undefined) life.started(() => waiting.end());
  const tls = await life.starting(() => tlsFor(options, configuration.settings));
  const folder =
    node === undefined ? await openFolderAndStore(options.data, configuration, { recordMemory }) : undefined;
  const likeness = node?.likeness ?? folder!.likeness;
  if (folder !== undefined) life.started(() => likeness.close());
  folder?.store.watch();
  const { diverged: divergence = stop.asked } = likeness.visible;
  // Keep the ports open if another service will replace a diverged service.
  let closeFront = (): Promise<void> => (isFirst ? front.close(0) : Promise.resolve());
  await life.starting(async () => {
    if (options.demo === true && !stop.isAsked) {
      const loaded = await loadDemo(likeness, configuration);
      if (loaded > 0) note(`loaded ${loaded} demo records into ${options.data}`);
    }
    const renewed = node?.renewed ?? renewSecretFiles(options.data, secrets);
    const auth = new Auth({
      dataFolder: options.data,
      trouble: (message) => logger.warn(message),
      identityProviders: configuration.settings.identityProviders,
      signIn: configuration.settings.signIn,
      passwordGrant: configuration.settings.passwordGrant,
      limits: configuration.settings.limits,
      spent: node?.spent,
      newest: node?.newest,
      home: node?.home,
      audit: node?.audit,
      now: node?.now,
    });
    let auditing: ServerStateAudit | undefined;
    // Close the audit log late, so that the server's shutdown is its last entry.
    life.started(() => (auditing ?? auth).close());
    const own = async (name: 'demo' | 'console'): Promise<string> => {
      const find = (): string =>
        ownClientId(options.data, name, (entry) => auth.audit.record({ by: COMMAND_LINE, ...entry }), node?.now);
      return node === undefined ? find() : node.share(find);
    };
    const clientId = options.demo === true ? await own('demo') : undefined;
    node?.follow(warn);
    const { settings } = configuration;
    const admission = front.admission('requests', settings, warn);
    const metrics = new Metrics(likeness, admission, auth);
    metrics.logDrops(() => log.dropped);
    const changing = administration({
      likeness,
      auth,
      dataFolder: options.data,
      configurationFolder,
      nodeConfiguration: node?.shared,
      nodes: node?.nodes,
      home: node?.home,
      isDrill,
      log: logger,
    });
    metrics.jobs(() => changing.jobs.pending().length);
    const extensions = openExtensions({
      likeness,
      dataFolder: options.data,
      home: node?.home,
      nodes: node?.nodes,
      log: logger,
      registry: metrics.registry,
    });
    if (node !== undefined) metrics.configuration(node.shared);
    front.showIn(metrics.registry);
    const stateful = { likeness, settings, administration: changing, admission };
    const states = new ServiceStates(() => factsOf(stateful), logger);
    stateMetric(metrics.registry, states);
    const parts = { ...stateful, auth, logger, metrics, states };
    const { visible } = likeness;
    const { decider } = visible;
    const deciding =
      decider &&
      new DeciderForwarding({
        ...{ decider, visible, ca: () => trustedByNodes(tls), warn },
        tried: (outcome, seconds) => metrics.forwarded(outcome, seconds),
      });
    life.started(() => deciding?.close());
    life.started(() => closeFront());
    life.started(async () => {
      changing.scheduledJobs.close();
      await Promise.all([changing.jobs.close(), changing.files.close(), extensions.close(), changing.erasures.close()]);
    });
    const runtime = { ...parts, deciding };
    if (!stop.isAsked) {
      if (settings.proxies > 0 && isFirst)
        warn('proxies: a client that bypasses the proxy can forge its address; list the proxy in trustedProxies');
      const hidden = isFirst ? recordsOfNoObject(likeness) : 0;
      if (hidden > 0)
        warn(`${hidden} records belong to undeclared objects: they are hidden until the objects are declared again`);
      if (settings.passwordGrant === true && isFirst)
        warn('passwordGrant is on, so tools receive the secrets of the clients; use another login method if possible');
      const metricsAt = metricsFor(options, settings);
      if (metricsAt !== undefined) {
        // Use separate limits for the metrics port, so that metrics can be read during a flood of requests.
        const beside = front.admission('metrics', settings);
        const shown = await front.serve('metrics', createMetricsApp({ ...runtime, admission: beside }), metricsAt);
        if (isFirst) note(`metrics on ${shown}/metrics`);
      }
      await waiting?.end();
      const url = await front.serve('requests', createApp(runtime, ENDPOINTS), {
        host: options.host,
        port: options.port,
        tls,
        warn,
      });
      decider?.serve(advertisedUrl(options.advertise, url), front.secret);
      if (isFirst) tellSecrets(secrets, renewed, node === undefined ? 'folder' : 'database', logger);
      life.started(reloadOnSignal(changing.liveConfiguration, logger));
      node?.shared.follow(() => changing.liveConfiguration.follow(), warn);
      const { proposalPlace: place, proposals } = changing;
      if (!isDrill) {
        await changing.jobs.start();
        await changing.files.start();
        // Do not await this work, because requests need not wait for it.
        void changing.erasures.resume(warn);
        changing.scheduledJobs.start();
        extensions.start();
        const learner = new Learner({ likeness, place, proposals, duty: node?.nodes.learning, log: logger });
        learner.start();
        life.started(() => learner.close());
      } else await changing.jobs.refresh();
      auditing = new ServerStateAudit(likeness, auth.audit, states, url);
      if (isFirst) {
        said.write(`listening on ${url}\n`);
        const visitor = clientId ?? (process.stdout.isTTY ? await own('console') : undefined);
        if (visitor !== undefined)
          said.write(`open ${consoleAddress(settings.instanceUrl ?? url, auth.issueLoginCode(visitor))}\n`);
        if (clientId !== undefined) printExamples(said, url, configuration, auth.issueToken(clientId));
      }
    }
  });
  const diverged = await Promise.race([stop.asked, divergence]);
  if (diverged !== undefined) {
    await front.refuse(diverged);
    await Promise.race([diverged.settled, stop.asked]);
    logger.error({ position: diverged.position }, diverged.message);
  }
  if (diverged === undefined) await leave(front.servers, options, likeness.visible.decider);
  closeFront = () => (diverged === undefined ? front.close() : Promise.resolve());
  await life.end();
  return diverged;
}

/** Logs at startup which data a crash could lose, not only after a crash. */
function tellKeeping(keeping: DatabaseKeeping, logger: Logger): void {
  const { fsync, fullPageWrites, synchronousCommit, standbyNames, onCrash, onPromotion, isUnsafe } = keeping;
  const message = `the database: ${onCrash}; ${onPromotion}`;
  logger[isUnsafe ? 'error' : 'info']({ fsync, fullPageWrites, synchronousCommit, standbyNames }, message);
}

/** Counts records of objects that are no longer declared, or that are declared with different capitalisation. */
function recordsOfNoObject(likeness: Likeness): number {
  const { store, indexes } = likeness.statistics();
  return [...indexes.values()].reduce((left, { records }) => left - records, store.records);
}

/**
 * @param renewed names of the secrets that were just wrapped or unwrapped
 */
function tellSecrets(
  { path, isShared }: WrappedSecrets,
  renewed: readonly string[],
  place: 'folder' | 'database',
  logger: Logger,
): void {
  if (isShared) logger.warn(`${path}: other users can read this file; restrict it to its owner: chmod 600 ${path}`);
  if (renewed.length > 0) logger.info(`newly encrypted with the first line of ${path}: ${renewed.join(', ')}`);
  if (path !== undefined) logger.info(`stored secrets are encrypted with ${path} (${SECRET_FILE})`);
  else if (place === 'folder')
    logger.info(`secrets in the data folder are readable by its owner: set ${SECRET_FILE} to encrypt them`);
  else
    logger.warn(
      `secrets that can issue tokens are not encrypted in the database and its dumps: set ${SECRET_FILE} to encrypt them`,
    );
}

function reloadOnSignal(configuration: LiveConfiguration, logger: Pick<Logger, 'info' | 'warn'>): () => void {
  const reload = (): void => {
    configuration.reload({ by: 'server' }).then(
      (rebuilt) => logger.info({ rebuilt }, 'the configuration was reloaded'),
      (error: unknown) => logger.warn(`the configuration was not reloaded: ${(error as Error).message}`),
    );
  };
  process.on('SIGHUP', reload);
  return () => process.off('SIGHUP', reload);
}

/** Prints example `curl` lines, ready to paste into POSIX shells. */
function printExamples(said: LineOutput, url: string, { settings }: Configuration, token: string): void {
  const { restSegment, productSegment } = settings;
  const base = `${url}/services/${restSegment}/${productSegment}`;
  const person = { FirstName: 'Jim', LastName: 'Martinez', Company: 'Williams and Anderson' };
  const email = 'james.martinez@williamsanderson.example';
  const input = {
    duplicateCheck: true,
    objectType: 'Lead',
    objectData: { ...person, Email: email, Title: 'Head of Purchasing' },
  };
  said.write(`
Access token of the client 'demo' (two hours):
${token}

Search for duplicates:
${curl(`${base}/dc3Api/search`, token, { objectPrefix: '00Q', objectData: person })}

Create or update with duplicate search:
${curl(`${base}/dc3DataApi`, token, { input })}
`);
}

function curl(address: string, token: string, body: unknown): string {
  return `curl -sS '${address}' -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
}
