import { useEffect, useState } from 'preact/hooks';
import { describe, objects } from '../api/service.js';
import type { ObjectDescription, ObjectInfo } from '../api/types.js';
import { Field, Select, typedIn } from '../components/field.js';
import { ErrorBox, Loading } from '../components/states.js';
import { addressOf, go, parameters } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { ConditionFault } from './condition-fault.js';
import { RecordGrid } from './record-grid.js';

const DEFAULT_OBJECT = 'Contact';

/** The records of an object, all or those that meet a condition. */
export function RecordList({ objectType = DEFAULT_OBJECT }: { readonly objectType?: string | undefined }) {
  const where = parameters.value.get('where') ?? '';
  const about = useResource(objectType, async () => ({ all: await objects(), type: await describe(objectType) }));
  useEffect(() => {
    document.title = `${texts.records.title} – ${texts.name}`;
  }, []);
  return (
    <>
      <div class="page-head">
        <h1>{texts.records.title}</h1>
      </div>
      {about.error && <ErrorBox error={about.error} retry={about.reload} />}
      {about.value === undefined && about.isLoading && <Loading />}
      {about.value && (
        <div class="stack">
          <FilterForm key={`${objectType} ${where}`} objects={about.value.all} type={about.value.type} where={where} />
          <Found key={`${about.value.type.name} ${where}`} type={about.value.type} where={where} />
        </div>
      )}
    </>
  );
}

interface FilterProps {
  readonly objects: readonly ObjectInfo[];
  readonly type: ObjectDescription;
  readonly where: string;
}

function FilterForm({ objects: all, type, where }: FilterProps) {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const text = typedIn(event, 'where');
    go(addressOf(['records', type.name], { where: text }));
  };
  return (
    <form class="filter" onSubmit={submit}>
      <Select
        label={texts.choose}
        value={type.name}
        options={all.map(({ name, label }) => [name, label] as const)}
        onChange={(name) => go(addressOf(['records', name]))}
      />
      <Field label={texts.records.filter}>
        <input
          name="where"
          class="mono"
          defaultValue={where}
          placeholder={texts.records.filterHint}
          maxLength={10_000}
          spellcheck={false}
          autocomplete="off"
        />
      </Field>
      <button type="submit">{texts.records.apply}</button>
    </form>
  );
}

function Found({ type, where }: { readonly type: ObjectDescription; readonly where: string }) {
  const [fault, setFault] = useState<Error | undefined>(undefined);
  return (
    <>
      {fault && <ConditionFault error={fault} condition={where} />}
      {!fault && <RecordGrid type={type} where={where} onRefused={setFault} />}
    </>
  );
}
