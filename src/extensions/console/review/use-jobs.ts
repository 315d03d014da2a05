import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { allows } from '../api/objects.js';
import type { ShownJob } from '../api/types.js';
import { useResource, type Resource } from '../state/use-resource.js';

/** Milliseconds between two polls of a running job. */
const PAUSE = 1_000;

export const isPending = ({ status }: ShownJob): boolean => status === 'queued' || status === 'running';

/** Returns the jobs of an object, newest first, polled while one runs. @param onEnd called when a job has ended */
export function useJobs(object: string, onEnd: () => void): Resource<readonly ShownJob[]> {
  const [round, setRound] = useState(0);
  const found = useResource(
    allows('review') ? `${object} ${round}` : undefined,
    async (signal) => (await call('jobs', { signal })).filter(({ objectType }) => objectType === object),
    { keep: true },
  );
  const pending = found.value?.filter(isPending).map(({ id }) => id) ?? [];
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    if (found.value === undefined) return undefined;
    if (before.current.some((id) => !pending.includes(id))) onEnd();
    before.current = pending;
    if (pending.length === 0) return undefined;
    const timer = setTimeout(() => setRound((last) => last + 1), PAUSE);
    return () => clearTimeout(timer);
  }, [found.value]);
  return found;
}
