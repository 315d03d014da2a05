import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { newToken } from '../support/command-line.js';
import { isNightly } from '../support/draws.js';
import { post, serve, type Served } from '../support/program.js';
import { newFolder } from '../support/temporary-folder.js';
import { Receiver } from '../service/events/receiver.js';

const ROUNDS = isNightly ? 4 : 2;
/** Minimum number of leads saved per round before the service is killed. */
const AT_LEAST = 15;

/** Saves leads until the service stops. @returns the Ids of the confirmed leads */
async function saveUntilGone({ url }: Served, token: string, round: number, enough: () => void): Promise<string[]> {
  const confirmed: string[] = [];
  for (let i = 0; ; i++) {
    const objectData = { LastName: `Round ${round}`, Company: `Company ${i}` };
    try {
      const { body } = await post(url, 'dc3DataApi', token, { input: { objectType: 'Lead', objectData } });
      confirmed.push((body as { objectId: string }).objectId);
    } catch {
      return confirmed;
    }
    if (confirmed.length === AT_LEAST) enough();
  }
}

it('every confirmed record is reported at least once, however often the service is killed', async () => {
  const receiver = new Receiver();
  const url = await receiver.listen();
  onTestFinished(() => receiver.close());
  const [data, config] = [newFolder(), newFolder()];
  const webhook = { id: 'crm', url, attempts: 50, firstRetrySeconds: 0.01, events: ['record.created'] };
  writeFileSync(join(config, 'webhooks.json'), JSON.stringify([webhook]));
  // Some deliveries are accepted, some rejected, and some get no response.
  receiver.answer = (received, response, request) => {
    const count = receiver.received.length;
    if (count % 5 === 0) receiver.refuse(response);
    else if (count % 7 === 0) {
      receiver.taken.push(received);
      request.destroy();
    } else receiver.take(received, response);
  };
  const confirmed: string[] = [];
  let token: string | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const service = await serve(data, ['--config', config]);
    token ??= await newToken(data);
    await known(service, token);
    let kill: () => void;
    const enough = new Promise<void>((resolve) => (kill = resolve));
    const saving = saveUntilGone(service, token, round, kill!);
    // At least one delivery is pending or in progress.
    await enough;
    await service.stop('SIGKILL');
    confirmed.push(...(await saving));
  }
  const last = await serve(data, ['--config', config]);
  const told = () => new Set(receiver.taken.map(({ recordId }) => recordId));
  await receiver.until(() => confirmed.every((id) => told().has(id)));
  await last.stop();
  expect(confirmed.length).toBeGreaterThanOrEqual(ROUNDS * AT_LEAST);
  expect(confirmed.filter((id) => !told().has(id))).toEqual([]);
  const [events, bodies] = [new Set<string>(), new Set<string>()];
  for (const { id, recordId } of receiver.taken) {
    events.add(id);
    bodies.add(`${id} ${recordId}`);
  }
  // Repeated deliveries contain the same event, so receivers can ignore them.
  expect(bodies.size).toBe(events.size);
});

/** Resolves when the service has stored the webhook's position in the history. From then on, it misses no event. */
async function known({ url }: Served, token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  for (;;) {
    const answer = await fetch(`${url}/services/apexrest/dupcheck/webhooks`, { headers });
    if (((await answer.json()) as unknown[]).length > 0) return;
  }
}
