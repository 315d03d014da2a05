import type { Settings } from '../config/configuration.js';
import type { MergeInput, MergeOutput } from '../contract/merge-types.js';
import type { DecisionsPage, DecisionsQuery, ReviewInput, ShownDecision } from '../contract/review-types.js';
import type { DeadLetter } from '../events/webhooks/backlogs.js';
import type { ShownFile, Task } from '../files/file-job.js';
import type { ShownWebhook } from '../events/webhooks/webhooks.js';
import type { GroupsPage, GroupsQuery, JobPairsPage } from '../jobs/job-groups.js';
import type { ShownJob } from '../jobs/job.js';
import type { SearchOutput } from '../contract/schemas.js';
import type { ScenarioDefinition } from '../matching/scenario.js';
import type { KeptVersion } from '../administration/scenario-versions.js';
import type { ShownProposal } from '../administration/proposal.js';
import type { ListedScenario } from '../usecases/scenario-list.js';
import { Failure, WrongUse } from '../runtime/failure.js';

export interface RemoteOptions {
  readonly url?: string | undefined;
  readonly token?: string | undefined;
}

/** A state of a scenario, as the service lists it. */
export interface ScenarioVersion extends Pick<KeptVersion, 'number' | 'action' | 'time' | 'by'> {
  readonly name: string | null;
  readonly scenario: ScenarioDefinition | null;
}

/** A running service, spoken to through its endpoints. */
export class RemoteService {
  constructor(
    /** Without trailing slash. */
    readonly base: string,
    private readonly token: string,
    private readonly segments: Pick<Settings, 'restSegment' | 'productSegment'>,
  ) {}

  search(input: Record<string, unknown>): Promise<SearchOutput> {
    return this.#call<SearchOutput>('POST', 'dc3Api/search', input);
  }

  explain<T>(input: Record<string, unknown>): Promise<T> {
    return this.#call<T>('POST', 'dc3Api/explain', input);
  }

  history<T>(recordId: string, paging: { page: number; pageSize: number }): Promise<T> {
    const query = new URLSearchParams({ page: String(paging.page), pageSize: String(paging.pageSize) });
    return this.#call<T>('GET', `history/${encodeURIComponent(recordId)}?${query.toString()}`, undefined);
  }

  undo<T>(changeId: string): Promise<T> {
    return this.#call<T>('POST', `undo/${encodeURIComponent(changeId)}`, undefined);
  }

  decide(input: ReviewInput): Promise<ShownDecision> {
    return this.#call('POST', 'decisions', input);
  }

  decisions(query: DecisionsQuery): Promise<DecisionsPage> {
    return this.#call('GET', `decisions?${queryOf({ ...query })}`, undefined);
  }

  revokeDecision(id: string): Promise<ShownDecision> {
    return this.#call('DELETE', `decisions/${encodeURIComponent(id)}`, undefined);
  }

  files(): Promise<ShownFile[]> {
    return this.#call('GET', 'files', undefined);
  }

  file(id: string): Promise<ShownFile> {
    return this.#call('GET', `files/${encodeURIComponent(id)}`, undefined);
  }

  /** @param content of a file whose name says how it is read */
  sendFile(name: string, content: Blob): Promise<ShownFile> {
    return this.#call('POST', `files?${queryOf({ name })}`, content, { 'Content-Type': 'application/octet-stream' });
  }

  runFile(id: string, task: Task): Promise<ShownFile> {
    return this.#call('POST', `files/${encodeURIComponent(id)}/run`, task);
  }

