import { setTimeout as wait } from 'node:timers/promises';
import type { Expectations } from './expectations.js';
import { Client } from './client.js';
import { readStored, type Endpoint } from './requests.js';

export interface LoadOptions {
  readonly endpoint: Endpoint;
  readonly expectations: Expectations;
  readonly clients: number;
  readonly random: () => number;
  /** Number of people that all clients send. */
  readonly persons: number;
}

/** Running clients. `stop` resolves when each client has its last response or no pending request. */
export interface RunningLoad {
  readonly clients: readonly Client[];
  /** Resolves when all clients have stopped without `stop`. */
  readonly over: Promise<void>;
  stop(): Promise<void>;
}

export function startLoad({ endpoint, expectations, clients, random, persons }: LoadOptions): RunningLoad {
  let isOver = false;
  const all = Array.from({ length: clients }, () => new Client(endpoint, expectations, random, persons));
  const over = Promise.all(all.map((client) => client.run(() => isOver))).then(() => undefined);
  return {
    clients: all,
    over,
    stop: () => {
      isOver = true;
      return over;
    },
  };
}

const REPEATED = 10;

/** Checks what the running service returns, and its responses to known idempotency keys. @returns one line per fault */
export async function checkStored(
  endpoint: Endpoint,
  expectations: Expectations,
  random: () => number,
): Promise<string[]> {
  const found = expectations.check(await readStored(endpoint));
  const client = new Client(endpoint, expectations, random, 0);
  await client.repeatOnce(REPEATED);
  if (client.refusal !== undefined) return found;
  const again = expectations.check(await readStored(endpoint)).map((fault) => `after repeated keys: ${fault}`);
  return [...found, ...client.unexpected.map((answer) => `a repeated key: an answer of ${answer}`), ...again];
}

/** Waits for a random time between two numbers of milliseconds. */
export function moment(random: () => number, from: number, to: number): Promise<void> {
  return wait(from + random() * (to - from));
}
