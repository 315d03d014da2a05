import { Option } from 'commander';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningServer } from '../../http/server/server.js';
import type { Decider } from '../../store/shared-log.js';
import type { Input } from '../command.js';
import { parseSeconds } from '../options.js';

const leaveSeconds: Input<number | undefined> = new Option(
  '--leave-seconds <n>',
  'seconds to keep answering after /readyz reports stopping (0; --store: 2)',
)
  .env('LIKENESS_LEAVE_SECONDS')
  .argParser(parseSeconds);
export const leaveOption = { leaveSeconds };

export interface LeaveOptions {
  readonly leaveSeconds?: number | undefined;
  readonly store?: string | undefined;
}

const NODE_LEAVES = 2;

/** Reports that the service is leaving, hands over decisions, and waits so that clients can notice. */
export async function leave(
  servers: readonly Pick<RunningServer, 'drain'>[],
  { leaveSeconds, store }: LeaveOptions,
  decider?: Pick<Decider, 'retire'>,
): Promise<void> {
  for (const server of servers) server.drain();
  await decider?.retire();
  const seconds = leaveSeconds ?? (store === undefined ? 0 : NODE_LEAVES);
  if (seconds > 0 && servers.length > 0) await pause(seconds * 1_000);
}
