import type { Command } from 'commander';
import type { Express } from 'express';
import { pino } from 'pino';
import { Auth } from '../../auth/auth.js';
import type { Configuration } from '../../config/configuration.js';
import { createApp, createMetricsApp } from '../../http/app.js';
import { ServerStateAudit } from '../../http/server/audit-server-state.js';
import { AdmissionControl } from '../../http/server/admission.js';
import { Metrics } from '../../http/metrics.js';
import { Learner } from '../../administration/learner.js';
import { listen, type ListenOptions, type RunningServer } from '../../http/server/server.js';
import { command, flag } from '../command.js';
import { callExamples } from '../demo/call-examples.js';
import { demoConfiguration } from '../demo/demo-configuration.js';
import { loadDemo } from '../demo/load-demo.js';
import { Failure } from '../errors.js';
import { listeningOptions, metricsFor, tlsFor, type ListeningOptions } from '../serve/listen-options.js';
import { configOption, dataOption } from '../options.js';
import { LineOutput } from '../output/line-output.js';
import { note } from '../output/print.js';
import { consoleAddress, ownClientId } from '../serve/own-client.js';
import { reloadOnSignal } from '../serve/reload-on-signal.js';
import { endOnUncaughtErrors } from '../serve/uncaught-errors.js';
import { administration } from '../../administration/administration.js';
import { configurationOf, openDataFolder } from '../data-folder.js';

interface ServeOptions extends ListeningOptions {
  readonly data: string;
  readonly config: string;
  readonly demo: boolean | undefined;
}

/** `likeness serve`: both endpoints over one data folder, until SIGTERM or SIGINT. */
export const serveCommand = (): Command =>
  command(
    'serve',
    {
      description: 'serve both endpoints over a data folder, until SIGTERM or SIGINT',
      inputs: {
        ...listeningOptions,
        demo: flag(
          '--demo',
          'load the demo data into an empty data folder, with a scenario learned from them, and print a token and a curl line for each endpoint',
        ),
        ...dataOption,
        ...configOption,
      },
      remarks:
        'On a terminal, and with --demo, a line `open ...` leads into the console: it logs one browser in, once and within ten minutes.\n' +
        'LIKENESS_LOG_LEVEL (info by default) sets what is logged, on the standard error output.',
      examples: [
        'serve',
        'serve --port 9000 --data /srv/likeness --config /etc/likeness',
        'serve --host 0.0.0.0 --port 443 --tls-cert chain.pem --tls-key key.pem',
        'serve --demo',
      ],
    },
    serve,
  );

async function serve(options: ServeOptions): Promise<void> {
  // From the first moment: whoever reads `listening` may stop the server at once, and a stop while it starts is a clean one too.
  const stop = stopSignal();
  const log = new LineOutput(2);
  const logger = pino({ level: process.env['LIKENESS_LOG_LEVEL'] ?? 'info' }, log);
  endOnUncaughtErrors(logger, log);
  const said = new LineOutput(1);
  const configurationFolder = options.demo === true ? demoConfiguration(options) : options.config;
  const configuration = await configurationOf(configurationFolder);
  const tls = await tlsFor(options, configuration.settings);
  const likeness = await openDataFolder(options.data, configuration);
  const running: RunningServer[] = [];
  let auditing: ServerStateAudit | undefined;
  let unfollow = (): void => undefined;
  let learner: Learner | undefined;
  let closeJobs = (): Promise<void> => Promise.resolve();
  try {
    if (options.demo === true && !stop.isAsked) {
      const loaded = await loadDemo(likeness, configuration);
      if (loaded > 0) note(`loaded ${loaded} demo records into ${options.data}`);
    }
    const clientId = options.demo === true ? ownClientId(options.data, 'demo') : undefined;
    const auth = new Auth({
      dataFolder: options.data,
      trouble: (message) => logger.warn(message),
      identityProviders: configuration.settings.identityProviders,
      limits: configuration.settings.limits,
    });
    const { settings } = configuration;
    const warn = (message: string): void => logger.warn(message);
    const admission = new AdmissionControl(settings, warn);
    const metrics = new Metrics(likeness, admission, auth);
    metrics.logDrops(() => log.dropped);
    const changing = administration({
      likeness,
      audit: auth.audit,
      dataFolder: options.data,
      configurationFolder,
      log: logger,
    });
    closeJobs = () => {
      changing.scheduledJobs.close();
      return changing.jobs.close();
    };
    metrics.jobs(() => changing.jobs.pending().length);
    const runtime = { likeness, auth, settings, administration: changing, logger, admission, metrics };
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
      const url = await start(createApp(runtime), admission, { host: options.host, port: options.port, tls, warn });
      unfollow = reloadOnSignal(changing.liveConfiguration, logger);
      const { proposalFolder: folder, proposals } = changing;
      changing.jobs.start();
      changing.scheduledJobs.start();
      learner = new Learner({ likeness, folder, proposals, log: logger });
      auditing = new ServerStateAudit(likeness, auth.audit, logger, url);
      said.write(`listening on ${url}\n`);
      const visitor = clientId ?? (process.stdout.isTTY ? ownClientId(options.data, 'console') : undefined);
      if (visitor !== undefined)
        said.write(`open ${consoleAddress(settings.instanceUrl ?? url, auth.issueLoginCode(visitor))}\n`);
      if (clientId !== undefined) printExamples(said, url, configuration, auth.issueToken(clientId));
    }
  } catch (error) {
    await closeJobs();
    await Promise.all(running.map((server) => server.close(0)));
    await likeness.close();
    throw error;
  }
  await stop.asked;
  unfollow();
  learner?.close();
  await closeJobs();
  await Promise.all(running.map((server) => server.close()));
  await auditing?.close();
  await likeness.close();
}

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Waits for the first SIGTERM or SIGINT; a second one, of either, ends the process at once, as it does everywhere. */
function stopSignal(): { readonly isAsked: boolean; readonly asked: Promise<void> } {
  let isAsked = false;
  const asked = new Promise<void>((resolve) => {
    const stop = (): void => {
      isAsked = true;
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      resolve();
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
  });
  return {
    get isAsked() {
      return isAsked;
    },
    asked,
  };
}

function listenFailure(error: unknown, { host, port }: ListenOptions): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new Failure(`port ${port} on ${host} is taken by another program; choose another with --port N or PORT=N`);
  }
  if (code === 'EACCES') return new Failure(`port ${port} may not be used without more rights; choose one above 1023`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new Failure(`${host} is no address of this machine; choose one with --host or HOST, such as 127.0.0.1`);
  }
  return error;
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
