import { Button } from '../components/button.js';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ObjectDescription } from '../api/types.js';
import { Waterfall } from '../components/waterfall.js';
import { formatWhole } from '../state/number-format.js';
import { say, texts } from '../texts.js';
import { waterfallOf, type ExplainedScenario } from './waterfall-rows.js';

interface ExplainedProps {
  readonly title: string;
  readonly scenarios: readonly ExplainedScenario[];
  /** The object, which provides the labels of the fields. */
  readonly type?: ObjectDescription;
  /** Labels of the two sides. Default: the search and the record. */
  readonly sides?: readonly [string, string] | undefined;
  readonly children?: ComponentChildren;
}

export function Explained({ title, scenarios, type, sides, children }: ExplainedProps) {
  const [chosen, setChosen] = useState('');
  const one = scenarios.find(({ scenarioId }) => scenarioId === chosen) ?? scenarios[0];
  if (one === undefined) return null;
  return (
    <section class="card" aria-label={texts.search.waterfall}>
      <div class="page-head">
        <h2>{title}</h2>
        {children}
      </div>
      <div class="tabs" role="group" aria-label={texts.search.scenario}>
        {scenarios.map(({ scenarioId, scenarioName, score }) => (
          <Button
            label={`${scenarioName} ${formatWhole(score)}`}
            key={scenarioId}
            aria-pressed={scenarioId === one.scenarioId}
            onClick={() => setChosen(scenarioId)}
          />
        ))}
      </div>
      <p class="row">
        <span class={`badge ${one.isDuplicate ? 'good' : 'warn'}`}>
          {one.isDuplicate ? texts.search.duplicate : texts.review.verdicts.notDuplicate}
        </span>
        {say(texts.search.needed, formatWhole(one.score), one.threshold)}
        {/* The note means either too little evidence, or no compared field at all. */}
        {one.note !== undefined && (
          <span class="soft">
            {one.fields.some(({ searched }) => searched !== null) ? texts.search.tooLittle : texts.search.nothingSent}
          </span>
        )}
      </p>
      <Waterfall of={waterfallOf(one, type)} sides={sides} caption={`${texts.search.waterfall}: ${one.scenarioName}`} />
    </section>
  );
}
