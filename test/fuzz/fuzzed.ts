import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { userIdOf } from '../../src/service/auth/identity.js';
import { hasScope, SCOPES, type Scope } from '../../src/service/auth/scopes.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { verify } from '../../src/store/verify.js';
import { Documented } from '../http/documented.js';
import { SEARCH, serve, TOKEN, UPSERT, type AnyBody, type Served } from '../http/serve.js';
import { operationFinder, scopeOf, type Operation } from './operations.js';
import type { FuzzRequest } from './requests.js';
import { Wire, type Answered } from './wire.js';

interface Caller {
  readonly token: string;
  readonly scopes: readonly Scope[];
}

const MOST_IDS = 200;
const MOST_TOKENS = 50;
const HELD = /\b00[13Qv][0-9A-Za-z]{12}[A-Z0-5]{3}\b/g;

/** A service with its own files, to which requests are sent. Checks every response. */
export class Fuzzed {
  /** Responses by operation and status. */
  readonly statuses = new Map<string, number>();
  sent = 0;
  readonly #ids = ['00QLK0000000001AAA'];
  readonly #tokens: string[] = [];
  readonly #ended = new Set<string>();
  readonly #find: (url: string) => Operation | undefined;
  readonly #wire: Wire;

  private constructor(
    readonly served: Served,
    readonly documented: Documented,
    private readonly folder: string,
    private readonly callers: readonly Caller[],
  ) {
    this.#find = operationFinder(documented.document);
    this.#wire = new Wire(served.port);
  }

  static async open(): Promise<Fuzzed> {
    const folder = mkdtempSync(join(tmpdir(), 'likeness-fuzz-'));
    const most = 1_000_000;
    const served = await serve({
      store: await openFileStore(folder),
      logLevel: 'debug',
      limits: { failedLogins: most, failedLoginsInTotal: most, tokensPerMinute: most },
      settings: { rateLimit: most },
    });
    const caller = (scopes: readonly Scope[], more = {}): Caller => ({
      scopes,
      token: served.auth.issueToken(served.addClient({ scopes, ...more }).client_id),
    });
    const callers = [
      { token: served.token, scopes: SCOPES },
      caller(['search', 'upsert', 'read']),
      caller(['history', 'undo']),
      caller(SCOPES, { objects: ['Lead', 'Contact'] }),
      { ...caller(SCOPES, { licence: { state: 'none' } }), scopes: [] },
    ];
    return new Fuzzed(served, await Documented.by(served), folder, callers);
  }

  /** Sends a request and checks its response. */
  async check(request: FuzzRequest): Promise<void> {
    const { method } = request;
    const url = this.#filled(request.url);
    const text = typeof request.body === 'string' ? request.body : Buffer.from(request.body ?? '').toString('utf8');
    // Bytes stay unchanged unless they are text with a placeholder.
    const form = this.#filled(text);
    const body = request.body !== undefined && form !== text ? form : request.body;
    const caller = this.callers[request.caller ?? 0]!;
    const own = request.headers['authorization'];
    const authorization = own === undefined ? `${request.scheme ?? 'Bearer'} ${caller.token}` : this.#filled(own);
    const wasNamed = url.endsWith('/introspect') && this.#ended.has(new URLSearchParams(form).get('token') ?? '');
    const wasEnded = this.#ended.has(authorization.replace(/^Bearer /, ''));
    const headers = { ...request.headers, authorization: authorization === '' ? undefined : authorization };
    const reply = await this.#wire.send({ method, url, headers, body });
    this.#remember(reply);
    const operation = this.#find(url);
    const key = `${method} ${operation?.path ?? 'elsewhere'} ${reply.status}`;
    this.sent += 1;
    this.statuses.set(key, (this.statuses.get(key) ?? 0) + 1);
    const must = (holds: boolean, what: string): void => {
      if (holds) return;
      // Formatted only on failure, because requests may be large.
      const shown = [url, JSON.stringify({ ...request, body: text }), reply.text].map((one) => one.slice(0, 2_000));
      throw new Error(`${key}: ${what}\n${shown.join('\n')}\n${this.served.log.slice(-20).join('')}`);
    };
    must(reply.status < 500 || reply.status === 503, 'an error of ours');
    const faults = this.#faults(method, operation, reply);
    must(faults.length === 0, faults.join('; '));
    must(reply.headers.get('x-content-type-options') === 'nosniff', 'without the common headers');
    must(!/\n {4}at |node_modules/.test(reply.text), 'shows code');
    if (operation === undefined || method === 'OPTIONS') return;
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const scope = operation.verbs.includes(verb) ? scopeOf(verb, operation.path) : undefined;
    const isDone = reply.status < 300;
    if (scope !== undefined) {
      if (own === undefined && !hasScope(caller, scope)) {
        must(!isDone, `done without the scope ${scope}`);
        const isSaid = /INSUFFICIENT_ACCESS|FUNCTIONALITY_NOT_ENABLED/.test(reply.text);
        must(method === 'HEAD' || reply.status !== 403 || isSaid, 'another refusal');
      }
      // Neither a made-up nor a revoked token may succeed.
      must(!isDone || !(wasEnded || (own !== undefined && !own.startsWith('Bearer @token'))), 'done without a token');
    }
    if (!isDone || method !== 'POST') return;
    if (operation.path === TOKEN) await this.#checkLogin(form, reply);
    if (operation.path === '/services/oauth2/revoke') await this.#checkRevoked(form);
    if (operation.path === '/services/oauth2/introspect' && wasNamed)
      must(reply.text === '{"active":false}', 'a token that was ended counts');
    if (operation.path === UPSERT) await this.#checkSaved(JSON.parse(reply.text) as AnyBody);
  }

