import { useEffect, useRef, useState } from 'preact/hooks';
import { allows, objects } from '../api/objects.js';
import type { ObjectInfo, Verdict } from '../api/types.js';
import { Empty, ErrorBox, Loading } from '../components/states.js';
import { formatWhole } from '../state/number-format.js';
import { useKeys } from '../state/keys.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { Bulk } from './bulk.js';
import { NO_CHOICE, type Choice } from './choice.js';
import { Day } from './day.js';
import { decideAbout, takeBackLast } from './decide.js';
import { FilterForm } from './filter-form.js';
import { readPlace, showPlace, type Filters } from './review-filters.js';
import { openItems, type Item } from './items.js';
import { JobPanel } from './job-panel.js';
import { LookedAt } from './looked-at.js';
import { useJobs } from './use-jobs.js';

const DEFAULT_OBJECT = 'Contact';

/** Suspected pairs and groups of a job, one at a time, by mouse or by single keys. */
export function Review() {
  const all = useResource('objects', () => objects(), { keep: true });
  useEffect(() => {
    document.title = `${texts.review.title} – ${texts.name}`;
  }, []);
  if (all.error) return <ErrorBox error={all.error} retry={all.reload} />;
  return all.value === undefined ? <Loading /> : <Open objects={all.value} />;
}

function Open({ objects: all }: { readonly objects: readonly ObjectInfo[] }) {
  const { filters, at, choice } = readPlace();
  const usual = (all.find(({ name }) => name === DEFAULT_OBJECT) ?? all[0])?.name ?? '';
  const object = filters.kind === 'groups' && filters.object === '' ? usual : filters.object;
  const [round, setRound] = useState(0);
  const [said, setSaid] = useState('');
  const [refused, setRefused] = useState<Error | undefined>(undefined);
  const [isBulk, setBulk] = useState(false);
  const isBusy = useRef(false);
  const { kind, least, age } = filters;
  const open = useResource([kind, object, least, age].join(' '), (signal) => openItems(filters, object, signal), {
    keep: round > 0,
  });
  const jobs = useJobs(kind === 'groups' ? object : '', open.reload);
  const items = open.value?.items ?? [];
  const place = Math.max(
    0,
    items.findIndex(({ id }) => id === at),
  );
  const item = items[place];
  const total = open.value?.total ?? 0;

  const look = (next: Item | undefined, chosen: Choice = NO_CHOICE): void =>
    showPlace({ filters, at: next?.id ?? '', choice: chosen });
  const move = (step: number): void => look(items[Math.max(0, Math.min(items.length - 1, place + step))]);
  const act = async (work: () => Promise<string>): Promise<void> => {
    if (isBusy.current || !allows('review')) return;
    isBusy.current = true;
    setRefused(undefined);
    try {
      setSaid(await work());
    } catch (error) {
      setRefused(error as Error);
    }
    isBusy.current = false;
    setRound((last) => last + 1);
    open.reload();
  };
  const judge = (verdict: Verdict, message: string): void => {
    if (item === undefined) return;
    void act(async () => {
      await decideAbout(item, verdict, choice);
      look(items[place + 1] ?? items[place - 1]);
      return message;
    });
  };
  const merge = (): void => judge('duplicate', texts.review.merged);
  const notDuplicate = (): void => judge('notDuplicate', texts.review.kept);
  const later = (): void => judge('later', texts.review.postponed);
  const takeBack = (): void =>
    void act(async () => {
      const isDone = await takeBackLast(filters.object);
      look(undefined);
      return isDone ? texts.review.undone : texts.review.nothingToUndo;
    });
  const keep = (number: number) => () => {
    const id = item?.records[number]?.id;
    if (id !== undefined) look(item, { ...choice, masterId: choice.masterId === id ? undefined : id });
  };
  const numbers = Array.from({ length: 9 }, (_, i) => [String(i + 1), keep(i)] as const);
  const keys = { j: () => move(1), k: () => move(-1), m: merge, n: notDuplicate, l: later, u: takeBack };
  useKeys({ ...keys, ...Object.fromEntries(numbers) });

  const isAlone = item === undefined;
  return (
    <>
      <div class="page-head">
        <h1>{texts.review.title}</h1>
        <Day round={round} object={filters.object} left={kind === 'pairs' ? total : undefined} />
      </div>
      <div class="stack">
        <FilterForm filters={filters} object={object} objects={all} />
        {kind === 'groups' && allows('review') && <JobPanel object={object} jobs={jobs} onBulk={() => setBulk(true)} />}
        {kind === 'groups' && isBulk && (
          <Bulk
            key={object}
            object={object}
            onClose={() => setBulk(false)}
            onStarted={() => {
              setBulk(false);
              jobs.reload();
            }}
          />
        )}
        {open.error && <ErrorBox error={open.error} retry={open.reload} />}
        {refused && <ErrorBox error={refused} />}
        <div class="review-bar">
          {allows('review') ? (
            <div class="row">
              <button class="primary" type="button" onClick={merge} disabled={isAlone}>
                {texts.review.merge} <kbd>m</kbd>
              </button>
              <button type="button" onClick={notDuplicate} disabled={isAlone}>
                {texts.review.notDuplicate} <kbd>n</kbd>
              </button>
              <button type="button" onClick={later} disabled={isAlone}>
                {texts.review.later} <kbd>l</kbd>
              </button>
              <button type="button" onClick={takeBack}>
                {texts.review.undo} <kbd>u</kbd>
              </button>
              <span class="said" role="status">
                {said}
              </span>
            </div>
          ) : (
            <p class="soft">{texts.review.noScope}</p>
          )}
          {!isAlone && (
            <div class="row">
              <span class="soft">
                {(kind === 'pairs' ? texts.review.place : texts.review.placeOfGroup)(
                  formatWhole(place + 1),
                  kind === 'pairs' ? formatWhole(total) : formatWhole(items.length),
                )}
              </span>
              <button type="button" onClick={() => move(-1)} disabled={place === 0}>
                {texts.review.previous} <kbd>k</kbd>
              </button>
              <button type="button" onClick={() => move(1)} disabled={place === items.length - 1}>
                {texts.review.next} <kbd>j</kbd>
              </button>
            </div>
          )}
        </div>
        {open.value === undefined && open.isLoading && <Loading />}
        {open.value && isAlone && <Nothing filters={filters} isFound={open.value.isFound} />}
        {item && <LookedAt key={item.id} item={item} choice={choice} onChoose={(chosen) => look(item, chosen)} />}
      </div>
    </>
  );
}

function Nothing({ filters: { kind, least, age }, isFound }: { readonly filters: Filters; readonly isFound: boolean }) {
  if (!isFound)
    return (
      <Empty title={texts.review.noJob}>
        <p>{texts.review.noJobHint}</p>
      </Empty>
    );
  const isFiltered = least > 0 || age !== 'any';
  const title = kind === 'pairs' ? texts.review.empty : texts.review.noneLeft;
  return (
    <Empty title={isFiltered ? texts.review.filtered : title}>
      {!isFiltered && <p>{kind === 'pairs' ? texts.review.emptyHint : texts.review.noneLeftHint}</p>}
    </Empty>
  );
}
