import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { exitCodes } from '../exit-codes.js';
import { ANNOUNCE, environmentOf, type Over, type Ready, type WorkerRole } from './worker-role.js';
import { STOP_MESSAGE, type Stop } from './stop-signal.js';

/** Starts one after another that ended at once, before it is given up. */
const MOST_FAILURES = 5;
/** Milliseconds that a process must have served for its end to count as the first. */
const SERVED_WELL = 30_000;
const FIRST_PAUSE = 100;
const STOP_AGAIN = 200;

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
}

/**
 * Starts the workers behind one port, and others in the place of those that end: a follower for a follower; when the
 * one that writes ends, all. Holds no records and answers no request itself.
 *
 * @returns exit code
 */
export async function supervise(workers: number, stop: Stop, warn: (message: string) => void): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'likeness-workers-'));
  cluster.setupPrimary({ exec: process.argv[1]!, args: process.argv.slice(2) });
  const supervisor = new Supervisor(workers, folder, stop, warn);
  const reload = (): void => supervisor.signal('SIGHUP');
  process.on('SIGHUP', reload);
  try {
    return await supervisor.run();
  } finally {
    process.off('SIGHUP', reload);
    await rm(folder, { recursive: true, force: true });
  }
}

class Supervisor {
  /** Ports of this generation: those that ask for the same share one, so 0 must stay 0 while it lasts. */
  #port: number | undefined;
  #portOfLast: number | undefined;
  #sockets = '';
  #writer: Worker | undefined;
  #wasReady = false;
  #failures = 0;

  constructor(
    private readonly workers: number,
    private readonly folder: string,
    private readonly stop: Stop,
    private readonly warn: (message: string) => void,
  ) {}

  signal(signal: NodeJS.Signals): void {
    this.#writer?.process.kill(signal);
  }

  /** Generation after generation, until the service is to stop or a writer cannot be kept running. */
  async run(): Promise<number> {
    const started = Date.now();
    const ended = await this.#generation();
    if (this.stop.isAsked || !this.#wasReady) return ended.code ?? exitCodes.failed;
    this.#failures = Date.now() - started > SERVED_WELL ? 1 : this.#failures + 1;
    const how = ended.signal ?? `exit code ${ended.code ?? 'none'}`;
    if (this.#failures >= MOST_FAILURES) {
      this.warn(`the process that writes has ended again (${how}): given up`);
      return exitCodes.failed;
    }
    this.warn(`the process that writes has ended (${how}): all are started anew`);
    const isStopped = wait(FIRST_PAUSE * 2 ** this.#failures).then(() => this.stop.isAsked);
    if (await Promise.race([isStopped, this.stop.asked.then(() => true)])) return exitCodes.done;
    return this.run();
  }

  /** One writer and those who follow it, until it ends. */
  async #generation(): Promise<Ended> {
    this.#port = this.#portOfLast;
    // One that was killed leaves its sockets behind.
    this.#sockets = await mkdtemp(join(this.folder, 'generation-'));
    const writer = this.#fork('writer');
    this.#writer = writer;
    const ended = endOf(writer);
    let isOver = false;
    writer.on('message', (message: Partial<Over>) => {
      if (message.over !== true) return;
      isOver = true;
      this.#wasReady = true;
    });
    const url = await Promise.race([readyOf(writer), ended.then(() => undefined), this.#stopped()]);
    if (url !== undefined) {
      this.#portOfLast = Number(new URL(url).port);
      const followers = Array.from({ length: this.workers - 1 }, () => this.#keepFollower(() => isOver, ended));
      const all = Promise.all(followers.map(({ first }) => first)).then(() => {
        this.#wasReady = true;
        if (writer.isConnected()) writer.send(ANNOUNCE);
      });
      await Promise.race([
        ended,
        this.#stopped(),
        all.then(
          () => new Promise(() => undefined),
          () => undefined,
        ),
      ]);
      isOver = true;
    }
    // Again and again: one that has just been started does not hear yet.
    const stopAll = (): void => {
      for (const worker of Object.values(cluster.workers ?? {})) if (worker?.isConnected()) worker.send(STOP_MESSAGE);
    };
    const stopping = setInterval(stopAll, STOP_AGAIN);
    stopAll();
    await Promise.all(Object.values(cluster.workers ?? {}).map(async (worker) => worker && (await endOf(worker))));
    clearInterval(stopping);
    return ended;
  }

  /** @returns `first`: resolves when it serves for the first time, rejects when it never does */
  #keepFollower(isOver: () => boolean, writerEnded: Promise<Ended>): { readonly first: Promise<void> } {
    const first = (async () => {
      for (let failures = 0; ; failures++) {
        const follower = this.#fork('follower');
        const ended = endOf(follower);
        const url = await Promise.race([readyOf(follower), ended.then(() => undefined)]);
        if (url !== undefined) {
          void this.#replace(ended, isOver, writerEnded);
          return;
        }
        if (isOver() || this.stop.isAsked) return;
        if (failures + 1 >= MOST_FAILURES) throw new Error('a worker could not be started');
        await wait(FIRST_PAUSE * 2 ** failures);
      }
    })();
    first.catch((error: unknown) => this.warn((error as Error).message));
    return { first };
  }

  async #replace(ended: Promise<Ended>, isOver: () => boolean, writerEnded: Promise<Ended>): Promise<void> {
    const { code, signal } = await ended;
    // Both may have been ended together: the writer's end is told a moment later.
    await Promise.race([writerEnded, wait(FIRST_PAUSE)]);
    if (isOver() || this.stop.isAsked) return;
    this.warn(`a worker has ended (${signal ?? `exit code ${code ?? 'none'}`}): another one takes its place`);
    this.#keepFollower(isOver, writerEnded);
  }

  #fork(kind: WorkerRole['kind']): Worker {
    const { workers } = this;
    return cluster.fork(environmentOf({ kind, workers, sockets: this.#sockets, port: this.#port }));
  }

  /** Resolves with nothing when the service is to stop. */
  async #stopped(): Promise<undefined> {
    await this.stop.asked;
  }
}

async function endOf(worker: Worker): Promise<Ended> {
  const { process: child } = worker;
  if (child.exitCode !== null || child.signalCode !== null) return { code: child.exitCode, signal: child.signalCode };
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { code, signal };
}

function readyOf(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    worker.on('message', (message: Partial<Ready>) => {
      if (message.ready !== undefined) resolve(message.ready);
    });
  });
}
