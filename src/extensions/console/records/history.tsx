import { Button } from '../components/button.js';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { allows } from '../api/objects.js';
import type { ObjectDescription, HistoryChange } from '../api/types.js';
import { Confirm } from '../components/confirm.js';
import { Pending } from '../components/states.js';
import { formatTime, formatWhole } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { clientText, say, textOf, texts } from '../texts.js';
import { wantNames } from './reference-names.js';
import { Change } from './record-fields.js';
import { RecordLink } from './record-link.js';

/** Changes per page of the history. */
const PAGE = 50;
/** Maximum merged records listed by name. The remaining records are counted. */
const NAMED = 10;

interface HistoryProps {
  readonly type: ObjectDescription;
  readonly id: string;
  /** A value that changes with each change to the record, so that the history is reloaded. */
  readonly state?: string;
  readonly isGone?: boolean;
  readonly onUndone: () => void;
}

/** The changes to a record, newest first, each with a button to undo it. */
export function History({ type, id, state = '', isGone = false, onUndone }: HistoryProps) {
  const [pages, setPages] = useState(1);
  const changes = useResource(
    `${id} ${state} ${pages}`,
    async (signal) => {
      const ask = (page: number) =>
        call('history', { params: { recordId: id }, query: { page, pageSize: PAGE }, signal });
      const found = await Promise.all(Array.from({ length: pages }, (_, i) => ask(i + 1)));
      return { total: found[0]!.totalSize, records: found.flatMap(({ records }) => records) };
    },
    { keep: true },
  );
  const [asked, setAsked] = useState<HistoryChange | undefined>(undefined);
  const takeBack = async (change: HistoryChange): Promise<void> => {
    await call('undo', { params: { changeId: change.id } });
    onUndone();
    changes.reload();
  };
  const { value } = changes;
  // Show nothing, because a record that never existed has no history.
  if (isGone && changes.error) return null;
  return (
    <section class="card">
      <h2>{texts.record.history}</h2>
      <Pending of={changes} />
      {value?.records.length === 0 && <p class="soft">{texts.record.noHistory}</p>}
      <ol class="timeline">
        {value?.records.map((change) => (
          <Entry key={change.id} type={type} change={change} onUndo={setAsked} />
        ))}
      </ol>
      {value && value.records.length < value.total && (
        <Button
          label={say(texts.record.earlier, formatWhole(value.total - value.records.length))}
          onClick={() => setPages(pages + 1)}
        />
      )}
      {asked && (
        <Confirm
          title={texts.record.undoAsk}
          doIt={texts.record.undo}
          isHarmless
          onConfirm={() => takeBack(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{consequence(asked)}</p>
          {asked.action === 'update' && <Values type={type} change={asked} isUndone />}
        </Confirm>
      )}
    </section>
  );
}

const isMerge = ({ group, decision, mergedInto, mergedFrom }: HistoryChange): boolean =>
  group !== undefined &&
  (mergedInto !== undefined ||
    mergedFrom !== undefined ||
    decision?.reason === 'merge' ||
    decision?.reason === 'repoint');

function consequence(change: HistoryChange): string {
  const { action, group, partedFrom, mergedFrom = [], repointed = 0 } = change;
  const { undoes } = texts.record;
  if (partedFrom !== undefined || (group !== undefined && change.undoes !== null)) return undoes.undoOfMerge;
  if (isMerge(change))
    return mergedFrom.length === 0
      ? undoes.merge
      : say(undoes.wholeMerge, formatWhole(mergedFrom.length), repointed === 0 ? '' : formatWhole(repointed));
  return undoes[action];
}

interface EntryProps {
  readonly type: ObjectDescription;
  readonly change: HistoryChange;
  readonly onUndo: (change: HistoryChange) => void;
}

function Entry({ type, change, onUndo }: EntryProps) {
  const { action, time, clientId, clientName, decision, undoneBy, undoes, mergedInto, mergedFrom, partedFrom } = change;
  // No reason is shown for a merge, because its title and records describe it.
  const isTold = decision === null || mergedInto !== undefined || mergedFrom !== undefined;
  const why = isTold ? undefined : textOf(texts.record.reasons, decision.reason);
  const { repointed = 0 } = change;
  return (
    <li>
      <div class="row">
        <b>{titleOf(change)}</b>
        <span class="soft">{formatTime(time)}</span>
        {undoneBy !== null && <span class="badge">{texts.record.undone}</span>}
        {undoneBy === null && allows('undo') && (
          <Button label={texts.record.undo} class="plain" onClick={() => onUndo(change)} />
        )}
      </div>
      {mergedInto !== undefined && (
        <p>
          {texts.record.mergedInto} <RecordLink id={mergedInto} />
        </p>
      )}
      {mergedFrom && <Others label={texts.record.mergedFrom} ids={mergedFrom} />}
      {partedFrom && <Others label={texts.record.partedFrom} ids={partedFrom} />}
      {repointed > 0 && <p class="soft small">{say(texts.record.repointed, formatWhole(repointed))}</p>}
      <p class="soft small">
        {[why, undoes === null ? undefined : texts.record.isUndo, scoreOf(change)]
          .filter((part) => part !== undefined)
          .map((part) => `${part}; `)}
        <bdi title={clientId}>{say(texts.record.by, clientText(clientId, clientName))}</bdi>
      </p>
      {action === 'update' && <Values type={type} change={change} />}
    </li>
  );
}

function titleOf({ action, mergedInto, mergedFrom, partedFrom, decision }: HistoryChange): string {
  const { actions } = texts.record;
  if (mergedInto !== undefined) return actions.mergedAway;
  if (mergedFrom !== undefined) return actions.merged;
  if (partedFrom !== undefined) return actions.parted;
  if (action === 'create' && decision?.reason === 'undo') return actions.back;
  return actions[action];
}

function Others({ label, ids }: { readonly label: string; readonly ids: readonly string[] }) {
  const shown = ids.slice(0, NAMED);
  useEffect(() => void wantNames(shown), [shown.join()]);
  return (
    <p>
      {label}{' '}
      {shown.map((id, i) => (
        <>
          {i > 0 && ', '}
          <RecordLink id={id} />
        </>
      ))}
      {ids.length > NAMED && ` ${say(texts.record.more, formatWhole(ids.length - NAMED))}`}
    </p>
  );
}

interface ValuesProps {
  readonly type: ObjectDescription;
  readonly change: HistoryChange;
  /** Whether to show the effect of an undo. */
  readonly isUndone?: boolean;
}

function Values({ type, change: { changes }, isUndone = false }: ValuesProps) {
  return (
    <dl class="values small">
      {Object.entries(changes).map(([name, { before, after }]) => {
        const field = type.fields.find((one) => one.name === name);
        return (
          <div class="value" key={name}>
            <dt>{field?.label ?? name}</dt>
            <dd>
              <Change field={field} before={isUndone ? after : before} after={isUndone ? before : after} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function scoreOf({ decision }: HistoryChange): string | undefined {
  return decision?.score === undefined
    ? undefined
    : say(texts.record.score, decision.scenarioName ?? decision.scenarioId ?? '', decision.score);
}