  /** Compares a response with the OpenAPI document. */
  #faults(method: string, operation: Operation | undefined, reply: Answered): string[] {
    const { status, text, headers } = reply;
    if (method === 'OPTIONS' && status === 204)
      return text === '' && headers.has('allow') ? [] : ['not as it should be'];
    if ((method === 'HEAD' || status === 204) && text !== '') return ['a body where there is none'];
    const isHead = method === 'HEAD';
    if (operation === undefined) {
      // Undocumented paths must return 404.
      if (status !== 404) return [`${status} at an address that is not documented`];
      return isHead || text.includes('"NOT_FOUND"') ? [] : ['not the error of an unknown address'];
    }
    const verb = isHead ? 'get' : method.toLowerCase();
    if (operation.verbs.includes(verb) && status === 405) return ['405 to a verb that is documented'];
    if (operation.verbs.includes(verb)) return this.documented.faults(reply, operation.path, verb, isHead);
    // Any documented method of the path defines the response to an undocumented method.
    if (status !== 405 && status !== 404) return [`${status} to a verb that is not documented`];
    if (status === 405 && !headers.has('allow')) return ['405 without Allow'];
    return this.documented.faults(reply, operation.path, operation.verbs[0]!, isHead);
  }

  /** A token may be issued only for the client's secret, and must work. */
  async #checkLogin(text: string, reply: Answered): Promise<void> {
    const form = new URLSearchParams(text);
    const { client } = this.served;
    const isKnown = form.get('client_id') === client.client_id && form.get('client_secret') === client.client_secret;
    expect(isKnown, `a token was given for ${text}`).toBe(true);
    const { access_token: token } = JSON.parse(reply.text) as AnyBody;
    const found = await this.#get('/services/oauth2/userinfo', `Bearer ${token}`);
    expect(found.status).toBe(200);
    if (this.#tokens.length < MOST_TOKENS) this.#tokens.push(token);
    else this.#tokens[this.sent % MOST_TOKENS] = token;
  }

  /** A revoked token must no longer work. */
  async #checkRevoked(text: string): Promise<void> {
    const token = new URLSearchParams(text).get('token') ?? '';
    if (!this.#tokens.includes(token)) return;
    this.#ended.add(token);
    expect((await this.#get('/services/oauth2/userinfo', `Bearer ${token}`)).status).toBe(401);
  }

  /** A record reported as saved must be readable. */
  async #checkSaved({ isSuccess, objectId, relatedList }: AnyBody): Promise<void> {
    expect(objectId === (null as unknown)).toBe(!isSuccess);
    if (isSuccess) {
      // Uses a token that no other request revokes.
      const url = `/services/data/v60.0/sobjects/${this.#typeOf(objectId)}/${objectId}`;
      const read = await this.#get(url, `Bearer ${this.served.token}`);
      // Another request may have deleted the record.
      expect([200, 404]).toContain(read.status);
      if (read.status === 200) expect((JSON.parse(read.text) as { Id?: string }).Id).toBe(objectId);
    }
    for (const related of relatedList) await this.#checkSaved(related);
  }

  #get(url: string, authorization: string): Promise<Answered> {
    return this.#wire.send({ method: 'GET', url, headers: { authorization } });
  }

  #filled(text: string): string {
    const one = (list: readonly string[], n: string) => list[Number(n) % list.length];
    return text.replaceAll(/(?:@|%40)(id|type|token|user)(\d{0,3})/g, (whole, kind: string, n: string) => {
      if (kind === 'id') return one(this.#ids, n)!;
      if (kind === 'type') return this.#typeOf(one(this.#ids, n)!);
      if (kind === 'token') return one(this.#tokens, n) ?? whole;
      return userIdOf(this.served.client.client_id);
    });
  }

  #remember({ text }: Answered): void {
    for (const [given] of text.slice(0, 10_000).matchAll(HELD)) {
      if (this.#ids.length < MOST_IDS) this.#ids.push(given);
      else this.#ids[this.sent % MOST_IDS] = given;
    }
  }

  #typeOf(id: string): string {
    const { types } = this.served.configuration.registry;
    return types.find(({ keyPrefix }) => id.startsWith(keyPrefix))?.name ?? 'Lead';
  }

  /** The service must respond and hold no requests or memory; store, indexes and Ids must agree. */
  async conclude(): Promise<void> {
    const { served } = this;
    const found = await served.post(SEARCH, { objectPrefix: '00Q', objectData: { LastName: 'Lindqvist' } });
    expect(found.status).toBe(200);
    await expect.poll(() => [served.admission.requests, served.admission.bytes]).toEqual([0, 0]);
    expect(served.log.filter((line) => line.includes('"level":50'))).toEqual([]);
    // The log contains neither record values nor secrets.
    const log = served.log.join('');
    const secrets = [...this.callers.map(({ token }) => token), ...this.#tokens, served.client.client_secret];
    for (const secret of ['Lindqvist', 'jen@example.com', ...secrets]) expect(log).not.toContain(secret);
    expect(await served.likeness.checkConsistency({ sample: 200 })).toEqual([]);
    this.#wire.close();
    await served.close();
    expect(await verify(this.folder)).toMatchObject({ ok: true, damages: [], faults: [] });
    rmSync(this.folder, { recursive: true, force: true });
  }
}
