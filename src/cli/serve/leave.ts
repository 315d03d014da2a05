import { Option } from 'commander';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningServer } from '../../http/server/server.js';
import type { Input } from '../command.js';
import { parseSeconds } from '../options.js';

const leaveSeconds: Input<number | undefined> = new Option(
  '--leave-seconds <n>',
  'answer for so long after /readyz says stopping (0; --store: 2)',
)
  .env('LIKENESS_LEAVE_SECONDS')
  .argParser(parseSeconds);
export const leaveOption = { leaveSeconds };

export interface LeaveOptions {
  readonly leaveSeconds?: number | undefined;
  readonly store?: string | undefined;
}

const NODE_LEAVES = 2;

/** Says that the service is to be sent nothing more, and gives those who send it requests the time to hear of it. */
export async function leave(
  servers: readonly Pick<RunningServer, 'drain'>[],
  { leaveSeconds, store }: LeaveOptions,
): Promise<void> {
  for (const server of servers) server.drain();
  const seconds = leaveSeconds ?? (store === undefined ? 0 : NODE_LEAVES);
  if (seconds > 0 && servers.length > 0) await pause(seconds * 1_000);
}
