import type { IncomingMessage, ServerResponse } from 'node:http';
import { OutcomeUnknownError } from '../../store/store-errors.js';
import { HttpError } from '../response/http-error.js';
import { relay, Upstream, UpstreamError } from './upstream.js';

/** Passes requests on to the worker that writes. */
export class Forwarding {
  readonly #writer: Upstream;

  /** @param socketPath where it listens */
  constructor(socketPath: string) {
    this.#writer = new Upstream({ socketPath });
  }

  /** @throws HttpError 503 where nobody took it; OutcomeUnknownError where nobody knows, as when a process ends */
  async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const passedOn = this.#writer.ask(request);
    response.once('close', () => {
      if (!response.writableFinished) passedOn.give(new UpstreamError('the client has gone', true));
    });
    try {
      relay(await passedOn.answer, request, response);
    } catch (error) {
      if (response.closed || !(error instanceof UpstreamError)) return;
      if (error.isSent) throw new OutcomeUnknownError(`the process that writes: ${error.message}`, 1);
      const why = 'The process that writes is starting; try again';
      throw new HttpError(503, 'SERVER_UNAVAILABLE', [why], ['Retry-After', '1']);
    }
  }

  close(): void {
    this.#writer.close();
  }
}
