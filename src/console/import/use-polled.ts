import { useEffect } from 'preact/hooks';
import type { ShownFile } from '../api/types.js';
import type { Resource } from '../state/use-resource.js';

/** Milliseconds between two looks at a file that is worked on. */
const PAUSE = 1_000;

export const isPending = ({ status }: ShownFile): boolean => status === 'queued' || status === 'running';

/** Asks again and again while anything is worked on; a service that is away for a while is asked again, too. */
export function usePolled(found: Resource<unknown>, isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy || found.isLoading) return undefined;
    const timer = setTimeout(found.reload, PAUSE);
    return () => clearTimeout(timer);
  }, [found.value, found.error, found.isLoading, isBusy]);
}
