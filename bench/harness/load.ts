import autocannon from 'autocannon';
import { processorSeconds } from './program.js';
import type { Server } from './server.js';

export interface Load {
  readonly path: string;
  readonly token: string;
  /** Request bodies. Each connection sends its own part of the bodies in turn, and repeats them if they run out. */
  readonly bodies: readonly string[];
  readonly connections: number;
  /** Duration of the load. Either this or `amount` is given. */
  readonly seconds?: number;
  /** Number of requests. */
  readonly amount?: number;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  /** Microseconds of the server's CPU time per request; NaN if the system does not report it. */
  readonly processorMicroseconds: number;
}

/** Loads a server with autocannon. @throws Error for a response that is missing or not 2xx */
export async function putUnderLoad(server: Server, load: Load): Promise<LoadResult> {
  const { path, token, bodies, connections, seconds, amount } = load;
  const share = Math.max(1, Math.floor(bodies.length / connections));
  let next = 0;
  let answered = 0;
  const latencies: number[] = [];
  const started = new Set<unknown>();
  const before = processorSeconds(server.pid);
  // Measured from the first response, because autocannon first prepares all requests.
  let begun = NaN;
  let ended = NaN;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url: server.url + path,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      connections,
      timeout: 60,
      ...(amount === undefined ? { duration: seconds ?? 1 } : { amount }),
      setupClient(client) {
        const own = bodies.slice(next * share, (next + 1) * share);
        next++;
        client.setRequests(own.map((body) => ({ body })));
      },
    };
    autocannon(options, (error: Error | null, done) => {
      if (error) reject(error);
      else resolve(done);
    }).on('response', (client, _status, _bytes, milliseconds) => {
      answered++;
      ended = performance.now();
      if (answered === 1) begun = ended;
      // The first response of each connection includes the time in which autocannon prepared the other requests.
      if (started.has(client)) latencies.push(milliseconds);
      else started.add(client);
    });
  });
  const used = (processorSeconds(server.pid) ?? NaN) - (before ?? NaN);
  if (result.non2xx > 0 || result.errors > 0 || result.timeouts > 0)
    throw new Error(
      `bench: ${path}: ${result.non2xx} answers not 2xx, ${result.errors} errors, ${result.timeouts} timeouts`,
    );
  latencies.sort((a, b) => a - b);
  const at = (part: number) => latencies[Math.min(latencies.length - 1, Math.floor(part * latencies.length))] ?? NaN;
  return {
    perSecond: (answered - 1) / ((ended - begun) / 1000),
    p50: at(0.5),
    p90: at(0.9),
    p99: at(0.99),
    processorMicroseconds: (used * 1e6) / answered,
  };
}
