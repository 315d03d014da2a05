import { Button } from '../components/button.js';
import { useState } from 'preact/hooks';
import { allows, describe } from '../api/objects.js';
import type { ObjectDescription, RecordData } from '../api/types.js';
import { ErrorBox, Loading } from '../components/states.js';
import { ApiError, call } from '../api/call.js';
import { searchedValues } from '../records/duplicates.js';
import { Explained } from '../search/explained.js';
import { SpeaksAgainst } from '../search/speaks-against.js';
import { formatWhole } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { isChosen, NO_CHOICE, type Choice } from './choice.js';
import { Compare, labelOf } from './compare.js';
import { Contradictions } from './contradicted.js';
import { GroupGraph } from './group-graph.js';
import type { Item } from './items.js';

interface LookedAtProps {
  readonly item: Item;
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
}

/** Maximum number of explained pairs of picked records. The first record is paired with each other record. */
const MOST_EXPLAINED = 10;

/** One pair or group: its records, the merge result, and the explained scores. */
export function LookedAt({ item, choice, onChoose }: LookedAtProps) {
  const [pairAt, setPair] = useState(0);
  const shown = useResource(item.id, async (signal) => {
    const [type, found] = await Promise.all([describe(item.objectType), recordsOf(item, signal)]);
    return { type, records: found, explanations: await explanationsOf(item, type, found, signal) };
  });
  const ids = item.records
    .map(({ id }) => id)
    .filter((id) => shown.value?.records.has(id) === true && !choice.without.includes(id));
  const { masterId, fields } = choice;
  const asked = { objectType: item.objectType, ids, masterId, fields };
  const preview = useResource(
    ids.length > 1 && allows('review') ? JSON.stringify(asked) : undefined,
    (signal) => call('merge', { body: { ...asked, dryRun: true }, signal }),
    { keep: true },
  );
  if (shown.error) return <ErrorBox error={shown.error} retry={shown.reload} />;
  if (shown.value === undefined) return shown.isLoading ? <Loading /> : null;
  const { type, records, explanations } = shown.value;
  const shownPair = Math.min(pairAt, explanations.length - 1);
  const explained = explanations[shownPair];
  const result = ids.length > 1 ? preview.value : undefined;
  return (
    <>
      <section class="card">
        <div class="row spread">
          <p class="soft">
            {item.scores && `${scoresText(item.scores)}. `}
            <Contradictions of={item.contradictions} />{' '}
            {item.found && item.found.pairs < item.found.possible && (
              <b>{say(texts.review.alike, formatWhole(item.found.pairs), formatWhole(item.found.possible))}. </b>
            )}
            {result !== undefined && result.repointed > 0 && say(texts.review.repointed, formatWhole(result.repointed))}
          </p>
          {isChosen(choice) && <Button label={texts.review.reset} class="plain" onClick={() => onChoose(NO_CHOICE)} />}
        </div>
        {preview.error && <ErrorBox error={preview.error} retry={preview.reload} />}
        {explanations.map(({ ids: pair, explanation }) => (
          <SpeaksAgainst
            key={pair.join(' ')}
            type={type}
            contradictions={explanation.contradictions}
            pair={explanations.length > 1 ? titleOf(item, pair) : undefined}
          />
        ))}
        {explanations.length > 1 && <Disagreement explanations={explanations} />}
        <Compare item={item} type={type} records={records} choice={choice} onChoose={onChoose} preview={result} />
        <p class="soft small">{texts.review.byRules}</p>
      </section>
      <GroupGraph item={item} />
      {explained !== undefined && (
        <section class="stack">
          {explanations.length > 1 && (
            <div class="tabs pairs" role="group" aria-label={texts.review.compared}>
              {explanations.map(({ ids: pair }, i) => (
                <Button
                  label={titleOf(item, pair)}
                  key={pair.join(' ')}
                  aria-pressed={i === shownPair}
                  onClick={() => setPair(i)}
                />
              ))}
            </div>
          )}
          <Explained
            key={explained.ids.join(' ')}
            title={texts.search.waterfall}
            sides={sidesOf(item, explained.ids)}
            scenarios={explained.explanation.scenarios}
            type={type}
          />
        </section>
      )}
    </>
  );
}

type Explanations = Awaited<ReturnType<typeof explanationsOf>>;

/** Shows the scenarios that treat only some pairs of a group as duplicates. */
function Disagreement({ explanations }: { readonly explanations: Explanations }) {
  const scenarios = new Map<string, { name: string; scores: number[]; yes: number }>();
  for (const { explanation } of explanations)
    for (const { scenarioId, scenarioName: name, score, isDuplicate } of explanation.scenarios) {
      const known = scenarios.get(scenarioId) ?? { name, scores: [], yes: 0 };
      known.scores.push(score);
      known.yes += isDuplicate ? 1 : 0;
      scenarios.set(scenarioId, known);
    }
  const split = [...scenarios.values()].filter(({ scores, yes }) => yes > 0 && yes < scores.length);
  if (split.length === 0) return null;
  return (
    <ul class="small disagreement">
      {split.map(({ name, scores, yes }) => (
        <li key={name}>
          {say(
            texts.review.disagrees,
            name,
            scoresText([Math.min(...scores), Math.max(...scores)]),
            formatWhole(yes),
            formatWhole(scores.length),
          )}
        </li>
      ))}
    </ul>
  );
}

function scoresText([lowest, highest]: readonly [number, number]): string {
  if (lowest === highest) return `${texts.search.total} ${formatWhole(lowest)}`;
  return say(texts.review.range, formatWhole(lowest), formatWhole(highest));
}

/** Returns the labels of two records: in a group, in the group's order; in a pair, with the newer record first. */
function sidesOf(item: Item, [one, other]: readonly string[]): readonly [string, string] {
  const place = (id: string | undefined): number => item.records.findIndex((record) => record.id === id);
  const [first, second] = item.kind === 'group' ? [one, other] : [other, one];
  return [labelOf(item, place(first)), labelOf(item, place(second))];
}

function titleOf({ records }: Item, pair: readonly string[]): string {
  const places = pair.map((id) => records.findIndex((record) => record.id === id) + 1);
  return places.map((place) => formatWhole(place)).join(' – ');
}

async function recordsOf({ objectType, records }: Item, signal: AbortSignal): Promise<ReadonlyMap<string, RecordData>> {
  const read = records.map(async ({ id }) =>
    call('readRecord', { params: { objectType, recordId: id }, signal }).then(
      (record) => [id, record] as const,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return undefined;
        throw error;
      },
    ),
  );
  return new Map((await Promise.all(read)).filter((entry) => entry !== undefined));
}

async function explanationsOf(
  item: Item,
  type: ObjectDescription,
  records: ReadonlyMap<string, RecordData>,
  signal: AbortSignal,
) {
  if (item.kind === 'group') return (await call('group', { params: { groupId: item.id }, signal })).explanations;
  if (!allows('search')) return [];
  const [one, ...others] = item.records.map(({ id }) => id).filter((id) => records.has(id));
  if (one === undefined) return [];
  const pairs = others.slice(0, MOST_EXPLAINED).map(async (other) => {
    const objectData = searchedValues(type, records.get(other)!);
    const question = { objectPrefix: type.keyPrefix, objectData, recordId: one };
    return { ids: [one, other], explanation: await call('explain', { body: question, signal }) };
  });
  return Promise.all(pairs);
}
