import { checkFolder } from './consistency.js';
import { Expectations } from './expectations.js';
import { checkStored, moment, startLoad, type RunningLoad } from './load.js';
import type { Outcome } from './outcome.js';
import { prepareFolder } from './prepared-folder.js';
import { ServerProcess } from './server.js';

const CLIENTS = 12;
/** Bytes of the journal at which every second server compacts. */
const COMPACT_AT = 100_000;
/** One in this many kills happens during the start. */
const WHILE_STARTING = 5;

/**
 * Runs the real server under HTTP load, ends it at a random moment, checks a copy of its folder with `likeness verify`,
 * and restarts it, repeatedly. After SIGKILL, everything acknowledged must be present, nothing refused, and every
 * transaction complete. After SIGTERM, the server must also exit with code 0, and every change must have been
 * acknowledged.
 */
export async function endUnderLoad(
  folder: string,
  signal: 'SIGKILL' | 'SIGTERM',
  times: number,
  random: () => number,
): Promise<Outcome> {
  const token = await prepareFolder(folder);
  const expectations = new Expectations();
  const broken: string[] = [];
  let whileStarting = 0;
  let unanswered = 0;
  for (let round = 0; round <= times; round++) {
    const tell = (fault: string): unknown => broken.push(`round ${round}: ${fault}`);
    const server = new ServerProcess({ folder, ...(round % 2 === 1 && { compactAt: COMPACT_AT }) });
    if (signal === 'SIGKILL' && round < times && round % WHILE_STARTING === WHILE_STARTING - 1) {
      await moment(random, 0, 1_500);
      await server.end(signal);
      whileStarting++;
    } else {
      const endpoint = { url: await server.url(), token };
      const open = [...expectations.firms].filter(([, { fate }]) => fate === 'open');
      unanswered += open.length;
      (await checkStored(endpoint, expectations, random)).forEach(tell);
      if (signal === 'SIGTERM')
        for (const [name, { fate }] of open) if (fate === 'there') tell(`${name}: done, and not answered`);
      if (round === times) {
        await server.end('SIGTERM');
        break;
      }
      const load = startLoad({ endpoint, expectations, clients: CLIENTS, random, persons: 100 + 20 * round });
      await moment(random, 20, 1_500);
      const code = await server.end(signal);
      await load.stop();
      if (signal === 'SIGTERM' && code !== 0) tell(`the server ended with ${String(code)}: ${server.stderr}`);
      oddAnswers(load).forEach(tell);
    }
    (await checkFolder(folder, `${folder}-copy`)).forEach(tell);
  }
  const starting = signal === 'SIGKILL' ? `, ${whileStarting} of the kills while it started` : '';
  return {
    fault: `${signal} of the server under load from ${CLIENTS} clients over HTTP`,
    times,
    acknowledged: expectations.acknowledged,
    checked: `${times} times; ${expectations.acknowledged} acknowledged requests, ${expectations.firms.size} transactions of several records (${unanswered} unanswered), ${expectations.once.size} idempotency keys; verified each time${starting}`,
    broken,
  };
}

function oddAnswers({ clients }: RunningLoad): string[] {
  return clients.flatMap(({ unexpected, refusal }) => [
    ...unexpected.map((answer) => `an answer of ${answer}`),
    ...(refusal === undefined ? [] : [`a write was refused: ${refusal}`]),
  ]);
}
