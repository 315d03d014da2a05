import { useState } from 'preact/hooks';
import { ApiError, call } from '../api/call.js';
import { Chart } from '../components/chart.js';
import { Select } from '../components/field.js';
import { ErrorBox, Pending } from '../components/states.js';
import { formatWhole } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { faultsOf, placeLabel } from './draft.js';
import type { EditableScenario, ShownPreview, ShownPreviewPair, ShownPreviewPairs } from '../api/types.js';
import { Button } from '../components/button.js';
import { allows, describe } from '../api/objects.js';
import { Waterfall } from '../components/waterfall.js';
import { waterfallOf } from '../search/waterfall-rows.js';
import { addressOf } from '../state/router.js';

/** Milliseconds between the last keystroke and the request for the preview. */
const PAUSE = 350;
/** Milliseconds to wait before another attempt if two previews are already running. */
const AGAIN = 700;
const SIZES = ['100', '300', '1000', '2000'] as const;
const KINDS = ['gained', 'lost', 'moved'] as const;

type Previewed =
  | { readonly scenario: EditableScenario; readonly proposalId?: undefined }
  | { readonly scenario?: undefined; readonly proposalId: string };

/** The pairs that the edited scenario finds. Every change aborts the previous request and starts another. */
export function PreviewPanel({ of, isChanged }: { readonly of: Previewed; readonly isChanged: boolean }) {
  const [size, setSize] = useState<string>('300');
  const { scenario } = of;
  const asked: Previewed = scenario?.id === '' ? { scenario: { ...scenario, id: '(new)' } } : of;
  const found = useResource(JSON.stringify([asked, size]), (signal) => ask(asked, Number(size), signal), {
    pause: PAUSE,
    keep: true,
  });
  const { value } = found;
  const faults = [...faultsOf(found.error)];
  return (
    <section class="card" aria-label={texts.scenarios.preview} aria-busy={found.isLoading}>
      <div class="page-head">
        <h2>{isChanged ? texts.scenarios.preview : texts.scenarios.previewNow}</h2>
        <Select
          label={texts.scenarios.sample}
          value={size}
          options={SIZES.map((each) => [each, formatWhole(Number(each))])}
          onChange={setSize}
        />
      </div>
      <div class="stack">
        {faults.length === 0 && <Pending of={found} />}
        {faults.map(([place, message]) => (
          <ErrorBox key={place} error={new Error(`${placeLabel(place)}: ${message}`)} />
        ))}
        {value?.records === 0 && <p class="soft">{texts.scenarios.noRecords}</p>}
        {value && value.records > 0 && (
          <div class={found.isLoading || found.error ? 'stack stale' : 'stack'}>
            <Figures preview={value} isLoading={found.isLoading} />
            {value.warnings.map((warning) => (
              <p class="badge warn wrapped" key={warning}>
                {warning}
              </p>
            ))}
            <Chart
              of={[value.histogram, value.after.threshold]}
              draw={async () => {
                const { scoreHistogramChart } = await import('../../../files/charts/score-histogram.js');
                const { from, after, before } = value.histogram;
                const counts = { counts: after, ...(before && { before }) };
                return scoreHistogramChart(document, { ...counts, from, threshold: value.after.threshold });
              }}
            />
            <p class="soft small">{value.before && texts.scenarios.histogramHint}</p>
            {KINDS.map((kind) => (
              <PairList key={kind} kind={kind} objectType={value.objectType} pairs={value[kind]} />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

async function ask(asked: Previewed, size: number, signal: AbortSignal): Promise<ShownPreview> {
  try {
    return await call('previewScenario', { body: { ...asked, sampleSize: size }, signal });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 503) throw error;
    // Try again, because the previous request may not have ended yet.
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    return call('previewScenario', { body: { ...asked, sampleSize: size }, signal });
  }
}

function Figures({ preview, isLoading }: { readonly preview: ShownPreview; readonly isLoading: boolean }) {
  const { before, after, gained, lost, moved, records, searched, sampled, isComplete } = preview;
  const fromTo = (of: 'pairs' | 'recordsWithDuplicate'): string =>
    before === null || before[of] === after[of]
      ? formatWhole(after[of])
      : say(texts.scenarios.fromTo, formatWhole(before[of]), formatWhole(after[of]));
  const figures = [
    [fromTo('pairs'), texts.scenarios.pairs, ''],
    [fromTo('recordsWithDuplicate'), texts.scenarios.recordsWith, ''],
    [formatWhole(gained.count), texts.scenarios.gained, gained.count > 0 ? 'plus' : ''],
    [formatWhole(lost.count), texts.scenarios.lost, lost.count > 0 ? 'minus' : ''],
    [formatWhole(moved.count), texts.scenarios.moved, ''],
  ] as const;
  return (
    <>
      <div class="figures" role="status">
        {figures.map(([figure, label, kind]) => (
          <div key={label}>
            <div class={`figure ${kind}`}>{figure}</div>
            <div class="soft small">{label}</div>
          </div>
        ))}
      </div>
      <p class="soft small">
        {say(texts.scenarios.previewOf, formatWhole(sampled), formatWhole(records))}
        {searched < records &&
          `, ${say(texts.scenarios.previewFirst, formatWhole(searched), formatWhole(records))}`}.{' '}
        {!isComplete && texts.scenarios.previewCut} {isLoading && texts.scenarios.updating}
      </p>
    </>
  );
}

interface PairListProps {
  readonly kind: 'gained' | 'lost' | 'moved';
  readonly objectType: string;
  readonly pairs: ShownPreviewPairs;
}

/** Shows some of the pairs that a change adds, removes or moves. A pair can be expanded to show its waterfalls. */
function PairList({ kind, objectType, pairs: { count, pairs } }: PairListProps) {
  return (
    <div class="stack tight">
      <h3>
        {texts.scenarios[kind]}{' '}
        <span class="soft small">
          {count > pairs.length ? say(texts.scenarios.someOf, pairs.length, formatWhole(count)) : formatWhole(count)}
        </span>
      </h3>
      {pairs.length > 0 && (
        <ul class="found">
          {pairs.map((pair) => (
            <Pair key={pair.ids.join(' ')} pair={pair} objectType={objectType} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Pair({ pair, objectType }: { readonly pair: ShownPreviewPair; readonly objectType: string }) {
  const { ids, before, after, explanation } = pair;
  const [isOpen, setOpen] = useState(false);
  const { value: type } = useResource(isOpen && allows('read') ? objectType : undefined, () => describe(objectType));
  const [side, setSide] = useState<'before' | 'after'>('after');
  const [one = {}, two = {}] = pair.texts ?? [];
  const shown = explanation?.[side] ?? explanation?.after;
  return (
    <li>
      <button class="match pair-line" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class="score">
          {before === null || before === after
            ? formatWhole(after)
            : say(texts.scenarios.fromTo, formatWhole(before), formatWhole(after))}
        </span>
        <span class="what">{shortly(one) || ids[0]}</span>
        <span class="what">{shortly(two) || ids[1]}</span>
      </button>
      {isOpen && (
        <div class="opened stack tight">
          <p class="row small">
            {ids.map((id) => (
              <a key={id} class="mono" href={addressOf(['records', objectType, id])}>
                {id}
              </a>
            ))}
          </p>
          {explanation === undefined && <p class="soft">{say(texts.error.noScope, 'search')}</p>}
          {explanation?.before && (
            <div class="tabs" role="group" aria-label={texts.search.waterfall}>
              {(['before', 'after'] as const).map((each) => (
                <Button
                  label={texts.scenarios[each]}
                  key={each}
                  aria-pressed={side === each}
                  onClick={() => setSide(each)}
                />
              ))}
            </div>
          )}
          {shown?.note !== undefined && <p class="soft small">{shown.note}</p>}
          {shown && <Waterfall of={waterfallOf(shown, type)} caption={texts.search.waterfall} />}
        </div>
      )}
    </li>
  );
}

function shortly(values: Readonly<Record<string, string>>): string {
  return Object.values(values).join(' · ');
}
