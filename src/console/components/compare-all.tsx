import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { ErrorBox } from './states.js';

interface CompareAllProps {
  readonly objectType: string;
  readonly label: string;
  readonly onStarted: () => void;
}

/** Starts the job that compares all records of an object; it changes none of them. */
export function CompareAll({ objectType, label, onStarted }: CompareAllProps) {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Error | undefined>(undefined);
  const start = async (): Promise<void> => {
    setBusy(true);
    setRefused(undefined);
    await call('startJob', { body: { objectType } }).then(onStarted, (error: unknown) => setRefused(error as Error));
    setBusy(false);
  };
  return (
    <>
      <button class="primary" type="button" disabled={isBusy} onClick={() => void start()}>
        {label}
      </button>
      {refused && <ErrorBox error={refused} />}
    </>
  );
}
