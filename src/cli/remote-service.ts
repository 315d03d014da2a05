import type { AnswerOf, Arguments, EndpointId, Sent } from '../client/api.js';
import { addressOf } from '../client/api.js';
import type { Settings } from '../config/configuration.js';
import { Failure, WrongUse } from '../runtime/failure.js';

export interface RemoteOptions {
  readonly url?: string | undefined;
  readonly token?: string | undefined;
}

/** A running service, spoken to through its endpoints. */
export class RemoteService {
  constructor(
    /** Without trailing slash. */
    readonly base: string,
    private readonly token: string,
    private readonly segments: Pick<Settings, 'restSegment' | 'productSegment'>,
  ) {}

  /**
   * Asks an endpoint that answers JSON, or nothing.
   *
   * @throws Failure that names the address and what the service said
   */
  async call<Id extends EndpointId>(id: Id, ...[sent]: Arguments<Id>): Promise<AnswerOf<Id>> {
    const response = await this.#send(id, sent ?? {});
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as AnswerOf<Id>;
  }

  /** The answer of an endpoint, piece by piece. */
  async stream<Id extends EndpointId>(id: Id, sent: Sent<Id>): Promise<ReadableStream<Uint8Array>> {
    return (await this.#send(id, sent)).body as ReadableStream<Uint8Array>;
  }

  /** All records of a type, as the service streams them. */
  async *records(objectType: string): AsyncGenerator<Record<string, unknown>> {
    const body = await this.stream('records', { query: { objectType } });
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

  async #send(
    id: EndpointId,
    sent: { readonly params?: object | undefined; readonly query?: object | undefined; readonly body?: unknown },
  ): Promise<Response> {
    const { restSegment, productSegment } = this.segments;
    // Commands without --url need none of it, and start sooner.
    const { ENDPOINTS } = await import('../http/endpoints/index.js');
    const { method, path } = ENDPOINTS.find((each) => each.id === id)!;
    const product = `/services/${restSegment}/${productSegment}`;
    const address = this.base + addressOf([method, path], { product }, sent)[1];
    const { body } = sent;
    const type = body instanceof Blob ? 'application/octet-stream' : 'application/json';
    let response: Response;
    try {
      response = await fetch(address, {
        method,
        headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': type },
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
