import { useRef, useState } from 'preact/hooks';

export interface Acting {
  readonly isBusy: boolean;
  /** The error of the last action, if it failed. */
  readonly error: Error | undefined;
  /** Does nothing while another action is running, such as after a double click. @returns whether it succeeded */
  readonly act: (work: () => Promise<unknown>) => Promise<boolean>;
  readonly clearError: () => void;
}

export function useAct(): Acting {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | undefined>(undefined);
  // Use a ref, because the state changes only in the next frame, which may be after a double click.
  const isRunning = useRef(false);
  const act = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setError(undefined);
    const isDone = await work().then(
      () => true,
      (reason: unknown) => {
        setError(reason instanceof Error ? reason : new Error(String(reason)));
        return false;
      },
    );
    isRunning.current = false;
    setBusy(false);
    return isDone;
  };
  return { isBusy, error, act, clearError: () => setError(undefined) };
}
