import { Button } from '../components/button.js';
import { useState } from 'preact/hooks';
import { allows, describe } from '../api/objects.js';
import { Waterfall } from '../components/waterfall.js';
import { waterfallOf } from '../search/waterfall-rows.js';
import { formatWhole } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { addressOf } from '../state/router.js';
import { say, texts } from '../texts.js';
import type { ShownPreviewPair, ShownPreviewPairs } from '../api/types.js';

interface PairListProps {
  readonly kind: 'gained' | 'lost' | 'moved';
  readonly objectType: string;
  readonly pairs: ShownPreviewPairs;
}

/** Shows some of the pairs that a change adds, removes or moves. A pair can be expanded to show its waterfalls. */
export function PairList({ kind, objectType, pairs: { count, pairs } }: PairListProps) {
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
