import type { Express } from 'express';
import { IncomingMessage, ServerResponse } from 'node:http';

export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Creates message classes with the prototypes that Express expects. Without these classes, Express replaces the
 * prototype of every request and response (`Object.setPrototypeOf` in `app.handle`). V8 deoptimises these objects,
 * which accounts for two thirds of the cost of an empty route, and for eight kilobytes per request until the next full
 * garbage collection.
 */
export function expressMessages(app: Express): MessageClasses {
  class Request extends IncomingMessage {}
  class Response<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {}
  const classes = { IncomingMessage: Request, ServerResponse: Response };
  takeOver(app, classes);
  return classes;
}

/** Makes messages use an application's prototypes. Also used to switch to another application on the same port. */
export function takeOver(app: Express, { IncomingMessage, ServerResponse }: MessageClasses): void {
  Object.setPrototypeOf(IncomingMessage.prototype, app.request);
  Object.setPrototypeOf(ServerResponse.prototype, app.response);
  app.request = IncomingMessage.prototype as unknown as Express['request'];
  app.response = ServerResponse.prototype as unknown as Express['response'];
}
