import { useState } from 'preact/hooks';
import { ApiError, call, callWithHeaders } from '../api/call.js';
import { allows } from '../api/objects.js';
import { Dialog } from '../components/dialog.js';
import { ErrorBox } from '../components/states.js';
import { formatValue } from '../state/number-format.js';
import { texts } from '../texts.js';
import { wantNames } from './reference-names.js';
import { changedBy } from './record-fields.js';

interface DeleteProps {
  readonly objectType: string;
  readonly id: string;
  readonly name: string;
  /** Entity tag of the record as it is shown. */
  readonly tag: string;
  /** Told when the record is gone, or is another one than was shown. */
  readonly onChanged: () => void;
}

/** A button that deletes a record, after a question; never one that was changed since it was shown. */
export function DeleteRecord({ objectType, id, name, tag, onChanged }: DeleteProps) {
  const [isAsked, setAsked] = useState(false);
  const [error, setError] = useState<Error | undefined>(undefined);
  const close = (): void => {
    setAsked(false);
    setError(undefined);
  };
  const remove = async (): Promise<void> => {
    const params = { objectType, recordId: id };
    try {
      await call('deleteRecord', { params, headers: { 'If-Match': tag } });
      close();
      onChanged();
    } catch (refused) {
      if (!(refused instanceof ApiError && refused.status === 412)) {
        setError(refused as Error);
        return;
      }
      const { answer } = await callWithHeaders('readRecord', { params });
      await wantNames([formatValue(answer['LastModifiedById'])]).catch(() => undefined);
      setError(new Error(`${changedBy(answer)} ${texts.record.lookAgain}`));
      onChanged();
    }
  };
  return (
    <>
      <button type="button" class="danger" onClick={() => setAsked(true)}>
        {texts.record.remove}
      </button>
      {isAsked && (
        <Dialog label={texts.record.removeAsk(name)} onClose={close}>
          <div class="stack">
            <h2>{texts.record.removeAsk(name)}</h2>
            <p>{allows('history') && allows('undo') ? texts.record.removeHint : texts.record.removeForGood}</p>
            {error && <ErrorBox error={error} />}
            <div class="row">
              <button class="danger" type="button" onClick={() => void remove()}>
                {texts.record.remove}
              </button>
              <button type="button" onClick={close}>
                {texts.record.cancel}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
