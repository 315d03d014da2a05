import { useAct } from '../state/use-act.js';
import { Button } from '../components/button.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/call.js';
import { allows } from '../api/objects.js';
import type { ObjectInfo, Verdict } from '../api/types.js';
import { Empty, ErrorBox, Loading } from '../components/states.js';
import { formatTime, formatWhole } from '../state/number-format.js';
import { useKeys } from '../state/keys.js';
import { useLive } from '../state/live.js';
import { useResource } from '../state/use-resource.js';
import { clientText, say, texts } from '../texts.js';
import { NO_CHOICE, type Choice } from './choice.js';
import { Day } from './day.js';
import { decideAbout, takeBack, takeBackLast, type Remark } from './decide.js';
import { decidedAbout, itemOf, type Item } from './items.js';
import { LookedAt } from './looked-at.js';
import { Contradicted } from './contradicted.js';
import { RemarkForm } from './remark-form.js';
import { addressFor, keyOf, showPlace, type ReviewPlace } from './review-filters.js';
import { follow, load, loaded, loadMore, reload, said, takeOff } from './review-list.js';

/** Number of items before the end of the loaded list at which the next page is loaded. */
const AHEAD = 5;

interface ItemViewProps {
  readonly place: ReviewPlace;
  readonly object: string;
  readonly objects: readonly ObjectInfo[];
}