  async fileResult(id: string, name: string): Promise<ReadableStream<Uint8Array>> {
    const path = `files/${encodeURIComponent(id)}/results/${encodeURIComponent(name)}`;
    return (await this.#send('GET', path, undefined, {})).body as ReadableStream<Uint8Array>;
  }

  async deleteFile(id: string): Promise<void> {
    await this.#send('DELETE', `files/${encodeURIComponent(id)}`, undefined, {});
  }

  startJob(request: Record<string, unknown>): Promise<ShownJob> {
    return this.#call('POST', 'jobs', request);
  }

  jobs(): Promise<ShownJob[]> {
    return this.#call('GET', 'jobs', undefined);
  }

  job(id: string): Promise<ShownJob> {
    return this.#call('GET', `jobs/${encodeURIComponent(id)}`, undefined);
  }

  endJob(how: 'cancel' | 'undo', id: string): Promise<ShownJob> {
    return this.#call('POST', `jobs/${encodeURIComponent(id)}/${how}`, undefined);
  }

  jobPairs(id: string, after: number, pageSize: number): Promise<JobPairsPage> {
    return this.#call('GET', `jobs/${encodeURIComponent(id)}/pairs?${queryOf({ after, pageSize })}`, undefined);
  }

  groups(query: GroupsQuery): Promise<GroupsPage> {
    return this.#call('GET', `groups?${queryOf({ ...query })}`, undefined);
  }

  webhooks(): Promise<ShownWebhook[]> {
    return this.#call('GET', 'webhooks', undefined);
  }

  deadLetters(id: string): Promise<Omit<DeadLetter, 'change'>[]> {
    return this.#call('GET', `webhooks/${encodeURIComponent(id)}/deadLetters`, undefined);
  }

  reviveDeadLetters(
    id: string,
    what: { action: 'replay' | 'discard'; events?: readonly string[] | undefined },
  ): Promise<{ letters: number }> {
    return this.#call('POST', `webhooks/${encodeURIComponent(id)}/deadLetters`, what);
  }

  merge(input: MergeInput): Promise<MergeOutput> {
    return this.#call<MergeOutput>('POST', 'merge', input);
  }

  /** @returns objects whose indexes were built anew */
  reloadConfiguration(): Promise<{ rebuilt: string[] }> {
    return this.#call('POST', 'configuration/reload', undefined);
  }

  scenarios(): Promise<ListedScenario[]> {
    return this.#call('GET', 'scenarios', undefined);
  }

  proposals(): Promise<ShownProposal[]> {
    return this.#call('GET', 'scenarios/proposals', undefined);
  }

  endProposal(how: 'accept' | 'discard', id: string): Promise<ShownProposal> {
    return this.#call('POST', `scenarios/${how}`, { id });
  }

  /** Newest first. */
  scenarioVersions(id: string): Promise<ScenarioVersion[]> {
    return this.#call('GET', `scenarios/definitions/${encodeURIComponent(id)}/versions`, undefined);
  }

  /** The version in use now; `null`: there is none. */
  async scenarioVersion(id: string): Promise<string | null> {
    type All = { scenarios: { version: string; scenario: { id: string } }[] };
    const { scenarios } = await this.#call<All>('GET', 'scenarios/definitions', undefined);
    return scenarios.find(({ scenario }) => scenario.id === id)?.version ?? null;
  }

  revertScenario(
    id: string,
    number: number,
    version: string | null,
  ): Promise<{ saved: object | null; warnings: string[] }> {
    return this.#call('POST', `scenarios/definitions/${encodeURIComponent(id)}/revert`, { number, version });
  }

  /** All records of a type, as the service streams them. */
  async *records(objectType: string): AsyncGenerator<Record<string, unknown>> {
    const path = `records?${new URLSearchParams({ objectType }).toString()}`;
    const { body } = await this.#send('GET', path, undefined, {});
    if (body === null) return;
    let rest = '';
    try {
      for await (const text of body.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) yield JSON.parse(line) as Record<string, unknown>;
      }
    } catch (error) {
      if (error instanceof TypeError) throw new Failure(`${this.base} broke off in the middle of its answer`);
      throw error;
    }
  }

  async #call<T>(method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
    return (await (await this.#send(method, path, body, headers)).json()) as T;
  }

  /** @throws Failure that names the address and what the service said */
  async #send(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
    const { restSegment, productSegment } = this.segments;
    const address = `${this.base}/services/${restSegment}/${productSegment}/${path}`;
    let response: Response;
    try {
      response = await fetch(address, {
        method,
        headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json', ...headers },
        ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
      });
    } catch (error) {
      const cause = (error as Error).cause;
      throw new Failure(`${this.base} cannot be reached: ${cause instanceof Error ? cause.message : String(error)}`);
    }
    if (response.ok) return response;
    throw new Failure(`${address} answered ${response.status}: ${meaning(await response.text())}`);
  }
}

/** Those that are given. */
function queryOf(values: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(given).toString();
}

/** The service that `--url` and `--token` name, `undefined` without `--url`. */
export function remoteService(options: RemoteOptions, settings: Settings): RemoteService | undefined {
  if (options.url === undefined) {
    if (options.token !== undefined) throw new WrongUse('--token is of use only together with --url');
    return undefined;
  }
  const token = options.token ?? process.env['LIKENESS_TOKEN'];
  if (token === undefined || token === '') {
    throw new WrongUse('--url needs an access token: give --token or set LIKENESS_TOKEN (`likeness token` prints one)');
  }
  const url = URL.canParse(options.url) ? new URL(options.url) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new WrongUse(`--url '${options.url}': expected an address such as http://127.0.0.1:8080`);
  }
  return new RemoteService(url.href.replace(/\/+$/, ''), token, settings);
}

/** The platform's errors are an array of `{message, errorCode}`. */
function meaning(text: string): string {
  try {
    const errors = JSON.parse(text) as { message?: unknown; errorCode?: unknown }[];
    const first = errors[0];
    if (first !== undefined) return `${String(first.errorCode)}: ${String(first.message)}`;
  } catch {
    // Not the platform's form: shown as it is.
  }
  return text.slice(0, 200);
}
