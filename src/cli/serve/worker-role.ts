import cluster from 'node:cluster';

/** The role of one of several processes behind a port, as the one that started it says. */
export interface WorkerRole {
  readonly kind: 'writer' | 'follower';
  /** Workers behind the port. */
  readonly workers: number;
  /** The port that they share; absent: the one that was asked for. */
  readonly port?: number | undefined;
  /** Folder of the sockets between them. */
  readonly sockets: string;
}

const VARIABLE = 'LIKENESS_WORKER';

/** The role of this process; `undefined` where it serves alone. */
export function workerRole(): WorkerRole | undefined {
  const text = process.env[VARIABLE];
  return cluster.isWorker && text !== undefined ? (JSON.parse(text) as WorkerRole) : undefined;
}

export function environmentOf(role: WorkerRole): Record<string, string> {
  return { [VARIABLE]: JSON.stringify(role) };
}

/** A worker tells this once it serves. */
export interface Ready {
  readonly ready: string;
}

/** The writer tells this when no follower is to be started any more: it ends, and all are to be started anew. */
export interface Over {
  readonly over: true;
}

/** Told to the writer once all workers serve for the first time. */
export const ANNOUNCE = 'announce';

export function tellReady(url: string): void {
  process.send?.({ ready: url } satisfies Ready);
}

export function tellOver(): void {
  process.send?.({ over: true } satisfies Over);
}

/** Listening to the process that started this one keeps it running no longer. */
export function hearNoMore(): void {
  process.channel?.unref();
}

/** Resolves when all workers serve. */
export function allReady(): Promise<void> {
  return new Promise((resolve) => {
    process.on('message', (message) => {
      if (message === ANNOUNCE) resolve();
    });
  });
}