/** Reviews one item after the other, by mouse or by single keys. */
export function ItemView({ place: { filters, at, choice }, object }: ItemViewProps) {
  const key = keyOf(filters);
  const [round, setRound] = useState(0);
  const { error: refused, act: actOnce } = useAct();
  const [remark, setRemark] = useState<Remark>({});
  const [isAsked, setAsked] = useState(false);
  useEffect(() => load(filters, object), [key]);
  const { round: news } = useLive();
  useEffect(() => void follow(), [news]);
  const list = loaded.value.key === key ? loaded.value : undefined;
  const items = list?.items ?? [];
  const place = items.findIndex(({ id }) => id === at);
  // The current item. The item may be missing from the list, for example after following a link.
  const last = useRef<Item | undefined>(undefined);
  const alone = useResource(
    place < 0 && list?.isLoading === false ? `${key} ${at}` : undefined,
    async () =>
      (await itemOf(at, filters, object)) ?? (last.current?.id === at ? await decidedAbout(last.current) : undefined),
  );
  const item = place < 0 ? alone.value : items[place];
  if (place >= 0) last.current = item;
  const isAtEnd = list !== undefined && list.next !== undefined && place >= items.length - AHEAD;
  useEffect(() => {
    if (isAtEnd) loadMore();
  }, [isAtEnd, items.length]);

  const look = (next: Item | undefined, chosen: Choice = NO_CHOICE): void =>
    showPlace({ filters, at: next?.id ?? '', choice: chosen });
  const move = (step: number): void => {
    const next = items[place < 0 ? 0 : Math.max(0, Math.min(items.length - 1, place + step))];
    if (next !== undefined) {
      said.value = '';
      look(next);
    }
  };
  const act = async (work: () => Promise<string>): Promise<void> => {
    if (!allows('review')) return;
    await actOnce(async () => {
      // Clear the message, because it refers to the previous item.
      said.value = '';
      said.value = await work();
    });
    setRound((last) => last + 1);
  };
  const judge = (verdict: Verdict, message: string, extra: Remark = remark): void => {
    if (item === undefined || item.decision?.verdict === 'duplicate') return;
    void act(async () => {
      try {
        await decideAbout(item, verdict, choice, extra);
      } catch (error) {
        // The item may have been decided elsewhere, so reload the list.
        if (error instanceof ApiError && error.status !== 0 && error.status !== 401) reload(filters, object);
        throw error;
      }
      setRemark({});
      const next = items[place + 1] ?? items[place - 1];
      takeOff(new Set([item.id]));
      look(next);
      return message;
    });
  };
  const isContradicted = item?.kind === 'group' && (item.contradictions ?? []).length > 0;
  const isApart = item?.decision?.verdict === 'notDuplicate' && item.decision.undone === null;
  const mergeNow = (): void => judge('duplicate', texts.review.merged);
  const merge = (): void => ((isContradicted || isApart) && allows('review') ? setAsked(true) : mergeNow());
  const notDuplicate = (): void => judge('notDuplicate', texts.review.kept);
  const later = (): void => judge('later', texts.review.postponed);
  const undoLast = (): void =>
    void act(async () => {
      const isDone = await takeBackLast(filters.object);
      reload(filters, object);
      return isDone ? texts.review.undone : texts.review.nothingToUndo;
    });
  const undoThis = (): void =>
    void act(async () => {
      await takeBack(item!.decision!);
      reload(filters, object);
      return texts.review.undone;
    });
  const keep = (number: number) => () => {
    const id = item?.records[number]?.id;
    if (id !== undefined) look(item, { ...choice, masterId: choice.masterId === id ? undefined : id });
  };
  const numbers = Array.from({ length: 9 }, (_, i) => [String(i + 1), keep(i)] as const);
  const keys = { j: () => move(1), k: () => move(-1), m: merge, n: notDuplicate, l: later, u: undoLast };
  useKeys({ ...keys, ...Object.fromEntries(numbers) });

  const isMerged = item?.decision?.verdict === 'duplicate';
  const isNone = item === undefined || isMerged;
  const total = list?.total ?? items.length;
  const isLoading = list === undefined || list.isLoading || alone.isLoading;
  return (
    <>
      <div class="review-head">
        <a href={addressFor({ filters, at: '', choice: NO_CHOICE })}>← {texts.review.list}</a>
        {place >= 0 && (
          <h1 class="small">
            {say(
              texts.review.place,
              formatWhole(place + 1),
              formatWhole(total),
              list?.next !== undefined && list.total === undefined,
            )}
          </h1>
        )}
        <span class="row">
          <Button label={texts.review.previous} keys="k" class="small" onClick={() => move(-1)} disabled={place <= 0} />
          <Button
            label={texts.tour.next}
            keys="j"
            class="small"
            onClick={() => move(1)}
            disabled={items.length === 0 || place === items.length - 1}
          />
        </span>
        <Day round={round + news} object={filters.object} left={list?.total} />
      </div>
      <div class="stack">
        {allows('review') ? (
          <div class="review-bar">
            <div class="row">
              <Button label={texts.review.merge} keys="m" class="primary" onClick={merge} disabled={isNone} />
              <Button label={texts.overview.verdicts.notDuplicate} keys="n" onClick={notDuplicate} disabled={isNone} />
              <Button label={texts.review.tabs.later} keys="l" onClick={later} disabled={isNone} />
              <Button label={texts.review.undo} keys="u" onClick={undoLast} />
              <span class="said" role="status">
                {said.value}
              </span>
            </div>
          </div>
        ) : (
          <p class="soft">{say(texts.error.noScope, 'review')}</p>
        )}
        {refused && <ErrorBox error={notSaved(refused)} />}
        {item === undefined && isLoading && <Loading />}
        {item === undefined && !isLoading && (
          <Empty title={at === '' || items.length === 0 ? texts.review.noneLeft : texts.review.notOpen}>
            <a href={addressFor({ filters, at: '', choice: NO_CHOICE })}>{texts.review.list}</a>
          </Empty>
        )}
        {isAsked && item !== undefined && (
          <Contradicted items={[item]} onMerge={mergeNow} onClose={() => setAsked(false)} />
        )}
        {item?.decision && <Decided item={item} onUndo={allows('review') ? undoThis : undefined} />}
        {item && <LookedAt key={item.id} item={item} choice={choice} onChoose={(chosen) => look(item, chosen)} />}
        {item && allows('review') && !isMerged && (
          <details class="card" open={item.decision !== undefined}>
            <summary>{texts.review.remark}</summary>
            <RemarkForm items={[item]} remark={remark} onChange={setRemark} />
            <div class="row">
              <Button label={texts.review.laterWithNote} onClick={() => judge('later', texts.review.postponed)} />
              <span class="soft small">{texts.review.remarkHint}</span>
            </div>
          </details>
        )}
      </div>
    </>
  );
}

function Decided({ item: { decision }, onUndo }: { readonly item: Item; readonly onUndo: (() => void) | undefined }) {
  const { verdict, clientName, clientId, time, note, undone, assignedToName } = decision!;
  return (
    <section class="card stack" aria-label={texts.review.verdict}>
      <p class="row">
        <span class="badge">{texts.review.verdicts[verdict]}</span>
        {say(texts.review.by, clientText(clientId, clientName), formatTime(time))}
        {assignedToName !== null && <span class="badge">{say(texts.review.waitsFor, assignedToName)}</span>}
        {undone && (
          <span class="badge warn">
            {say(texts.review.undoneBy, clientText(undone.clientId, undone.clientName), formatTime(undone.time))}
          </span>
        )}
        {onUndo && undone === null && <Button label={texts.record.undo} class="small" onClick={onUndo} />}
      </p>
      {note !== null && <q dir="auto">{note}</q>}
    </section>
  );
}

function notSaved(error: Error): Error {
  const isUnsure = error instanceof ApiError && error.status === 0;
  const said = isUnsure ? texts.review.unsure : texts.review.notSaved;
  return new Error(`${said} ${error.message}`);
}
