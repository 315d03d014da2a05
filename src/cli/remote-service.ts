import type { AnswerOf, Arguments, EndpointId, Sent } from '../extensions/api.js';
import { addressOf } from '../extensions/api.js';
import type { Settings } from '../store/config/configuration.js';
import { configurationOf } from '../store/config/load.js';
import { Failure, WrongUse } from '../runtime/failure.js';

/** A token, or a function that returns a token and is called before each request. */
export type AccessToken = string | (() => string | Promise<string>);

export interface RemoteOptions<Token = string> {
  readonly url?: string | undefined;
  readonly token?: Token | undefined;
}

export class RemoteService {
  constructor(
    /** URL without a trailing slash. */
    readonly base: string,
    private readonly token: AccessToken,
    private readonly segments: Pick<Settings, 'restSegment' | 'productSegment'>,
  ) {}

  /** Calls an endpoint with a JSON or empty response. @throws Failure with the URL and the service's message */
  async call<Id extends EndpointId>(id: Id, ...[sent]: Arguments<Id>): Promise<AnswerOf<Id>> {
    const response = await this.#send(id, sent ?? {});
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as AnswerOf<Id>;
  }

  async stream<Id extends EndpointId>(id: Id, sent: Sent<Id>): Promise<ReadableStream<Uint8Array>> {
    return (await this.#send(id, sent)).body as ReadableStream<Uint8Array>;
  }

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
      if (error instanceof TypeError)
        throw new Failure(`${this.base} closed the connection before the end of the response`);
      throw error;
    }
  }

  async #send(
    id: EndpointId,
    sent: { readonly params?: object | undefined; readonly query?: object | undefined; readonly body?: unknown },
  ): Promise<Response> {
    const { restSegment, productSegment } = this.segments;
    // Loaded on demand, so that commands without --url start faster.
    const { ENDPOINTS } = await import('../extensions/index.js');
    const { method, path } = ENDPOINTS.find((each) => each.id === id)!;
    const product = `/services/${restSegment}/${productSegment}`;
    const address = this.base + addressOf([method, path], { product }, sent)[1];
    const { body } = sent;
    const type = body instanceof Blob ? 'application/octet-stream' : 'application/json';
    const token = typeof this.token === 'string' ? this.token : await this.token();
    let response: Response;
    try {
      response = await fetch(address, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
        ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
      });
    } catch (error) {
      const cause = (error as Error).cause;
      throw new Failure(`${this.base} cannot be reached: ${cause instanceof Error ? cause.message : String(error)}`);
    }
    if (response.ok) return response;
    throw new Failure(`${address} returned ${response.status}: ${meaning(await response.text())}`);
  }
}

/** Returns the service at `--url`, accessed with `--token`, or `undefined` without `--url`. */
export function remoteService(
  options: RemoteOptions<AccessToken>,
  settings: Pick<Settings, 'restSegment' | 'productSegment'>,
): RemoteService | undefined {
  if (options.url === undefined) {
    if (options.token !== undefined) throw new WrongUse('--token needs --url');
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
  // eslint-disable-next-line regexp/no-super-linear-move -- an address that the operator types
  return new RemoteService(url.href.replace(/\/+$/, ''), token, settings);
}

/** Returns the message of an error. In the Salesforce format, errors are an array of `{message, errorCode}`. */
function meaning(text: string): string {
  try {
    const errors = JSON.parse(text) as { message?: unknown; errorCode?: unknown }[];
    const first = errors[0];
    if (first !== undefined) return `${String(first.errorCode)}: ${String(first.message)}`;
  } catch {
    // The error is not in the Salesforce format.
  }
  return text.slice(0, 200);
}

/**
 * @param why reason why the command needs a running service @throws WrongUse without --url
 */
export async function runningService(
  { config, ...given }: RemoteOptions & { readonly config: string },
  why: string,
): Promise<RemoteService> {
  const service = remoteService(given, (await configurationOf(config)).settings);
  if (service === undefined) throw new WrongUse(`give the URL of the running service with --url: ${why}`);
  return service;
}
