import type { IncomingMessage } from 'node:http';

const bodies = new WeakMap<IncomingMessage, Buffer>();

/** Keeps the body of a request as it was sent, for whoever reads it next. */
export function keepBody(request: IncomingMessage, body: Buffer): void {
  bodies.set(request, body);
}

export function keptBody(request: IncomingMessage): Buffer | undefined {
  return bodies.get(request);
}
