import { useRef, useState, useEffect } from 'preact/hooks';
import { PageHead, useTitle } from '../components/page-head.js';
import { Button } from '../components/button.js';
import { call } from '../api/call.js';
import { describe, objects } from '../api/objects.js';
import type { ObjectDescription, ObjectInfo, ScenarioInfo } from '../api/types.js';
import { Pending, ErrorBox, Loading } from '../components/states.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { Matches } from './matches.js';
import { question, ask } from './state.js';
import { SearchForm } from './search-form.js';
import { useFound } from './use-found.js';
import { Field, typedIn } from '../components/field.js';
import { addressOf } from '../state/router.js';
import { nameOf } from '../records/record-name.js';
import { Explained } from './explained.js';
import { SideBySide } from './side-by-side.js';
import { SpeaksAgainst } from './speaks-against.js';

/** The form remains visible and focused while another object is loading. */
const KEEP = { keep: true };

/** Shows inputs on the left, matches on the right, and explanations below. */
export function Search() {
  const { object } = question.value;
  const about = useResource(
    object,
    async (signal) => {
      const [all, type, known] = await Promise.all([objects(), describe(object), call('scenarios', { signal })]);
      return { all, type, scenarios: known.filter((one) => one.object === type.name) };
    },
    KEEP,
  );
  useTitle(texts.nav.search);
  return (
    <>
      <PageHead title={texts.nav.search} />
      <Pending of={about} />
      {about.value && !about.error && <Searching {...about.value} isReady={!about.isLoading} />}
    </>
  );
}

interface SearchingProps {
  readonly all: readonly ObjectInfo[];
  readonly type: ObjectDescription;
  readonly scenarios: readonly ScenarioInfo[];
  /** False while another object is loading and the data belongs to the previous object. */
  readonly isReady: boolean;
}

/** On small screens, the form is folded to make results visible. */
function Searching({ all, type, scenarios, isReady }: SearchingProps) {
  const { values } = question.value;
  const [isFolded, setFolded] = useState(values.size > 0);
  const results = useRef<HTMLDivElement>(null);
  const found = useFound(isReady ? type : undefined);
  const land = (): void => {
    setFolded(true);
    results.current?.focus({ preventScroll: true });
    // Scroll after the form has been folded.
    requestAnimationFrame(() => results.current?.scrollIntoView({ block: 'nearest' }));
  };
  return (
    <div class={isFolded && values.size > 0 ? 'search folded' : 'search'}>
      <div class="ask">
        <SearchedFor type={type} onChange={() => setFolded(false)} />
        <SearchForm objects={all} type={type} scenarios={scenarios} isReady={isReady} found={found} onLand={land} />
      </div>
      <div class="stack results" ref={results} tabIndex={-1}>
        {isReady && (
          <>
            <Matches key={type.name} type={type} scenarios={scenarios} found={found} />
            <ExplainPanel type={type} />
          </>
        )}
      </div>
    </div>
  );
}

function SearchedFor({ type, onChange }: { readonly type: ObjectDescription; readonly onChange: () => void }) {
  const labels = new Map(type.fields.map(({ name, label }) => [name, label]));
  return (
    <div class="card row searched-for">
      <p>
        <span class="soft">{texts.search.sent}:</span>{' '}
        {[...question.value.values].map(([name, value]) => `${labels.get(name) ?? name} ${value}`).join(', ')}
      </p>
      <Button label={texts.search.change} onClick={onChange} />
    </div>
  );
}

/** Fraction of the window's height. If the panel starts above it, the panel is considered visible. */
const IN_SIGHT = 0.7;

/** Explains the score of a match, or of any other record by its Id. */
function ExplainPanel({ type }: { readonly type: ObjectDescription }) {
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
