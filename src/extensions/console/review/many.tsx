import { Check } from '../components/field.js';
import { Button } from '../components/button.js';
import { useRef, useState } from 'preact/hooks';
import { allows } from '../api/objects.js';
import type { ListedDecision, Verdict } from '../api/types.js';
import { Dialog } from '../components/dialog.js';
import { ErrorBox } from '../components/states.js';
import { useKeys } from '../state/keys.js';
import { formatWhole } from '../state/number-format.js';
import { say, texts } from '../texts.js';
import { NO_CHOICE } from './choice.js';
import { Contradicted } from './contradicted.js';
import { decideAbout, takeBack, type Remark } from './decide.js';
import type { Item } from './items.js';
import { RemarkForm } from './remark-form.js';
import type { Tab } from './review-filters.js';
import { takeOff } from './review-list.js';

/** Concurrent requests. */
const AT_ONCE = 4;
const MOST_ERRORS = 3;

interface ManyProps {
  readonly tab: Tab;
  readonly items: readonly Item[];
  readonly all: readonly Item[];
  readonly onAll: (items: readonly Item[]) => void;
  readonly onDone: (ids: ReadonlySet<string>) => void;
  readonly onUndone: () => void;
}

const isContradicted = ({ contradictions = [] }: Item): boolean => contradictions.length > 0;

interface Outcome {
  readonly decisions: readonly ListedDecision[];
  readonly errors: readonly Error[];
  readonly isUndo: boolean;
}

export function Many({ tab, items, all, onAll, onDone, onUndone }: ManyProps) {
  const [progress, setProgress] = useState<readonly [done: number, of: number] | undefined>(undefined);
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined);
  const [isLater, setLater] = useState(false);
  const [remark, setRemark] = useState<Remark>({});
  const [isAsked, setAsked] = useState(false);
  const isBusy = useRef(false);

  const forAll = async <T, R>(
    all: readonly T[],
    work: (one: T) => Promise<R>,
  ): Promise<{ results: R[]; errors: Error[] }> => {
    const results: R[] = [];
    const errors: Error[] = [];
    let next = 0;
    let done = 0;
    setProgress([0, all.length]);
    const line = async (): Promise<void> => {
      while (next < all.length) {
        const one = all[next++]!;
        await work(one).then(
          (result) => results.push(result),
          (error: unknown) => errors.push(error as Error),
        );
        setProgress([++done, all.length]);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, line));
    setProgress(undefined);
    return { results, errors };
  };
  const once = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setOutcome(undefined);
    await work();
    isBusy.current = false;
  };
  const decide = (verdict: Verdict, said: Remark = {}): void =>
    void once(async () => {
      setLater(false);
      const { results, errors } = await forAll(items, async (item) => ({
        item,
        decision: await decideAbout(item, verdict, NO_CHOICE, said),
      }));
      const ids = new Set(results.map(({ item }) => item.id));
      takeOff(ids);
      setOutcome({ decisions: results.map(({ decision }) => decision), errors, isUndo: false });
      onDone(ids);
    });
  const undo = (decisions: readonly ListedDecision[]): void =>
    void once(async () => {
      const { results, errors } = await forAll(decisions, async (decision) => {
        await takeBack(decision);
        return decision;
      });
      setOutcome({ decisions: results, errors, isUndo: true });
      onUndone();
    });
  const undoable = items.flatMap(({ decision }) =>
    decision === undefined || decision.undone !== null ? [] : decision,
  );
  const torn = items.filter(isContradicted);
  // "Select all" skips contradictions, because they must be reviewed individually.
  const sound = tab === 'open' ? all.filter((item) => !isContradicted(item)) : all;
  const left = all.length - sound.length - torn.length;
  const isNone = items.length === 0 || progress !== undefined;
  const merge = (): void => (torn.length > 0 ? setAsked(true) : decide('duplicate'));
  const mayDecide = tab !== 'decided' && !isNone;
  useKeys({
    ...(sound.length > 0 && { a: () => onAll(items.length >= sound.length ? [] : sound) }),
    ...(mayDecide && { m: merge, n: () => decide('notDuplicate'), l: () => setLater(true) }),
  });
  return (
    <section class="many" aria-label={texts.review.many}>
      <Check
        label={say(texts.records.ticked, formatWhole(items.length))}
        keys="a"
        isOn={sound.length > 0 && items.length >= sound.length}
        disabled={sound.length === 0}
        onChange={(checked) => onAll(checked ? sound : [])}
      />
      {left > 0 && items.length >= sound.length && (
        <Button
          label={say(texts.review.tickContradicted, formatWhole(left))}
          class="plain"
          onClick={() => onAll(all)}
        />
      )}
      {tab !== 'decided' && (
        <>
          <Button label={texts.review.merge} keys="m" disabled={isNone} onClick={merge} />
          <Button
            label={texts.overview.verdicts.notDuplicate}
            keys="n"
            disabled={isNone}
            onClick={() => decide('notDuplicate')}
          />
          <Button label={`${texts.review.tabs.later}…`} keys="l" disabled={isNone} onClick={() => setLater(true)} />
        </>
      )}
      {tab !== 'open' && allows('undo') && (
        <Button label={texts.record.undo} disabled={isNone || undoable.length === 0} onClick={() => undo(undoable)} />
      )}
      <span role="status" class="row">
        {progress && (
          <>
            <progress max={progress[1]} value={progress[0]} aria-label={texts.review.working} />
            {say(texts.review.ofThem, formatWhole(progress[0]), formatWhole(progress[1]))}
          </>
        )}
        {outcome && outcome.decisions.length > 0 && (
          <span class="said">
            {say(
              outcome.isUndo ? texts.review.undoneMany : texts.review.decidedMany,
              formatWhole(outcome.decisions.length),
            )}
          </span>
        )}
        {outcome && !outcome.isUndo && outcome.decisions.length > 0 && allows('undo') && (
          <Button
            label={say(texts.review.undoAll, formatWhole(outcome.decisions.length))}
            onClick={() => undo(outcome.decisions)}
          />
        )}
      </span>
      {outcome && outcome.errors.length > 0 && (
        <ErrorBox
          error={
            new Error(
              `${say(texts.review.notDone, formatWhole(outcome.errors.length))} ${[
                ...new Set(outcome.errors.map(({ message }) => message)),
              ]
                .slice(0, MOST_ERRORS)
                .join(' ')}`,
            )
          }
        />
      )}
      {isAsked && <Contradicted items={torn} onMerge={() => decide('duplicate')} onClose={() => setAsked(false)} />}
      {isLater && (
        <Dialog label={texts.review.tabs.later} onClose={() => setLater(false)}>
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault();
              decide('later', remark);
            }}
          >
            <h2>{say(texts.review.laterOf, formatWhole(items.length))}</h2>
            <RemarkForm items={items} remark={remark} onChange={setRemark} />
            <div class="row">
              <Button label={texts.review.tabs.later} class="primary" type="submit" />
              <Button label={texts.close} onClick={() => setLater(false)} />
            </div>
          </form>
        </Dialog>
      )}
    </section>
  );
}
