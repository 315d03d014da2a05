import { useState } from 'preact/hooks';
import { explain, readRecord } from '../api/service.js';
import type { ObjectDescription } from '../api/types.js';
import { Field, typedIn } from '../components/field.js';
import { ErrorBox, Loading } from '../components/states.js';
import { Waterfall } from '../components/waterfall.js';
import { formatWhole } from '../state/format.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { nameOf } from '../records/record-name.js';
import { SideBySide } from './side-by-side.js';
import { ask, question } from './state.js';
import { waterfallOf } from './waterfall-rows.js';

/** Why a record scores as it does: one that was found, or any other by its Id. */
export function ExplainPanel({ type }: { readonly type: ObjectDescription }) {
  const { values, record, scenario } = question.value;
  const objectData = Object.fromEntries(values);
  const scenarioIds = scenario === '' ? [] : [scenario];
  const key =
    record === '' || values.size === 0 ? undefined : JSON.stringify([type.name, record, objectData, scenarioIds]);
  const shown = useResource(
    key,
    async (signal) => {
      const asked = { objectPrefix: type.keyPrefix, objectData, scenarioIds, recordId: record };
      const [explanation, stored] = await Promise.all([explain(asked, signal), readRecord(type.name, record, signal)]);
      return { explanation, stored };
    },
    { pause: 60, keep: true },
  );
  const [chosen, setChosen] = useState('');
  if (values.size === 0) return null;
  const all = shown.value?.explanation.scenarios ?? [];
  const one = all.find(({ scenarioId }) => scenarioId === chosen) ?? all[0];
  return (
    <>
      {shown.error && <ErrorBox error={shown.error} retry={shown.reload} />}
      {key !== undefined && shown.value === undefined && shown.isLoading && <Loading />}
      {key !== undefined && shown.value && one && (
        <>
          <section class="card" aria-labelledby="waterfall-title">
            <div class="page-head">
              <h2 id="waterfall-title">
                {texts.search.waterfall}: {nameOf(shown.value.stored)}
              </h2>
              <a href={addressOf(['records', type.name, record])}>{texts.search.open}</a>
            </div>
            <div class="tabs" role="tablist" aria-label={texts.search.scenario}>
              {all.map(({ scenarioId, scenarioName, score }) => (
                <button
                  key={scenarioId}
                  type="button"
                  role="tab"
                  aria-selected={scenarioId === one.scenarioId}
                  onClick={() => setChosen(scenarioId)}
                >
                  {scenarioName} {formatWhole(score)}
                </button>
              ))}
            </div>
            <p class="row">
              <span class={`badge ${one.isDuplicate ? 'good' : 'warn'}`}>
                {one.isDuplicate ? texts.search.duplicate : texts.search.noDuplicate}
              </span>
              {texts.search.needed(formatWhole(one.score), one.threshold)}
              {one.note !== undefined && <span class="soft">{one.note}</span>}
            </p>
            <Waterfall of={waterfallOf(one)} caption={`${texts.search.waterfall}: ${one.scenarioName}`} />
          </section>
          <SideBySide type={type} searched={values} stored={shown.value.stored} />
        </>
      )}
      <WhyNot />
    </>
  );
}

function WhyNot() {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const id = typedIn(event, 'recordId');
    if (id !== '') ask({ record: id }, 'push');
  };
  return (
    <form class="card row" onSubmit={submit} aria-label={texts.search.whyNot}>
      <Field label={`${texts.search.whyNot}: ${texts.search.recordId}`}>
        <input name="recordId" class="mono" maxLength={40} spellcheck={false} autocomplete="off" />
      </Field>
      <button type="submit">{texts.search.compare}</button>
    </form>
  );
}
