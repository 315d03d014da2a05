import { ApiError, call, callWithHeaders } from '../api/call.js';
import { allows } from '../api/objects.js';
import { ConfirmButton } from '../components/confirm.js';
import { formatValue } from '../state/number-format.js';
import { say, texts } from '../texts.js';
import { wantNames } from './reference-names.js';
import { changedBy } from './record-fields.js';

interface DeleteProps {
  readonly objectType: string;
  readonly id: string;
  readonly name: string;
  /** Entity tag of the shown record. */
  readonly tag: string;
  /** Called when the record has been deleted or has changed. */
  readonly onChanged: () => void;
}

/** A button that deletes a record after a confirmation, unless it has changed since it was shown. */
export function DeleteRecord({ objectType, id, name, tag, onChanged }: DeleteProps) {
  const remove = async (): Promise<void> => {
    const params = { objectType, recordId: id };
    try {
      await call('deleteRecord', { params, headers: { 'If-Match': tag } });
      onChanged();
    } catch (refused) {
      if (!(refused instanceof ApiError && refused.status === 412)) throw refused;
      const { answer } = await callWithHeaders('readRecord', { params });
      await wantNames([formatValue(answer['LastModifiedById'])]).catch(() => undefined);
      onChanged();
      throw new Error(`${changedBy(answer)} ${texts.record.lookAgain}`);
    }
  };
  return (
    <ConfirmButton label={texts.record.remove} title={say(texts.record.removeAsk, name)} onConfirm={remove}>
      <p>{allows('history') && allows('undo') ? texts.record.removeHint : texts.record.removeForGood}</p>
    </ConfirmButton>
  );
}
