import { useEffect, useState } from 'preact/hooks';
import { allows, decide, merge, revokeDecision, suspectedPairs, undo } from '../api/service.js';
import type { SuspectedPairsPage } from '../api/types.js';
import { Empty, ErrorBox, Loading } from '../components/states.js';
import { formatWhole } from '../state/format.js';
import { useKeys } from '../state/keys.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { Pair } from './pair.js';
import { NO_CHOICE, type Choice } from './choice.js';

const PAGE_SIZE = 50;

type PairInfo = SuspectedPairsPage['records'][number];
/** Takes the decision back that was made last. */
type TakeBack = () => Promise<unknown>;

/** Suspected pairs, one at a time, by mouse or by single keys. */
export function Review() {
  const pairs = useResource('open', (signal) => suspectedPairs({ page: 1, pageSize: PAGE_SIZE }, signal), {
    keep: true,
  });
  const [at, setAt] = useState(0);
  const [choice, setChoice] = useState<Choice>(NO_CHOICE);
  const [done, setDone] = useState<readonly TakeBack[]>([]);
  const [said, setSaid] = useState('');
  const [refused, setRefused] = useState<Error | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const all = pairs.value?.records ?? [];
  const place = Math.min(at, Math.max(0, all.length - 1));
  const pair: PairInfo | undefined = all[place];
  useEffect(() => {
    document.title = `${texts.review.title} – ${texts.name}`;
  }, []);
  useEffect(() => setChoice(NO_CHOICE), [pair?.id]);

  const move = (step: number): void => setAt(Math.max(0, Math.min(all.length - 1, place + step)));
  const act = async (work: () => Promise<TakeBack | undefined>, message: string): Promise<void> => {
    if (isBusy || !allows('review')) return;
    setBusy(true);
    setRefused(undefined);
    try {
      const takeBack = await work();
      setDone((last) => (takeBack === undefined ? last.slice(0, -1) : [...last, takeBack]));
      setSaid(message);
      pairs.reload();
    } catch (error) {
      setRefused(error as Error);
    }
    setBusy(false);
  };
  const mergeNow = (): void => {
    if (pair === undefined) return;
    const { objectType, createdId, matchedId } = pair;
    void act(async () => {
      const { changeId } = await merge({ objectType, ids: [matchedId, createdId], ...choice });
      return () => (changeId === null ? Promise.resolve() : undo(changeId));
    }, texts.review.merged);
  };
  const say = (verdict: 'notDuplicate' | 'later', message: string): void => {
    if (pair === undefined) return;
    void act(async () => {
      const { id } = await decide(pair.id, verdict);
      return () => revokeDecision(id);
    }, message);
  };
  const takeBack = (): void => {
    const last = done.at(-1);
    if (last !== undefined)
      void act(async () => {
        await last();
        return undefined;
      }, texts.review.undone);
  };
  const notDuplicate = (): void => say('notDuplicate', texts.review.kept);
  const later = (): void => say('later', texts.review.postponed);
  useKeys({ j: () => move(1), k: () => move(-1), m: mergeNow, n: notDuplicate, l: later, u: takeBack });

  return (
    <>
      <div class="page-head">
        <h1>{texts.review.title}</h1>
        {all.length > 0 && (
          <div class="row">
            <span class="soft">
              {texts.review.place(formatWhole(place + 1), formatWhole(pairs.value?.totalSize ?? 0))}
            </span>
            <button type="button" onClick={() => move(-1)} disabled={place === 0}>
              {texts.review.previous} <kbd>k</kbd>
            </button>
            <button type="button" onClick={() => move(1)} disabled={place === all.length - 1}>
              {texts.review.next} <kbd>j</kbd>
            </button>
          </div>
        )}
      </div>
      <div class="stack">
        {pairs.error && <ErrorBox error={pairs.error} retry={pairs.reload} />}
        {refused && <ErrorBox error={refused} />}
        {said !== '' && (
          <p class="notice row" role="status">
            {said}
            <span class="small">{texts.review.decided(formatWhole(done.length))}</span>
          </p>
        )}
        {allows('review') ? (
          <div class="row">
            <button class="primary" type="button" onClick={mergeNow} disabled={isBusy || pair === undefined}>
              {texts.review.merge} <kbd>m</kbd>
            </button>
            <button type="button" onClick={notDuplicate} disabled={isBusy || pair === undefined}>
              {texts.review.notDuplicate} <kbd>n</kbd>
            </button>
            <button type="button" onClick={later} disabled={isBusy || pair === undefined}>
              {texts.review.later} <kbd>l</kbd>
            </button>
            <button type="button" onClick={takeBack} disabled={isBusy || done.length === 0}>
              {texts.review.undo} <kbd>u</kbd>
            </button>
          </div>
        ) : (
          <p class="soft">{texts.review.noScope}</p>
        )}
        {pairs.value === undefined && pairs.isLoading && <Loading />}
        {pairs.value && pair === undefined && (
          <Empty title={texts.review.empty}>
            <p>{texts.review.emptyHint}</p>
          </Empty>
        )}
        {pair && <Pair key={pair.id} pair={pair} choice={choice} onChoose={setChoice} />}
      </div>
    </>
  );
}
