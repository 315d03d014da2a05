import { useEffect, useState } from 'preact/hooks';
import { session } from '../api/call.js';

/** A value loaded from the service. The last value is kept while it is reloaded. */
export interface Resource<T> {
  readonly value: T | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

interface State<T> {
  readonly key: string;
  readonly value?: T | undefined;
  readonly error?: Error | undefined;
  readonly isLoading: boolean;
}

/**
 * Loads whenever the key changes, and aborts a load for an earlier key.
 *
 * @param key input of `load`; if `undefined`, nothing is loaded
 * @param pause milliseconds to wait for another key first
 * @param keep whether the last value is kept until the next value is loaded
 */
export function useResource<T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
  { pause = 0, keep = false }: { readonly pause?: number; readonly keep?: boolean } = {},
): Resource<T> {
  const [state, setState] = useState<State<T>>({ key: '', isLoading: key !== undefined });
  const [round, setRound] = useState(0);
  const login = session.value?.csrfToken;
  useEffect(() => {
    // Keep the value while the login dialog covers it. The value is reloaded after the login.
    if (login === undefined) return undefined;
    if (key === undefined) {
      setState({ key: '', isLoading: false });
      return undefined;
    }
    const aborting = new AbortController();
    setState((last) => ({ key, value: keep || last.key === key ? last.value : undefined, isLoading: true }));
    const ask = (): void => {
      load(aborting.signal).then(
        (value) => {
          if (!aborting.signal.aborted) setState({ key, value, isLoading: false });
        },
        (error: unknown) => {
          if (aborting.signal.aborted) return;
          const shown = error instanceof Error ? error : new Error(String(error));
          setState((last) => ({ key, value: last.value, error: shown, isLoading: false }));
        },
      );
    };
    const timer = pause > 0 ? setTimeout(ask, pause) : undefined;
    if (timer === undefined) ask();
    return () => {
      clearTimeout(timer);
      aborting.abort();
    };
  }, [key, round, login]);
  const reload = (): void => setRound((last) => last + 1);
  // Effects run after painting. Until the effect has run, the state belongs to the previous key.
  if (state.key !== (key ?? ''))
    return { value: keep ? state.value : undefined, error: undefined, isLoading: key !== undefined, reload };
  const { value, error, isLoading } = state;
  return { value, error, isLoading, reload };
}
