import { PageHead, useTitle } from '../components/page-head.js';
import { useState } from 'preact/hooks';
import { ApiError, call } from '../api/call.js';
import { allows, describe, objects } from '../api/objects.js';
import type { EditableScenario, ScenarioDetails } from '../api/types.js';
import { Empty, ErrorBox, Loading } from '../components/states.js';
import { addressOf, go } from '../state/router.js';
import { useAct } from '../state/use-act.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { faultsOf, isSame, keepDraft, readDraft, type Draft } from './draft.js';
import { ModelCharts } from './model-charts.js';
import { PreviewPanel } from './preview-panel.js';
import { SaveBar } from './save-bar.js';
import { isWeight, ScenarioForm } from './scenario-form.js';
import { ScenarioVersions } from './versions.js';

const NOBODY = '';

/** One scenario with its preview. @param id `undefined` for a new scenario */
export function ScenarioEditor({ id }: { readonly id: string | undefined }) {
  const known = useResource(id === undefined ? 'new' : id, async (signal) => {
    const [all, details] = await Promise.all([
      call('scenarioDefinitions', { signal }),
      id === undefined ? undefined : call('scenarioDefinition', { params: { scenarioId: id }, signal }),
    ]);
    return { methods: all.methods, details };
  });
  const [draft, setDraft] = useState<Draft | undefined>(() => readDraft(id ?? NOBODY));
  const { value, error, isLoading, reload } = known;
  const saved = value?.details;
  const edited = draft?.scenario ?? saved?.scenario ?? (id === undefined ? blank() : undefined);
  const name = edited?.name ?? id ?? texts.scenarios.add;
  useTitle(name, texts.nav.scenarios);
  const edit = (scenario: EditableScenario): void => {
    const isSaved = saved !== undefined && isSame(saved.scenario, scenario);
    const next = isSaved ? undefined : { scenario, version: draft?.version ?? saved?.version ?? null };
    setDraft(next);
    keepDraft(id ?? NOBODY, next);
  };
  const forget = (): void => {
    setDraft(undefined);
    keepDraft(id ?? NOBODY);
  };
  const isGone = error instanceof ApiError && error.status === 404 && draft === undefined;
  return (
    <>
      <PageHead title={name === '' ? texts.scenarios.add : name} back={[['scenarios'], `← ${texts.scenarios.list}`]} />
      {isGone && <Empty title={texts.scenarios.notFound} />}
      {error && !isGone && <ErrorBox error={error} retry={reload} />}
      {value === undefined && isLoading && <Loading />}
      {value !== undefined && edited !== undefined && (
        <Loaded
          key={saved?.version ?? ''}
          id={id}
          edited={edited}
          draft={draft}
          saved={saved}
          methods={value.methods.map((method) => method.name)}
          onEdit={edit}
          onForget={forget}
          onVersion={(version) => {
            const next = { scenario: edited, version };
            setDraft(next);
            keepDraft(id ?? NOBODY, next);
            reload();
          }}
          onSaved={(next) => {
            forget();
            if (id === undefined && next !== undefined) go(addressOf(['scenarios', next]), 'replace');
            else if (next === undefined) go(addressOf(['scenarios']), 'replace');
            else reload();
          }}
        />
      )}
    </>
  );
}

interface LoadedProps {
  readonly id: string | undefined;
  readonly edited: EditableScenario;
  readonly draft: Draft | undefined;
  readonly saved: ScenarioDetails | undefined;
  readonly methods: readonly string[];
  readonly onEdit: (scenario: EditableScenario) => void;
  readonly onForget: () => void;
  readonly onVersion: (version: string | null) => void;
  readonly onSaved: (id: string | undefined) => void;
}

function Loaded(props: LoadedProps) {
  const { id, edited, draft, saved, methods, onEdit, onForget, onVersion, onSaved } = props;
  const { value: types } = useResource('objects', () => (allows('read') ? objects() : Promise.resolve([])));
  const { value: type } = useResource(allows('read') && edited.object !== '' ? edited.object : undefined, () =>
    describe(edited.object),
  );
  const acting = useAct();
  const faults = faultsOf(acting.error);
  const isAllowed = allows('admin');
  const isReady = edited.fields.every(({ field }) => field !== '') && edited.object !== '' && edited.name !== '';
  const { threshold, minimumEvidence = 0 } = edited;
  const isInRange =
    threshold >= 1 && threshold <= 100 && minimumEvidence >= 0 && minimumEvidence <= 1 && edited.fields.every(isWeight);
  return (
    <div class="scenario">
      <div class="stack">
        <ScenarioForm
          isNew={id === undefined}
          isLearned={saved?.isLearned === true}
          isAllowed={isAllowed}
          scenario={edited}
          type={type}
          objects={(types ?? []).map(({ name }) => name)}
          methods={methods}
          faults={faults}
          onEdit={onEdit}
        />
        {isAllowed ? (
          <SaveBar
            draft={draft}
            edited={edited}
            saved={saved}
            isInRange={isInRange}
            hasPlaces={faults.size > 0}
            acting={acting}
            onForget={onForget}
            onVersion={onVersion}
            onSaved={onSaved}
          />
        ) : (
          <p class="soft">{texts.scenarios.readOnly}</p>
        )}
        {isAllowed && id !== undefined && (
          <ScenarioVersions
            id={id}
            edited={edited}
            type={type}
            version={saved?.version ?? null}
            onReverted={() => onSaved(id)}
          />
        )}
      </div>
      <div class="stack">
        {isAllowed && isReady && isInRange && (
          <PreviewPanel of={{ scenario: edited }} isChanged={draft !== undefined} />
        )}
        {saved?.model && <ModelCharts model={saved.model} />}
      </div>
    </div>
  );
}

function blank(): EditableScenario {
  return {
    id: '',
    name: '',
    object: 'Contact',
    threshold: 80,
    usage: ['restSearch'],
    fields: [{ field: '', method: 'exact', weight: 10 }],
  };
}
