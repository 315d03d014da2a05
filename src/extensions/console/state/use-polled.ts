import { useEffect } from 'preact/hooks';
import type { Resource } from './use-resource.js';

/** Milliseconds between two polls of work that is running. */
const PAUSE = 1_000;

/** Whether a file or job waits or runs. */
export const isPending = ({ status }: { readonly status: string }): boolean =>
  status === 'queued' || status === 'running';

/** Polls while work is running, even if the service is temporarily unavailable. */
export function usePolled(found: Resource<unknown>, isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy || found.isLoading) return undefined;
    const timer = setTimeout(found.reload, PAUSE);
    return () => clearTimeout(timer);
  }, [found.value, found.error, found.isLoading, isBusy]);
}
