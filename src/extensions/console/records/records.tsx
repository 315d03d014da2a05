import { useState } from 'preact/hooks';
import { CompareRecords } from './compare-records.js';
import { RecordList } from './record-list.js';
import { RecordView } from './record-view.js';
import { PageHead, useTitle } from '../components/page-head.js';
import { Button } from '../components/button.js';
import { ApiError, call } from '../api/call.js';
import { allows, describe } from '../api/objects.js';
import type { ObjectDescription, RecordData } from '../api/types.js';
import { Empty, Pending } from '../components/states.js';
import { addressOf, go } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { draftOf, keepDraft } from './drafts.js';
import { EditForm } from './edit-form.js';
import { RecordLink } from './record-link.js';
import { changedValues, type Typed } from './typed-values.js';

const DEFAULT_OBJECT = 'Contact';

interface RecordsProps {
  readonly objectType: string | undefined;
  /** Id of a record, or another page of the object's records. */
  readonly part: string | undefined;
}

/** The pages about records: a list, a single record, several side by side, or a new record. */
export function Records({ objectType = DEFAULT_OBJECT, part }: RecordsProps) {
  switch (part) {
    case undefined:
      return <RecordList objectType={objectType} />;
    case 'compare':
      return <CompareRecords objectType={objectType} />;
    case 'new':
      return <NewRecord objectType={objectType} />;
    default:
      return <RecordView objectType={objectType} id={part} />;
  }
}

function NewRecord({ objectType }: { readonly objectType: string }) {
  const type = useResource(objectType, () => describe(objectType));
  const { value } = type;
  const title = say(texts.record.create, value?.label ?? objectType);
  useTitle(title);
  return (
    <>
      <PageHead title={title} back={[['records', objectType], value?.label ?? objectType]} />
      <Pending of={type} />
      {value && !allows('upsert') && <Empty title={say(texts.error.noScope, 'upsert')} />}
      {value && allows('upsert') && <Form type={value} />}
    </>
  );
}

interface Duplicate {
  readonly id: string;
  /** Whether the user may create the record anyway. */
  readonly isAllowed: boolean;
}

function Form({ type }: { readonly type: ObjectDescription }) {
  const place = `${type.name}/new`;
  const [typed, setTyped] = useState<Typed>(() => draftOf(place)?.typed ?? {});
  const [error, setError] = useState<Error | undefined>(undefined);
  const [isSaving, setSaving] = useState(false);
  const usual: RecordData = Object.fromEntries(type.fields.map(({ name, defaultValue }) => [name, defaultValue]));
  // List required fields first.
  const taken = type.fields.filter(({ createable }) => createable);
  const isRequired = (field: (typeof taken)[number]): boolean => !field.nillable && field.type !== 'boolean';
  const fields = [...taken.filter(isRequired), ...taken.filter((field) => !isRequired(field))];
  const duplicate = duplicateIn(error);
  const write = (next: Typed): void => {
    setTyped(next);
    keepDraft(place, { typed: next, base: usual, tag: '' });
  };
  const create = async (allowsDuplicates: boolean): Promise<void> => {
    setSaving(true);
    setError(undefined);
    try {
      const headers = { 'Sforce-Duplicate-Rule-Header': `allowSave=${String(allowsDuplicates)}` };
      const body = changedValues(type, usual, typed);
      const { id } = await call('createRecord', { params: { objectType: type.name }, body, headers });
      keepDraft(place);
      go(addressOf(['records', type.name, id]), 'replace');
    } catch (refused) {
      setError(refused as Error);
      setSaving(false);
    }
  };
  return (
    <section class="card new-record">
      <EditForm
        label={say(texts.record.create, type.label)}
        fields={fields}
        isTaken={() => true}
        fixed={() => null}
        base={usual}
        typed={typed}
        onType={write}
        focus=""
        error={duplicate === undefined ? error : undefined}
        isSaving={isSaving}
        save={texts.record.createIt}
        onSave={() => void create(false)}
        onClose={() => {
          keepDraft(place);
          go(addressOf(['records', type.name]));
        }}
      >
        {duplicate && (
          <div class="warning stack" role="alert">
            <p>
              {texts.record.isThere} <RecordLink id={duplicate.id} />
            </p>
            {duplicate.isAllowed && (
              <div>
                <Button label={texts.record.createAnyway} onClick={() => void create(true)} />
              </div>
            )}
          </div>
        )}
      </EditForm>
    </section>
  );
}

interface DuplicatesDetected {
  readonly duplicateResut: {
    readonly allowSave: boolean;
    readonly matchResults: readonly { readonly matchRecords: readonly { readonly record: RecordData }[] }[];
  };
}

function duplicateIn(error: Error | undefined): Duplicate | undefined {
  if (!(error instanceof ApiError) || error.code !== 'DUPLICATES_DETECTED') return undefined;
  const [told] = error.faults as unknown as readonly DuplicatesDetected[];
  const { allowSave, matchResults } = told!.duplicateResut;
  return { id: String(matchResults[0]?.matchRecords[0]?.record['Id']), isAllowed: allowSave };
}
