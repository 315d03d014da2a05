import { setTimeout as pause } from 'node:timers/promises';
import type { RunningServer } from '../../http/server/server.js';
import type { Decider } from '../../store/shared-log.js';
import { orVariable, parsed } from '../command.js';
import { parseSeconds } from '../options.js';

export const leaveOption = {
  leaveSeconds: orVariable(
    'LIKENESS_LEAVE_SECONDS',
    parsed(
      '--leave-seconds <n>',
      'seconds to continue serving requests after /readyz reports `stopping` (default: 0, or 2 with --store)',
      parseSeconds,
    ),
  ),
};

export interface LeaveOptions {
  readonly leaveSeconds?: number | undefined;
  readonly store?: string | undefined;
}

const NODE_LEAVES = 2;

/** Hands over the role of the decider to another node, and waits so that clients notice the shutdown. */
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
