import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Express } from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { Auth } from '../../src/service/auth/auth.js';
import { ClientUsers } from '../../src/service/auth/client-users.js';
import { SCOPES } from '../../src/service/auth/scopes.js';
import { addClient, type ClientCredentials, type NewClient } from '../../src/service/auth/client-store.js';
import { loadConfiguration } from '../../src/store/config/load.js';
import { administration, type Administration } from '../../src/service/config/administration.js';
import type { Configuration, Settings } from '../../src/store/config/configuration.js';
import type { Limits } from '../../src/store/config/config-limits.js';
import { endpointsOf, EXTENSIONS, openExtensions } from '../../src/extensions/index.js';
import type { Extension, ExtensionWork } from '../../src/http/extension.js';
import { createApp } from '../../src/http/app.js';
import type { PlatformError } from '../../src/http/response/http-error.js';
import { AdmissionControl } from '../../src/http/server/admission.js';
import { Metrics } from '../../src/http/metrics.js';
import { listen, type ListenOptions } from '../../src/http/server/server.js';
import type { Likeness } from '../../src/service/likeness.js';
import { openLikeness } from '../../src/service/open.js';
import { openPostgresStore } from '../../src/extensions/postgres/store/open-postgres-store.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import type { RecordStore } from '../../src/store/record-store.js';
import { twinDatabase } from './twin-database.js';
import { startTwin } from './twin-node.js';

export interface ServeOptions {
  /** Content of configuration files by name. */
  readonly files?: Readonly<Record<string, unknown>>;
  readonly settings?: Partial<Settings>;
  readonly limits?: Partial<Limits>;
  readonly listen?: Partial<ListenOptions>;
  readonly now?: () => number;
  readonly store?: RecordStore;
  readonly wrap?: (likeness: Likeness) => Likeness;
  readonly logLevel?: string;
  /** Default: all. */
  readonly extensions?: readonly Extension[];
}

/** Members of responses, typed as if present. */
export interface AnyBody {
  readonly isSuccess: boolean;
  readonly isCreated: boolean;
  readonly errorMessage: string | null;
  readonly objectId: string;
  readonly objectData: Record<string, unknown>;
  readonly relatedList: AnyBody[];
  readonly '00Q': { score: number; objectData: Record<string, unknown> }[];
  readonly Name: string;
  readonly error: string;
  readonly error_description: string;
  readonly access_token: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The response as JSON. Tests assert which members it has. */
  readonly body: AnyBody;
  /** The platform's error array in the response, or an empty array. */
  readonly errors: readonly PlatformError[];
  /** The first error. */
  readonly error: PlatformError;
}

