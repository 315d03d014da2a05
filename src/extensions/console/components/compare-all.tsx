import { Button } from './button.js';
import { call } from '../api/call.js';
import { useAct } from '../state/use-act.js';
import { ErrorBox } from './states.js';

interface CompareAllProps {
  readonly objectType: string;
  readonly label: string;
  readonly onStarted: () => void;
  /** Whether another action is more important. */
  readonly isSecond?: boolean;
}

/** A button that starts a job. The job compares all records of an object without changing them. */
export function CompareAll({ objectType, label, onStarted, isSecond = false }: CompareAllProps) {
  const { isBusy, error, act } = useAct();
  const start = async (): Promise<void> => {
    if (await act(() => call('startJob', { body: { objectType } }))) onStarted();
  };
  return (
    <>
      <Button label={label} class={isSecond ? undefined : 'primary'} disabled={isBusy} onClick={() => void start()} />
      {error && <ErrorBox error={error} />}
    </>
  );
}
