import { createServer } from 'node:net';

/** Below the ephemeral ports, so the system does not assign these to other programs. */
const FIRST = 10_000;
const COUNT = 20_000;
/** Different for each test process. */
let next = (process.pid * 97) % COUNT;

/** Returns a free local port, for a program that needs it before it starts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
