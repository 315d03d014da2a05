import { useEffect, useRef } from 'preact/hooks';
import { call } from '../api/call.js';
import { allows } from '../api/objects.js';
import type { ShownJob } from '../api/types.js';
import { isPending, usePolled } from '../state/use-polled.js';
import { useResource, type Resource } from '../state/use-resource.js';

/** Returns the jobs of an object, newest first, polled while one runs. @param onEnd called when a job has ended */
export function useJobs(object: string, onEnd: () => void): Resource<readonly ShownJob[]> {
  const found = useResource(
    allows('review') ? object : undefined,
    async (signal) => (await call('jobs', { signal })).filter(({ objectType }) => objectType === object),
    { keep: true },
  );
  const pending = found.value?.filter(isPending).map(({ id }) => id) ?? [];
  usePolled(found, pending.length > 0);
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    if (found.value === undefined) return;
    if (before.current.some((id) => !pending.includes(id))) onEnd();
    before.current = pending;
  }, [found.value]);
  return found;
}
