import { useAct } from '../state/use-act.js';
import { PageHead, useTitle } from '../components/page-head.js';
import { Button } from '../components/button.js';
import { useState } from 'preact/hooks';
import { ApiError, call } from '../api/call.js';
import { allows, describe } from '../api/objects.js';
import type { MergeOutput, ObjectDescription } from '../api/types.js';
import { Empty, ErrorBox, Pending } from '../components/states.js';
import { choiceAsParameters, choiceIn, type Choice } from '../review/choice.js';
import type { Item } from '../review/items.js';
import { LookedAt } from '../review/looked-at.js';
import { formatWhole } from '../state/number-format.js';
import { useKeys } from '../state/keys.js';
import { addressOf, go, parameters } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { RecordLink } from './record-link.js';
import { isTicked, tick, untickAll } from './ticks.js';

/** Shows records side by side, and the result of merging them. The URL contains the records' Ids and the choices. */
export function CompareRecords({ objectType }: { readonly objectType: string }) {
  const ids = [...new Set((parameters.value.get('ids') ?? '').split(',').filter((id) => id !== ''))];
  const [round, setRound] = useState(0);
  const about = useResource(
    `${objectType} ${ids.join()} ${round}`,
    async (signal) => {
      const type = await describe(objectType);
      const fields = ['Id', 'LastModifiedDate'];
      const found = await call('readRecordsPosted', { params: { objectType }, body: { ids, fields }, signal });
      return { type, states: found.filter((one) => one !== null) };
    },
    { keep: true },
  );
  const { value } = about;
  useTitle(texts.records.compareTitle);
  return (
    <>
      <PageHead title={texts.records.compareTitle} back={[['records', objectType], value?.type.label ?? objectType]} />
      <Pending of={about} />
      {value && (
        <Compared
          key={round}
          type={value.type}
          ids={ids}
          states={value.states}
          onChanged={() => setRound((last) => last + 1)}
        />
      )}
    </>
  );
}

interface ComparedProps {
  readonly type: ObjectDescription;
  readonly ids: readonly string[];
  /** Id and last change of the existing records. */
  readonly states: readonly Readonly<Record<string, unknown>>[];
  readonly onChanged: () => void;
}

function Compared({ type, ids, states, onChanged }: ComparedProps) {
  const objectType = type.name;
  const there = states.map((state) => String(state['Id']));
  const choice = choiceIn(parameters.value);
  const [merged, setMerged] = useState<MergeOutput | undefined>(undefined);
  const { isBusy, error, act } = useAct();
  const gone = ids.filter((id) => !there.includes(id));
  const parts = there.filter((id) => !choice.without.includes(id));
  const choose = (next: Choice): void =>
    go(addressOf(['records', objectType, 'compare'], { ids: ids.join(','), ...choiceAsParameters(next) }), 'replace');
  // The displayed values were read after this time, so the user has seen all changes up to it.
  const seen = states
    .map((state) => String(state['LastModifiedDate']))
    .sort()
    .at(-1);
  const merge = (ifUnmodifiedSince: string | undefined): void =>
    void act(async () => {
      const { masterId, fields } = choice;
      const body = { objectType, ids: parts, masterId, fields, ifUnmodifiedSince };
      setMerged(await call('merge', { body }));
      untickAll();
    });
  const takeBack = (changeId: string): void =>
    void act(async () => {
      await call('undo', { params: { changeId } });
      for (const id of ids) if (!isTicked(objectType, id)) tick(objectType, id);
      onChanged();
    });
  const keep = (id: string) => (): void => choose({ ...choice, masterId: choice.masterId === id ? undefined : id });
  const mayMerge = allows('review') && merged === undefined && !isBusy && parts.length > 1;
  const numbers = parts.slice(0, 9).map((id) => [String(there.indexOf(id) + 1), keep(id)] as const);
  useKeys(mayMerge ? { ...Object.fromEntries(numbers), m: () => merge(seen) } : {});
  if (merged !== undefined)
    return (
      <div class="card stack" role="status">
        <p>
          {say(texts.records.mergedInto, formatWhole(merged.mergedIds.length + 1))} <RecordLink id={merged.masterId} />
        </p>
        {merged.repointed > 0 && <p class="soft">{say(texts.record.repointed, formatWhole(merged.repointed))}</p>}
        {error && <ErrorBox error={error} />}
        <div class="row">
          {allows('undo') && merged.changeId !== null && (
            <Button label={texts.record.undo} disabled={isBusy} onClick={() => takeBack(merged.changeId!)} />
          )}
          <a href={addressOf(['records', objectType])}>{texts.review.list}</a>
        </div>
      </div>
    );
  const item: Item = {
    ...{ kind: 'picked', id: there.join(), objectType },
    records: there.map((id) => ({ id, state: 'unchanged' })),
  };
  // The service rejects records changed or decided after this time. The user can look again and then merge them anyway.
  const isStale = error instanceof ApiError && error.faults.some(({ fields }) => fields.includes('ifUnmodifiedSince'));
  return (
    <div class="stack">
      {gone.map((id) => (
        <p key={id} class="warning">
          {texts.records.notThereAnyMore}{' '}
          <a class="mono" href={addressOf(['records', objectType, id])}>
            {id}
          </a>
        </p>
      ))}
      {there.length < 2 && <Empty title={texts.records.tooFew} />}
      {there.length >= 2 && allows('review') && (
        <div class="review-bar row">
          <Button
            label={say(texts.records.merge, formatWhole(parts.length))}
            keys="m"
            class="primary"
            disabled={!mayMerge}
            onClick={() => merge(seen)}
          />
        </div>
      )}
      {error && <ErrorBox error={error} />}
      {isStale && (
        <div class="row">
          <Button label={texts.records.lookAgain} onClick={onChanged} />
          <Button label={texts.records.mergeAnyway} disabled={isBusy} onClick={() => merge(undefined)} />
        </div>
      )}
      {there.length > 0 && <LookedAt key={item.id} item={item} choice={choice} onChoose={choose} />}
    </div>
  );
}
