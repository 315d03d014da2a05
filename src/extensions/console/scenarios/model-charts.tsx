import { Chart } from '../components/chart.js';
import { Select } from '../components/field.js';
import { formatWhole } from '../state/number-format.js';
import { useState } from 'preact/hooks';
import { say, texts } from '../texts.js';
import type { ShownModel } from '../api/types.js';

/** A learned model: the evidence of each field, and the adjustment for common values. */
export function ModelCharts({ model }: { readonly model: ShownModel }) {
  const listed = model.fields.filter(({ frequent }) => frequent.length > 0);
  const [chosen, setChosen] = useState(listed[0]?.field ?? '');
  const one = listed.find(({ field }) => field === chosen);
  return (
    <section class="card" aria-label={texts.scenarios.model}>
      <h2>{texts.scenarios.model}</h2>
      <div class="stack">
        {model.trained && (
          <p class="soft small">
            {say(
              texts.scenarios.trainedOn,
              formatWhole(model.trained.records),
              formatWhole(model.trained.expectedPairs),
            )}
          </p>
        )}
        <Chart
          of={[model]}
          draw={async () => {
            const { matchWeightsChart } = await import('../../../files/charts/match-weights.js');
            return matchWeightsChart(document, model.fields);
          }}
        />
        {one && (
          <>
            <Select
              label={texts.records.frequent}
              value={chosen}
              options={listed.map(({ field }) => [field, field])}
              onChange={setChosen}
            />
            <p class="soft small">{texts.scenarios.frequentHint}</p>
            <Chart
              of={[one]}
              draw={async () => {
                const { frequentValuesChart } = await import('../../../files/charts/match-weights.js');
                return frequentValuesChart(
                  document,
                  one.frequent.map(({ value, bits }, i) => ({
                    value: value ?? say(texts.scenarios.hidden, i + 1),
                    bits,
                  })),
                );
              }}
            />
          </>
        )}
      </div>
    </section>
  );
}
