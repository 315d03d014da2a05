import type { Express } from 'express';
import { IncomingMessage, ServerResponse } from 'node:http';

/** The classes of which `http.createServer` makes its requests and responses. */
export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Creates requests and responses with Express's prototypes.
 *
 * For every request Express puts its own prototypes under what node:http has made (`Object.setPrototypeOf` in
 * `app.handle`). That makes V8 give up what it knows of these objects and keep them past the young generation: two
 * thirds of what an empty route of Express costs, and eight kilobytes a request for the next full collection. Where the
 * prototypes are already there, the same call does nothing.
 */
export function expressMessages(app: Express): MessageClasses {
  class Request extends IncomingMessage {}
  class Response<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {}
  const classes = { IncomingMessage: Request, ServerResponse: Response };
  takeOver(app, classes);
  return classes;
}

/** From now on requests and responses of a server are of this application: another one answers behind the same port. */
export function takeOver(app: Express, { IncomingMessage, ServerResponse }: MessageClasses): void {
  Object.setPrototypeOf(IncomingMessage.prototype, app.request);
  Object.setPrototypeOf(ServerResponse.prototype, app.response);
  app.request = IncomingMessage.prototype as unknown as Express['request'];
  app.response = ServerResponse.prototype as unknown as Express['response'];
}
