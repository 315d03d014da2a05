import { ApiError } from '../api/call.js';
import { allows } from '../api/objects.js';
import type { ObjectDescription } from '../api/types.js';
import { ErrorBox } from '../components/states.js';
import { texts } from '../texts.js';
import { History } from './history.js';
import { RecordLink } from './record-link.js';

interface GoneProps {
  readonly type: ObjectDescription;
  readonly id: string;
  readonly error: ApiError;
  /** Called when an undo has restored the record. */
  readonly onBack: () => void;
}

/** Shows a missing record with its last known state and the record into which it was merged. */
export function GoneRecord({ type, id, error, onBack }: GoneProps) {
  const into = error.faults[0]?.mergedInto;
  return (
    <div class="stack">
      {into === undefined ? (
        <ErrorBox error={new Error(texts.record.notThere)} />
      ) : (
        <p class="card" role="status">
          {texts.record.mergedInto} <RecordLink id={into} />
        </p>
      )}
      {allows('history') && <History type={type} id={id} isGone onUndone={onBack} />}
    </div>
  );
}
