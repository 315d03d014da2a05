import { useEffect, useRef, useState } from 'preact/hooks';
import { useAct } from '../state/use-act.js';
import { PageHead } from '../components/page-head.js';
import { Button } from '../components/button.js';
import { allows, describe } from '../api/objects.js';
import type { GroupCounts, ObjectDescription, ObjectInfo, ShownJob } from '../api/types.js';
import { Empty, ErrorBox, Loading } from '../components/states.js';
import { Steps, stepsAfter } from '../components/steps.js';
import { formatWhole } from '../state/number-format.js';
import { useKeys } from '../state/keys.js';
import { useLive } from '../state/live.js';
import { addressOf, go } from '../state/router.js';
import { useResource, type Resource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { Agreement } from './agreement.js';
import { Bulk } from './bulk.js';
import { NO_CHOICE } from './choice.js';
import { Day } from './day.js';
import { FilterForm } from './filter-form.js';
import { countText, Distribution } from './distribution.js';
import { wantValues } from './key-values.js';
import { ItemRow } from './item-row.js';
import { takeBackLast } from './decide.js';
import { JobPanel } from './job-panel.js';
import { Many } from './many.js';
import type { Item } from './items.js';
import { addressFor, keyOf, showFilters, type Filters, type ReviewPlace } from './review-filters.js';
import { follow, load, loaded, loadMore, reload, said } from './review-list.js';
import { call } from '../api/call.js';
import { PROPOSAL } from '../overview/proposals.js';
import { isPending, usePolled } from '../state/use-polled.js';

interface ListViewProps {
  readonly place: ReviewPlace;
  readonly object: string;
  readonly objects: readonly ObjectInfo[];
}

/** An endless list of open, postponed or decided items, with bulk actions. */
export function ListView({ place: { filters }, object, objects }: ListViewProps) {
  const { tab, kind } = filters;
  const key = keyOf(filters);
  const isOfJob = tab === 'open' && kind !== 'pairs';
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState(-1);
  const [round, setRound] = useState(0);
  const [isBulk, setBulk] = useState(false);
  const { error, act } = useAct();
  const mayDecide = allows('review');
  const again = (): void => {
    setRound((last) => last + 1);
    reload(filters, object);
  };
  const jobs = useJobs(isOfJob ? object : '', again);
  useEffect(() => {
    load(filters, object);
    setTicked(new Set());
    setAt(-1);
    return () => {
      said.value = '';
    };
  }, [key]);
  const { round: news } = useLive();
  useEffect(() => void follow(), [news]);
  const types = useResource(objects.map(({ name }) => name).join(), () => typesOf(objects), { keep: true });
  const list = loaded.value.key === key ? loaded.value : undefined;
  const items = list?.items ?? [];
  const isAllDone =
    list !== undefined &&
    !list.isLoading &&
    list.next === undefined &&
    list.error === undefined &&
    items.length === 0 &&
    (list.total ?? 0) === 0;
  const addressOfItem = (item: Item): string => addressFor({ filters, at: item.id, choice: NO_CHOICE });
  useEffect(() => {
    if (tab !== 'decided' && types.value !== undefined) void wantValues(items, types.value);
  }, [items, types.value]);
  const tick = (id: string, isTicked: boolean): void => {
    const next = new Set(ticked);
    if (isTicked) next.add(id);
    else next.delete(id);
    setTicked(next);
  };
  const move = (step: number): void => {
    const next = Math.max(0, Math.min(items.length - 1, at + step));
    setAt(next);
    document.querySelectorAll('.items > .item')[next]?.scrollIntoView({ block: 'nearest' });
  };
  const undoLast = (): void => {
    if (!mayDecide) return;
    said.value = '';
    void act(async () => {
      said.value = (await takeBackLast(filters.object)) ? texts.review.undone : texts.review.nothingToUndo;
      again();
    });
  };
  const current = items[at];
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => current && tick(current.id, !ticked.has(current.id)),
    u: undoLast,
    Enter: () => current && go(addressOfItem(current)),
  });
  const chosen = items.filter(({ id }) => ticked.has(id));
  const step = tab === 'decided' ? 'decided' : isOfJob && items.length === 0 ? 'compare' : 'review';
  return (
    <>
      <PageHead
        title={
          <>
            {texts.nav.review}{' '}
            {tab === 'open' && list?.total !== undefined && (
              <span class="soft small">{say(texts.review.openNow, formatWhole(list.total))}</span>
            )}
          </>
        }
      >
        <div class="row">
          <Day round={round + news} object={filters.object} />
          {mayDecide && <Button label={texts.review.undo} keys="u" class="small" onClick={undoLast} />}
        </div>
      </PageHead>
      <div class="stack">
        <Steps now={step} to={{ file: addressOf(['import']), ...stepsAfter(object || filters.object) }} />
        <FilterForm filters={filters} object={object} objects={objects} />
        {tab === 'open' && list?.scores && <Threshold key={key} filters={filters} scores={list.scores} />}
        {tab === 'decided' && <Agreement object={object} round={round} />}
        {!mayDecide && <p class="soft">{say(texts.error.noScope, 'review')}</p>}
        {isOfJob && mayDecide && <JobPanel object={object} jobs={jobs} onBulk={() => setBulk(true)} />}
        {isOfJob && isBulk && (
          <Bulk
            key={`${object} ${round}`}
            object={object}
            onClose={() => setBulk(false)}
            onStarted={() => {
              setBulk(false);
              jobs.reload();
            }}
          />
        )}
        {error && <ErrorBox error={error} />}
        {said.value !== '' && (
          <p class="said" role="status">
            {said.value}
          </p>
        )}
        <Learned object={object} round={round} />
        {mayDecide && (
          <Many
            key={key}
            tab={tab}
            items={chosen}
            all={items}
            onAll={(those) => setTicked(new Set(those.map(({ id }) => id)))}
            onDone={(ids) => {
              said.value = '';
              setTicked(new Set([...ticked].filter((id) => !ids.has(id))));
              setRound((last) => last + 1);
              if (tab !== 'open') reload(filters, object);
            }}
            onUndone={again}
          />
        )}
        {list?.error && <ErrorBox error={list.error} retry={items.length > 0 ? loadMore : again} />}
        {list !== undefined && items.length > 0 && (
          <>
            <p class="soft small listed" role="status">
              {list.total === undefined
                ? say(texts.review.shown, formatWhole(items.length), list.next !== undefined)
                : say(texts.review.shownOf, formatWhole(items.length), formatWhole(list.total))}
            </p>
            <ol class="items">
              {items.map((item, i) => (
                <ItemRow
                  key={item.id}
                  item={item}
                  address={addressOfItem(item)}
                  onTick={mayDecide ? (isTicked) => tick(item.id, isTicked) : undefined}
                  isTicked={ticked.has(item.id)}
                  isAt={i === at}
                  type={types.value?.get(item.objectType)}
                />
              ))}
            </ol>
            {list.next !== undefined && <More isLoading={list.isLoading} onMore={loadMore} />}
          </>
        )}
        {list !== undefined && !list.isLoading && list.next !== undefined && items.length === 0 && (
          <More isLoading={false} onMore={loadMore} />
        )}
        {(list === undefined || (list.isLoading && items.length === 0)) && <Loading />}
        {isAllDone && <Nothing filters={filters} isFound={list.isFound} />}
      </div>
    </>
  );
}

