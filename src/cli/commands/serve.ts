import { Command } from 'commander';
import type { Express } from 'express';
import { pino } from 'pino';
import { Auth } from '../../auth/auth.js';
import { SCOPES } from '../../auth/scopes.js';
import { addClient, listClients } from '../../auth/clients.js';
import { licenceFault } from '../../auth/licence.js';
import { ConfigurationJobs } from '../../config/configuration-jobs.js';
import type { Configuration } from '../../config/configuration.js';
import { createApp, createMetricsApp } from '../../http/app.js';
import { Auditing } from '../../http/auditing.js';
import { Load } from '../../http/load.js';
import { Metrics } from '../../http/metrics.js';
import { listen, type ListenOptions, type RunningServer } from '../../http/server.js';
import { audit } from '../audit.js';
import { callExamples } from '../demo/call-examples.js';
import { loadDemo } from '../demo/load-demo.js';
import { Failure } from '../errors.js';
import { addListeningOptions, metricsFor, tlsFor, type ListeningOptions } from '../listening.js';
import { configOption, dataOption, withExamples } from '../options.js';
import { LineOutput } from '../output/line-output.js';
import { note } from '../output/print.js';
import { endOnUnforeseenErrors } from '../unforeseen.js';
import { configurationOf, openWorkspace } from '../workspace.js';

interface ServeOptions extends ListeningOptions {
  readonly data: string;
  readonly config: string;
  readonly demo?: boolean;
}

const demoClient = 'demo';

/** `likeness serve`: both endpoints over one data folder, until SIGTERM or SIGINT. */
export function serveCommand(): Command {
  const command = addListeningOptions(new Command('serve'))
    .description('serve both endpoints over a data folder, until SIGTERM or SIGINT')
    .option(
      '--demo',
      'load the demo data into an empty data folder, and print a token and a curl line for each endpoint',
    )
    .addOption(dataOption())
    .addOption(configOption())
    .action(serve);
  command.addHelpText(
    'after',
    '\nLIKENESS_LOG_LEVEL (info by default) sets what is logged, on the standard error output.',
  );
  return withExamples(command, [
    'serve',
    'serve --port 9000 --data /srv/likeness --config /etc/likeness',
    'serve --host 0.0.0.0 --port 443 --tls-cert chain.pem --tls-key key.pem',
    'serve --demo',
  ]);
}

async function serve(options: ServeOptions): Promise<void> {
  // From the first moment: whoever reads `listening` may stop the server at once, and a stop while it starts is a clean one too.
  const stop = stopSignal();
  const log = new LineOutput(2);
  const logger = pino({ level: process.env['LIKENESS_LOG_LEVEL'] ?? 'info' }, log);
  endOnUnforeseenErrors(logger, log);
  const said = new LineOutput(1);
  const configuration = await configurationOf(options.config);
  const tls = await tlsFor(options, configuration.settings);
  const likeness = await openWorkspace(options.data, configuration);
  const running: RunningServer[] = [];
  let auditing: Auditing | undefined;
  try {
    if (options.demo === true && !stop.isAsked) {
      const loaded = await loadDemo(likeness, configuration);
      if (loaded > 0) note(`loaded ${loaded} demo records into ${options.data}`);
    }
    const clientId = options.demo === true ? demoClientId(options.data) : undefined;
    const auth = new Auth({
      dataFolder: options.data,
      trouble: (message) => logger.warn(message),
      identityProviders: configuration.settings.identityProviders,
      limits: configuration.settings.limits,
    });
    const { settings } = configuration;
    const warn = (message: string): void => logger.warn(message);
    const load = new Load(settings, warn);
    const metrics = new Metrics(likeness, load, auth);
    metrics.logDrops(() => log.dropped);
    const configurationJobs = new ConfigurationJobs(configuration, options.config);
    const runtime = { likeness, auth, settings, configurationJobs, logger, load, metrics };
    const start = async (app: Express, carried: Load, where: ListenOptions): Promise<string> => {
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
        const beside = new Load(settings);
        note(`metrics on ${await start(createMetricsApp({ ...runtime, load: beside }), beside, metricsAt)}/metrics`);
      }
      const url = await start(createApp(runtime), load, { host: options.host, port: options.port, tls, warn });
      auditing = new Auditing(likeness, auth.audit, logger, url);
      said.write(`listening on ${url}\n`);
      if (clientId !== undefined) printExamples(said, url, configuration, auth.issueToken(clientId));
    }
  } catch (error) {
    await Promise.all(running.map((server) => server.close(0)));
    await likeness.close();
    throw error;
  }
  await stop.asked;
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

/** The demo's own client: made once; its secret is thrown away, tokens are issued directly. */
function demoClientId(data: string): string {
  const known = listClients(data).find(
    (client) => client.name === demoClient && !client.revoked && licenceFault(client.licence, Date.now()) === undefined,
  );
  if (known !== undefined) return known.client_id;
  const { client_id } = addClient(data, { name: demoClient, licence: { state: 'valid' }, scopes: SCOPES });
  audit(data, { action: 'clientAdded', target: [client_id], name: demoClient, detail: 'all' });
  return client_id;
}

function printExamples(said: LineOutput, url: string, { settings }: Configuration, token: string): void {
  const { restSegment, productSegment } = settings;
  const { upsert, search } = callExamples(`${url}/services/${restSegment}/${productSegment}`, token);
  said.write(`
Access token of the client '${demoClient}' (two hours):
${token}

Search for duplicates:
${search}

Create or update with duplicate search:
${upsert}
`);
}
