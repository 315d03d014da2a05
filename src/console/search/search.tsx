import { useEffect } from 'preact/hooks';
import { call } from '../api/call.js';
import { describe, objects } from '../api/objects.js';
import { ErrorBox, Loading } from '../components/states.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { ExplainPanel } from './explain-panel.js';
import { Matches } from './matches.js';
import { question } from './state.js';
import { SearchForm } from './search-form.js';

/** Values on the left, what they match on the right, and under it why. */
export function Search() {
  const { object } = question.value;
  const about = useResource(object, async (signal) => {
    const [all, type, known] = await Promise.all([objects(), describe(object), call('scenarios', { signal })]);
    return { all, type, scenarios: known.filter((one) => one.object === type.name) };
  });
  useEffect(() => {
    document.title = `${texts.search.title} – ${texts.name}`;
  }, []);
  return (
    <>
      <div class="page-head">
        <h1>{texts.search.title}</h1>
      </div>
      {about.error && <ErrorBox error={about.error} retry={about.reload} />}
      {about.value === undefined && about.isLoading && <Loading />}
      {about.value && (
        <div class="search">
          <SearchForm objects={about.value.all} type={about.value.type} scenarios={about.value.scenarios} />
          <div class="stack">
            <Matches type={about.value.type} scenarios={about.value.scenarios} />
            <ExplainPanel type={about.value.type} />
          </div>
        </div>
      )}
    </>
  );
}