/** The whole service on a free local port, with an in-memory store and its own data folder. */
export interface Served {
  /** Background work of the extensions, not started. */
  readonly work: ExtensionWork;
  readonly app: Express;
  readonly url: string;
  readonly port: number;
  readonly dataFolder: string;
  readonly auth: Auth;
  readonly likeness: Likeness;
  readonly admission: AdmissionControl;
  readonly administration: Administration;
  readonly configuration: Configuration;
  /** A client with a valid license, and its token. */
  readonly client: ClientCredentials;
  readonly token: string;
  /** Log lines. */
  readonly log: string[];
  addClient(client?: Partial<NewClient>): ClientCredentials;
  /** Sends a request with this token unless headers override it. */
  call(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string | undefined> },
    /** Sends the request to the first node. */
    isForFirst?: boolean,
  ): Promise<Reply>;
  post(path: string, body: unknown, headers?: Record<string, string | undefined>): Promise<Reply>;
  /** Sends a request with any method and an optional JSON body. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string | undefined>): Promise<Reply>;
  close(): Promise<void>;
}

export const BASE = '/services/apexrest/dupcheck';
export const DATA = '/services/data/v60.0';
export const SESSION = '/services/oauth2/session';
export const SEARCH = `${BASE}/dc3Api/search`;
export const UPSERT = `${BASE}/dc3DataApi`;
export const EXPLAIN = `${BASE}/dc3Api/explain`;
export const TOKEN = '/services/oauth2/token';

export async function serve(options: ServeOptions = {}): Promise<Served> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'likeness-http-'));
  const configurationFolder = join(dataFolder, 'config');
  await mkdir(configurationFolder);
  for (const [name, content] of Object.entries(options.files ?? {}))
    await writeFile(join(configurationFolder, name), JSON.stringify(content));
  const loaded = await loadConfiguration(configurationFolder);
  const limits = { ...loaded.settings.limits, ...options.limits };
  const settings = { ...loaded.settings, limits, ...options.settings };
  const configuration = { ...loaded, settings };
  const isPlain = options.store === undefined && options.wrap === undefined;
  const database = isPlain ? await twinDatabase() : undefined;
  const store = options.store ?? (database ? await openPostgresStore(database.url()) : createMemoryStore());
  const users = new ClientUsers(dataFolder);
  const opened = await openLikeness({ configuration, store, users });
  const likeness = options.wrap ? options.wrap(opened) : opened;
  const auth = new Auth({
    dataFolder,
    identityProviders: settings.identityProviders,
    signIn: settings.signIn,
    passwordGrant: settings.passwordGrant,
    limits: settings.limits,
    ...(options.now && { now: options.now }),
  });
  const log: string[] = [];
  const logger = pino({ level: options.logLevel ?? 'info' }, { write: (line: string) => void log.push(line) });
  const admission = new AdmissionControl(settings, (message) => logger.warn(message));
  const metrics = new Metrics(likeness, admission, auth);
  const changing = administration({ likeness, auth, dataFolder, configurationFolder });
  await changing.jobs.start();
  await changing.files.start();
  const { registry } = metrics;
  const { extensions = EXTENSIONS } = options;
  const work = openExtensions({ likeness, dataFolder, registry }, extensions);
  const endpoints = endpointsOf(extensions);
  const app = createApp({ likeness, auth, settings, administration: changing, logger, admission, metrics }, endpoints);
  const running = await listen(app, admission, { host: '127.0.0.1', port: 0, ...options.listen });
  const twin =
    database &&
    (await startTwin({
      store: await openPostgresStore(database.url()),
      ...{ auth, configuration, configurationFolder, dataFolder, logger },
    }));
  let calls = 0;
  const register = (client: Partial<NewClient> = {}) =>
    addClient(dataFolder, { name: 'test', licence: { state: 'valid' }, scopes: SCOPES, ...client });
  const client = register();
  const token = auth.issueToken(client.client_id);

  const call: Served['call'] = async (method, path, { body, headers = {} } = {}, isForFirst = false) => {
    const isAsked = Object.keys(headers).some((name) => name.toLowerCase() === 'likeness-at-least');
    const seen = twin && !isAsked && { 'likeness-at-least': String(store.position) };
    const all: Record<string, string | undefined> = { authorization: `Bearer ${token}`, ...seen, ...headers };
    const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const url = twin !== undefined && !isForFirst && calls++ % 2 === 0 ? twin.url : running.url;
    const response = await fetch(url + path, {
      method,
      headers: sent,
      redirect: 'manual',
      ...(body !== undefined && { body: body as NonNullable<RequestInit['body']> }),
    });
    const text = await response.text();
    // Tests also read the first node's store directly.
    if (twin !== undefined) await store.waitFor(Number(response.headers.get('likeness-position') ?? 0));
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
    const errors = (Array.isArray(parsed) ? parsed : []) as PlatformError[];
    const none = { message: '', errorCode: '' as PlatformError['errorCode'], fields: [] };
    const { status, headers: received } = response;
    return { status, headers: received, text, body: parsed as AnyBody, errors, error: errors[0] ?? none };
  };
  return {
    app,
    work,
    url: running.url,
    port: Number(new URL(running.url).port),
    dataFolder,
    auth,
    likeness,
    admission,
    administration: changing,
    configuration,
    client,
    token,
    log,
    addClient: register,
    call,
    post: (path, body, headers) =>
      call('POST', path, {
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    send: (method, path, body, headers) =>
      call(method, path, {
        ...(body !== undefined && { body: JSON.stringify(body) }),
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      }),
    close: async () => {
      // The service now reports that it is stopping.
      const closed = running.close(1_000);
      await changing.jobs.close();
      await work.close();
      await changing.files.close();
      await twin?.close();
      await closed;
      await auth.close();
      await likeness.close();
      await database?.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Starts a service until the end of the test. */
export async function serveForTest(options?: ServeOptions): Promise<Served> {
  const served = await serve(options);
  onTestFinished(() => served.close());
  return served;
}

/**
 * Starts one service for all tests of a file or `describe`.
 *
 * @returns an object that gets its members in `beforeAll`
 */
export function serveForAll(options: ServeOptions = {}): Served {
  const served = {} as Served;
  beforeAll(async () => void Object.assign(served, await serve(options)));
  afterAll(() => served.close());
  return served;
}

/** A Lead that all rules accept. */
export function lead(values: Record<string, unknown> = {}): Record<string, unknown> {
  return { LastName: 'Doe', FirstName: 'Jenniffer', Company: 'Example Ltd', Email: 'jenniffer@example.com', ...values };
}
