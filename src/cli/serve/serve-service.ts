import type { Logger } from 'pino';
import { Auth } from '../../auth/auth.js';
import { renewSecretFiles } from '../../auth/secret-files.js';
import { wrappedSecrets } from '../../store/wrapped-secrets.js';
import { createApp, createMetricsApp } from '../../http/app.js';
import { ServerStateAudit } from '../../http/server/audit-server-state.js';
import { Metrics } from '../../http/metrics.js';
import { stateMetric } from '../../http/state-metric.js';
import { Learner } from '../../administration/learner.js';
import { COMMAND_LINE } from '../audit-changes.js';
import { loadDemo } from '../demo/load-demo.js';
import { leave } from './leave.js';
import { advertisedUrl, metricsFor, tlsFor, trustedByNodes } from './listen-options.js';
import type { LineOutput } from '../output/line-output.js';
import type { Stop } from './stop-signal.js';
import { allReady, tellOver, tellReady, type WorkerRole } from './worker-role.js';
import { ServiceStates } from '../../http/server/service-state.js';
import { factsOf } from '../../http/server/state-facts.js';
import { DeciderForwarding } from '../../http/server/forward-to-decider.js';
import { Writer } from '../../http/server/writer.js';
import { settingsOfWorker } from '../../workers/shared-limits.js';
import { consoleAddress, ownClientId } from './own-client.js';
import { DatabaseWait } from './await-database.js';
import type { DatabaseKeeping } from '../../server/database.js';
import { openDatabaseNode } from '../../server/database-node.js';
import type { Front } from './front.js';
import { printExamples } from './print-examples.js';
import type { DivergedError } from '../../store/store-errors.js';
import { Failure } from '../../runtime/failure.js';
import { tellSecrets } from './tell-secrets.js';
import { reloadOnSignal } from './reload-on-signal.js';
import { administration } from '../../administration/administration.js';
import { Lifecycle } from '../../server/lifecycle.js';
import type { Likeness } from '../../service/likeness.js';
import { openFolderAndStore } from '../../server/data-folder.js';
import { configurationOf } from '../../config/load.js';
import type { ServeOptions } from '../commands/serve-command.js';
import { note } from '../../runtime/notes.js';

export interface ServeServiceOptions extends ServeOptions {
  readonly givenFolder: string;
  readonly role: WorkerRole | undefined;
  readonly stop: Stop;
  readonly log: LineOutput;
  readonly logger: Logger;
  readonly said: LineOutput;
  readonly front: Front;
  /** The ports are not open yet. */
  readonly isFirst: boolean;
}

/**
 * One service behind the ports, until the process is told to stop.
 *
 * @returns why another one is to take its place; the ports are open and refuse all
 */
