import { PageHead, useTitle } from '../components/page-head.js';
import { Button } from '../components/button.js';
import { useRef, useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { describe, objects } from '../api/objects.js';
import type { ObjectDescription, ObjectInfo, ScenarioInfo } from '../api/types.js';
import { Pending } from '../components/states.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { ExplainPanel } from './explain-panel.js';
import { Matches } from './matches.js';
import { question } from './state.js';
import { SearchForm } from './search-form.js';
import { useFound } from './use-found.js';

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
