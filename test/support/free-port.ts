import { createServer } from 'node:net';

/** Below the ports that systems give to whoever asks for any: nobody else gets one of these meanwhile by chance. */
const FIRST = 10_000;
const COUNT = 20_000;
/** Apart for each process of the tests. */
let next = (process.pid * 97) % COUNT;

/** A port of this machine for a program that has to be told one before it starts. */
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
