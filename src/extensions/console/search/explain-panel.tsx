import { Button } from '../components/button.js';
import { useEffect, useRef } from 'preact/hooks';
import { call } from '../api/call.js';
import type { ObjectDescription } from '../api/types.js';
import { Field, typedIn } from '../components/field.js';
import { ErrorBox, Loading } from '../components/states.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { nameOf } from '../records/record-name.js';
import { Explained } from './explained.js';
import { SideBySide } from './side-by-side.js';
import { SpeaksAgainst } from './speaks-against.js';
import { ask, question } from './state.js';

/** Fraction of the window's height. If the panel starts above it, the panel is considered visible. */
const IN_SIGHT = 0.7;

/** Explains the score of a match, or of any other record by its Id. */
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
      const [explanation, stored] = await Promise.all([
        call('explain', { body: asked, signal }),
        call('readRecord', { params: { objectType: type.name, recordId: record }, signal }),
      ]);
      return { explanation, stored };
    },
    { pause: 60, keep: true },
  );
  const panel = useRef<HTMLDivElement>(null);
  const shownId = shown.value?.stored['Id'];
  // Scroll the chosen record and its explanation into view together.
  useEffect(() => {
    const top = panel.current?.getBoundingClientRect().top;
    if (top !== undefined && (top < 0 || top > IN_SIGHT * innerHeight))
      panel.current!.closest('.results')?.scrollIntoView({ block: 'start' });
  }, [shownId]);
  if (values.size === 0) return null;
  return (
    <>
      {shown.error && <ErrorBox error={shown.error} retry={shown.reload} />}
      {key !== undefined && shown.value === undefined && shown.isLoading && <Loading />}
      {key !== undefined && shown.value && (
        <div class="stack explanation" ref={panel}>
          <SpeaksAgainst type={type} contradictions={shown.value.explanation.contradictions} />
          <Explained
            title={`${texts.search.waterfall}: ${nameOf(shown.value.stored)}`}
            scenarios={shown.value.explanation.scenarios}
            type={type}
          >
            <a href={addressOf(['records', type.name, record])}>{texts.search.open}</a>
          </Explained>
          <SideBySide type={type} searched={values} stored={shown.value.stored} />
        </div>
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
      <Button label={texts.search.compare} type="submit" />
    </form>
  );
}
