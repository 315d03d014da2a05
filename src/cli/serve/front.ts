import type { Express } from 'express';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Counter, Gauge, Registry } from 'prom-client';
import { AdmissionControl, type AdmissionOptions } from '../../http/server/admission.js';
import { listen, type ListenOptions, type RunningServer } from '../../http/server/server.js';
import { ServiceStates, WELL } from '../../http/server/service-state.js';
import { startingApp } from '../../http/server/starting-app.js';
import type { DivergedError } from '../../store/store-errors.js';
import { Failure } from '../../runtime/failure.js';

/** Milliseconds that running requests have left to finish. */
const END_MS = 2_000;
const LOOK_MS = 20;

type Port = 'requests' | 'metrics';

interface OpenPort {
  readonly server: RunningServer;
  readonly admission: AdmissionControl;
}

/** The ports of the process, which stay open while the service is replaced. */
export class Front {
  /** Counters over all services. */
  readonly #registry = new Registry();
  readonly #diverged = new Counter({
    name: 'likeness_log_diverged_total',
    help: 'Number of times this node reopened its store because the log was rolled back',
    registers: [this.#registry],
  });
  readonly #divergedAt = new Gauge({
    name: 'likeness_log_diverged_position',
    help: 'Position of this node when the log was last rolled back',
    registers: [this.#registry],
  });
  /** Authenticates requests forwarded by other nodes. */
  readonly secret = randomBytes(32).toString('base64url');
  readonly #admissions = new Map<Port, AdmissionControl>();
  readonly #open = new Map<Port, OpenPort>();

  get servers(): readonly RunningServer[] {
    return [...this.#open.values()].map(({ server }) => server);
  }

  admission(port: Port, options: AdmissionOptions, warn?: (message: string) => void): AdmissionControl {
    const known = this.#admissions.get(port) ?? new AdmissionControl(options, warn);
    this.#admissions.set(port, known);
    return known;
  }

  showIn(registry: Registry): void {
    registry.registerMetric(this.#diverged);
    registry.registerMetric(this.#divergedAt);
  }

  async serve(port: Port, app: Express, where: ListenOptions): Promise<string> {
    const open = this.#open.get(port);
    if (open !== undefined) {
      open.server.answerBy(app);
      return open.server.url;
    }
    const admission = this.#admissions.get(port)!;
    const server = await listen(app, admission, {
      ...where,
      secret: port === 'requests' ? this.secret : undefined,
    }).catch((error: unknown) => {
      throw listenFailure(error, where);
    });
    this.#open.set(port, { server, admission });
    return server.url;
  }

  /** Rejects all new requests. Resolves when no request uses the service any longer. */
  async refuse(why: DivergedError): Promise<void> {
    this.#diverged.inc();
    this.#divergedAt.set(why.position);
    const store = { fault: why, lag: { commits: 0, seconds: 0, remedy: 'rebuild' as const } };
    const isStopping = (): boolean => this.#admissions.get('requests')?.draining ?? false;
    const states = new ServiceStates(() => ({ ...WELL, isStopping: isStopping(), writable: false, store }));
    for (const [port, { server }] of this.#open) {
      const metrics = port === 'metrics' ? this.#registry : undefined;
      server.answerBy(startingApp(states, { position: why.position, metrics }));
    }
    const ended = [...this.#open.values()].map(({ server, admission }) => ending(server, admission));
    await Promise.all(ended);
  }

  async close(patience?: number): Promise<void> {
    await Promise.all(this.servers.map((server) => server.close(patience)));
  }
}

/** Closes event streams and slow connections, whose clients will reconnect. */
async function ending({ server }: RunningServer, admission: AdmissionControl): Promise<void> {
  const until = performance.now() + END_MS;
  while (admission.requests > admission.streams && performance.now() < until) await pause(LOOK_MS);
  if (admission.requests > 0) server.closeAllConnections();
}

function listenFailure(error: unknown, { host, port }: ListenOptions): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new Failure(
      `port ${port} on ${host} is used by another program; choose another port with --port N or PORT=N`,
    );
  }
  if (code === 'EACCES') return new Failure(`this user may not listen on port ${port}; choose a port above 1023`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new Failure(`${host} is not an address of this machine: use another --host or HOST, such as 127.0.0.1`);
  }
  return error;
}
