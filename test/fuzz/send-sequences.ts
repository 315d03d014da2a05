import { expect } from 'vitest';
import { Random } from '../../bench/synthetic/random.js';
import { seed } from '../support/seed.js';
import { Sequences } from './sequences.js';
import { Wire, type Answered } from './wire.js';

/** Number of concurrent sequences. */
const LANES = 4;

/** Sends sequences and checks each response. @returns the number of responses by status */
export async function sendSequences(port: number, token: string, amount: number): Promise<Map<number, number>> {
  const wire = new Wire(port);
  const statuses = new Map<number, number>();
  let left = amount;
  const lane = async (number: number): Promise<void> => {
    const random = new Random(seed * 1_000 + number);
    const sequences = new Sequences(
      () => random.next(),
      async (request): Promise<Answered> => {
        const reply = await wire.send({
          ...request,
          headers: { ...request.headers, authorization: `Bearer ${token}` },
        });
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        const shown = `${request.method} ${request.url} ${String(request.body)}`.slice(0, 2_000);
        expect(reply.status < 500 || reply.status === 503, `${reply.text.slice(0, 500)}\n${shown}`).toBe(true);
        if (reply.headers.get('content-type')?.startsWith('application/json')) JSON.parse(reply.text);
        return reply;
      },
    );
    while (left-- > 0) await sequences.run();
  };
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
  wire.close();
  return statuses;
}
