import { useEffect } from 'preact/hooks';
import type { ShownFile } from '../api/types.js';
import type { Resource } from '../state/use-resource.js';

/** Milliseconds between two polls of a file's progress. */
const PAUSE = 1_000;

export const isPending = ({ status }: ShownFile): boolean => status === 'queued' || status === 'running';

/** Polls while work is running, even if the service is temporarily unavailable. */
export function usePolled(found: Resource<unknown>, isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy || found.isLoading) return undefined;
    const timer = setTimeout(found.reload, PAUSE);
    return () => clearTimeout(timer);
  }, [found.value, found.error, found.isLoading, isBusy]);
}
