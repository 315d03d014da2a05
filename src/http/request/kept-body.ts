import type { IncomingMessage } from 'node:http';

const bodies = new WeakMap<IncomingMessage, Buffer>();

/** Keeps the body of a request for later readers. */
export function keepBody(request: IncomingMessage, body: Buffer): void {
  bodies.set(request, body);
}

export function keptBody(request: IncomingMessage): Buffer | undefined {
  return bodies.get(request);
}