function Threshold({ filters, scores }: { readonly filters: Filters; readonly scores: GroupCounts['scores'] }) {
  const [from, setFrom] = useState(filters.least);
  if (scores.length < 2) return null;
  return (
    <div class="row">
      <Distribution
        scores={scores}
        from={from}
        label={texts.review.least}
        onInput={setFrom}
        onChange={(least) => showFilters({ ...filters, least })}
      />
      <span class="small" role="status">
        {countText(scores, from)}
      </span>
    </div>
  );
}

function More({ isLoading, onMore }: { readonly isLoading: boolean; readonly onMore: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { rootMargin: '600px' },
    );
    seen.observe(button.current!);
    return () => seen.disconnect();
  }, [isLoading]);
  return (
    <button ref={button} type="button" disabled={isLoading} onClick={onMore}>
      {isLoading ? texts.loading : texts.review.more}
    </button>
  );
}

async function typesOf(objects: readonly ObjectInfo[]): Promise<ReadonlyMap<string, ObjectDescription>> {
  const all = await Promise.all(objects.map(({ name }) => describe(name)));
  return new Map(all.map((type) => [type.name, type]));
}

function Nothing({ filters, isFound }: { readonly filters: Filters; readonly isFound: boolean }) {
  const { tab, kind, least, most, age, file, verdict, who } = filters;
  if (!isFound)
    return (
      <Empty title={texts.review.noJob}>
        <p>{texts.review.noJobHint}</p>
      </Empty>
    );
  const isFiltered = least > 0 || most < 100 || age !== 'any' || file !== '' || verdict !== '' || who !== 'all';
  if (isFiltered) return <Empty title={texts.records.none} />;
  const { title, hint } = tab === 'open' ? texts.review.nothing[kind] : texts.review.nothing[tab];
  return (
    <Empty title={title}>
      <p>{hint}</p>
    </Empty>
  );
}

/** Shows scenarios learned from decisions, with a preview. Learned scenarios are not used until they are accepted. */
function Learned({ object, round }: { readonly object: string; readonly round: number }) {
  const proposals = useResource(`${object} ${round}`, (signal) => call('proposals', { signal }), { keep: true });
  const taught = (proposals.value ?? []).filter(
    (proposal) => proposal.reason !== undefined && (object === '' || proposal.object === object),
  );
  return (
    <>
      {taught.map(({ id, reason }) => (
        <p key={id} class="card learned" role="note">
          <b>{texts.review.learned}</b> {reason}{' '}
          <a href={addressOf(['scenarios', PROPOSAL, id])}>{texts.review.preview}</a>
        </p>
      ))}
    </>
  );
}

/** Returns the jobs of an object, newest first, polled while one runs. @param onEnd called when a job has ended */
function useJobs(object: string, onEnd: () => void): Resource<readonly ShownJob[]> {
  const found = useResource(
    allows('review') ? object : undefined,
    async (signal) => (await call('jobs', { signal })).filter(({ objectType }) => objectType === object),
    { keep: true },
  );
  const pending = found.value?.filter(isPending).map(({ id }) => id) ?? [];
  usePolled(found, pending.length > 0);
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    if (found.value === undefined) return;
    if (before.current.some((id) => !pending.includes(id))) onEnd();
    before.current = pending;
  }, [found.value]);
  return found;
}
