import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { allows } from '../api/objects.js';
import type { ShownChange } from '../api/types.js';
import { Dialog } from '../components/dialog.js';
import { ErrorBox, Loading } from '../components/states.js';
import { formatTime, formatValue } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';

/** The changes of a record, newest first, each of which can be taken back. */
export function History({ id, onUndone }: { readonly id: string; readonly onUndone: () => void }) {
  const changes = useResource(id, (signal) =>
    call('history', { params: { recordId: id }, query: { pageSize: 100 }, signal }),
  );
  const [asked, setAsked] = useState<ShownChange | undefined>(undefined);
  const [error, setError] = useState<Error | undefined>(undefined);
  const takeBack = async (change: ShownChange): Promise<void> => {
    setAsked(undefined);
    setError(undefined);
    try {
      await call('undo', { params: { changeId: change.id } });
      onUndone();
      changes.reload();
    } catch (refused) {
      setError(refused as Error);
    }
  };
  return (
    <section class="card">
      <h2>{texts.record.history}</h2>
      {error && <ErrorBox error={error} />}
      {changes.error && <ErrorBox error={changes.error} retry={changes.reload} />}
      {changes.isLoading && changes.value === undefined && <Loading />}
      {changes.value?.records.length === 0 && <p class="soft">{texts.record.noHistory}</p>}
      <ol class="timeline">
        {changes.value?.records.map((change) => (
          <Change key={change.id} change={change} onUndo={setAsked} />
        ))}
      </ol>
      {asked && (
        <Dialog label={texts.record.undoAsk} onClose={() => setAsked(undefined)}>
          <div class="stack">
            <h2>{texts.record.undoAsk}</h2>
            <Values change={asked} />
            <div class="row">
              <button class="primary" type="button" onClick={() => void takeBack(asked)}>
                {texts.record.undo}
              </button>
              <button type="button" onClick={() => setAsked(undefined)}>
                {texts.close}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </section>
  );
}

function Change({ change, onUndo }: { readonly change: ShownChange; readonly onUndo: (change: ShownChange) => void }) {
  const { action, time, clientId, decision, undoneBy, undoes } = change;
  const why = decision === null ? undefined : texts.record.reasons[decision.reason];
  return (
    <li>
      <div class="row">
        <b>{texts.record.actions[action]}</b>
        <span class="soft">{formatTime(time)}</span>
        {undoneBy !== null && <span class="badge">{texts.record.undone}</span>}
        {undoneBy === null && allows('undo') && (
          <button class="plain" type="button" onClick={() => onUndo(change)}>
            {texts.record.undo}
          </button>
        )}
      </div>
      <p class="soft small">
        {[why, undoes === null ? undefined : texts.record.isUndo, scoreOf(change), texts.record.by(clientId)]
          .filter((part) => part !== undefined)
          .join('; ')}
      </p>
      {action === 'update' && <Values change={change} />}
    </li>
  );
}

function Values({ change: { changes } }: { readonly change: ShownChange }) {
  return (
    <dl class="values small">
      {Object.entries(changes).map(([field, { before, after }]) => (
        <>
          <dt>{field}</dt>
          <dd>
            {formatValue(before) || <span class="soft">{texts.search.blank}</span>} →{' '}
            {formatValue(after) || <span class="soft">{texts.search.blank}</span>}
          </dd>
        </>
      ))}
    </dl>
  );
}

function scoreOf({ decision }: ShownChange): string | undefined {
  return decision?.score === undefined
    ? undefined
    : texts.record.score(decision.scenarioName ?? decision.scenarioId ?? '', decision.score);
}