export async function serveService(options: ServeServiceOptions): Promise<DivergedError | undefined> {
  const { givenFolder, role, stop, log, logger, said, front, isFirst } = options;
  const warn = (message: string): void => logger.warn(message);
  const isDrill = options.drill === true;
  if (isDrill && isFirst) warn('a drill: no webhooks are sent, no schedules and no jobs run, nothing is learned');
  const { store } = options;
  const secrets = wrappedSecrets();
  const waiting = store === undefined || !isFirst ? undefined : new DatabaseWait(store, options, logger);
  const { recordMemory } = options;
  const open = () => openDatabaseNode(store!, options.data, options.config, { isDrill, recordMemory, trouble: warn });
  const node = store === undefined ? undefined : await (waiting?.until(open, stop) ?? open());
  // Told to stop before the database came.
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
  let writer: Writer | undefined;
  // The ports stay open for the service that takes the place of one that has diverged.
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
    // The last word of the log is that the server stopped.
    life.started(() => (auditing ?? auth).close());
    const own = async (name: 'demo' | 'console'): Promise<string> => {
      const find = (): string =>
        ownClientId(options.data, name, (entry) => auth.audit.record({ by: COMMAND_LINE, ...entry }), node?.now);
      return node === undefined ? find() : node.share(find);
    };
    const clientId = options.demo === true ? await own('demo') : undefined;
    node?.follow(warn);
    const settings =
      role === undefined ? configuration.settings : settingsOfWorker(configuration.settings, role.workers);
    const admission = front.admission('requests', settings, warn);
    const metrics = new Metrics(likeness, admission, auth);
    metrics.logDrops(() => log.dropped);
    if (role !== undefined && folder !== undefined) {
      const { sockets } = role;
      const { store } = folder;
      const pool = new Writer({ store, auth, configuration, configurationFolder, sockets, log: logger });
      life.started(() => pool.close());
      metrics.workers(() => 1 + pool.followers.followers);
      writer = pool;
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
      home: node?.home,
      isDrill,
      log: logger,
    });
    metrics.jobs(() => changing.jobs.pending().length);
    metrics.webhooks(() => changing.webhooks.sending());
    if (node !== undefined) metrics.configuration(node.shared);
    front.showIn(metrics.registry);
    const sharing = node?.nodes.jobs.sharing;
    if (sharing !== undefined) metrics.jobShares(() => sharing.shares);
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
      await Promise.all([changing.jobs.close(), changing.files.close(), changing.webhooks.close()]);
    });
    const runtime = { ...parts, deciding, followers, requestCounts: writer?.requestCounts };
    if (!stop.isAsked) {
      if (settings.proxies > 0 && isFirst)
        warn('proxies: who reaches this port past the proxy can forge its address; name the proxy in trustedProxies');
      const hidden = isFirst ? recordsOfNoObject(likeness) : 0;
      if (hidden > 0)
        warn(`${hidden} records are kept of objects that are not declared: nobody sees them until these are again`);
      if (settings.passwordGrant === true && isFirst)
        warn('passwordGrant: tools are given the secrets of clients themselves; prefer any other way to log in');
      const metricsAt = metricsFor(options, settings);
      if (metricsAt !== undefined) {
        // Bounds of its own, so that a flood here does not hide what it does.
        const beside = front.admission('metrics', settings);
        const shown = await front.serve('metrics', createMetricsApp({ ...runtime, admission: beside }), metricsAt);
        if (isFirst) note(`metrics on ${shown}/metrics`);
      }
      const port = role?.port ?? options.port;
      await waiting?.end();
      const url = await front.serve('requests', createApp(runtime), { host: options.host, port, tls, warn });
      decider?.serve(advertisedUrl(options.advertise, url), front.secret);
      if (isFirst) tellSecrets(secrets, renewed, node === undefined ? 'folder' : 'database', logger);
      await writer?.listen(runtime);
      life.started(reloadOnSignal(changing.liveConfiguration, logger));
      node?.shared.follow(() => changing.liveConfiguration.follow(), warn);
      const { proposalPlace: place, proposals } = changing;
      if (!isDrill) {
        await changing.jobs.start();
        await changing.files.start();
        changing.scheduledJobs.start();
        changing.webhooks.start();
        const learner = new Learner({ likeness, place, proposals, duty: node?.nodes.learning, log: logger });
        life.started(() => learner.close());
      } else await changing.jobs.refresh();
      auditing = new ServerStateAudit(likeness, auth.audit, states, url);
      if (role !== undefined) {
        tellReady(url);
        await Promise.race([allReady(), stop.asked, divergence]);
      }
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
    if (role !== undefined) tellOver();
    writer?.followers.refuse(diverged.message);
    await front.refuse(diverged);
    await Promise.race([diverged.settled, stop.asked]);
    logger.error({ position: diverged.position }, diverged.message);
  }
  if (diverged === undefined) await leave(front.servers, options, likeness.visible.decider);
  closeFront = () => (diverged === undefined || role !== undefined ? front.close() : Promise.resolve());
  await life.end();
  // Those who follow begin anew as well, and with them the process.
  if (diverged !== undefined && role !== undefined && !stop.isAsked)
    throw new Failure(`this worker leaves the pool: ${diverged.message}`);
  return diverged;
}

/** Operators learn at the start, rather than after a crash, what one would lose. */
function tellKeeping(keeping: DatabaseKeeping, logger: Logger): void {
  const { fsync, fullPageWrites, synchronousCommit, standbyNames, onCrash, onPromotion, isUnsafe } = keeping;
  const message = `the database: ${onCrash}; ${onPromotion}`;
  logger[isUnsafe ? 'error' : 'info']({ fsync, fullPageWrites, synchronousCommit, standbyNames }, message);
}

/** An object that is declared no more, or in another case, leaves its records behind. */
function recordsOfNoObject(likeness: Likeness): number {
  const { store, indexes } = likeness.statistics();
  return [...indexes.values()].reduce((left, { records }) => left - records, store.records);
}
