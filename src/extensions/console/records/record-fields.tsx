import { Button } from '../components/button.js';
import { useState } from 'preact/hooks';
import { ApiError, call, callWithHeaders } from '../api/call.js';
import { allows } from '../api/objects.js';
import type { FieldInfo, ObjectDescription, RecordData } from '../api/types.js';
import { formatTime, formatValue } from '../state/number-format.js';
import { useKeys } from '../state/keys.js';
import { say, texts } from '../texts.js';
import { draftOf, keepDraft, type RecordDraft } from './drafts.js';
import { EditForm } from './edit-form.js';
import { knownName, wantNames } from './reference-names.js';
import { RecordLink } from './record-link.js';
import { changedValues, isChanged } from './typed-values.js';

interface FieldsProps {
  readonly type: ObjectDescription;
  readonly record: RecordData;
  readonly tag: string;
  readonly onSaved: () => void;
}

/** The fields of a record, which can be edited in place. */
export function RecordFields({ type, record, tag, onSaved }: FieldsProps) {
  const id = String(record['Id']);
  const place = `${type.name}/${id}`;
  const [showsBlanks, setShowsBlanks] = useState(false);
  const [draft, setDraft] = useState<RecordDraft | undefined>(() => draftOf(place));
  const [focus, setFocus] = useState('');
  const mayEdit = allows('upsert') && tag !== '';
  const keep = (next: RecordDraft | undefined): void => {
    keepDraft(place, next);
    setDraft(next);
  };
  const edit = (name: string): void => {
    if (!mayEdit || draft !== undefined) return;
    setFocus(name);
    keep({ typed: {}, base: record, tag });
  };
  useKeys(mayEdit && draft === undefined ? { e: () => edit('') } : {});
  const fields = type.fields.filter(({ name }) => name !== 'Id');
  const isBlank = ({ name }: FieldInfo): boolean => formatValue(record[name]) === '';
  const isShown = (field: FieldInfo): boolean =>
    showsBlanks || !isBlank(field) || (draft !== undefined && field.name in draft.typed);
  const shown = fields.filter((field) => isShown(field) || field.name === focus);
  const blanks = fields.length - shown.length;
  const value = (field: FieldInfo) => <Value field={field} value={record[field.name]} />;
  return (
    <section class="card">
      <div class="row spread">
        <h2>{texts.record.fields}</h2>
        {mayEdit && draft === undefined && <Button label={texts.record.edit} keys="e" onClick={() => edit('')} />}
      </div>
      {draft === undefined ? (
        <dl class="values">
          {shown.map((field) => (
            <div class="value" key={field.name} onDblClick={() => field.updateable && edit(field.name)}>
              <dt>{field.label}</dt>
              <dd dir="auto">
                {value(field)}
                {mayEdit && field.updateable && (
                  <Button
                    label="✎"
                    class="plain pencil"
                    aria-label={say(texts.record.editField, field.label)}
                    title={say(texts.record.editField, field.label)}
                    onClick={() => edit(field.name)}
                  />
                )}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <Edit
          {...{ type, id, draft, focus, fixed: value, fields: shown, onDraft: keep }}
          onDone={(isSaved) => {
            keep(undefined);
            setFocus('');
            if (isSaved) onSaved();
          }}
        />
      )}
      {blanks > 0 && !showsBlanks && (
        <Button label={say(texts.record.blanks, blanks)} class="plain" onClick={() => setShowsBlanks(true)} />
      )}
    </section>
  );
}

interface EditProps {
  readonly type: ObjectDescription;
  readonly id: string;
  readonly draft: RecordDraft;
  readonly focus: string;
  readonly fields: readonly FieldInfo[];
  readonly fixed: Parameters<typeof EditForm>[0]['fixed'];
  readonly onDraft: (draft: RecordDraft) => void;
  readonly onDone: (isSaved: boolean) => void;
}

interface Newer {
  readonly record: RecordData;
  readonly tag: string;
}

function Edit({ type, id, draft, focus, fields, fixed, onDraft, onDone }: EditProps) {
  const [error, setError] = useState<Error | undefined>(undefined);
  const [newer, setNewer] = useState<Newer | undefined>(undefined);
  const [isSaving, setSaving] = useState(false);
  /** Saved values of fields that both users have changed. */
  const [theirs, setTheirs] = useState<RecordData>({});
  const { typed, base, tag } = draft;
  const params = { objectType: type.name, recordId: id };
  const save = async (): Promise<void> => {
    const body = changedValues(type, base, typed);
    if (Object.keys(body).length === 0) {
      onDone(false);
      return;
    }
    setSaving(true);
    setError(undefined);
    try {
      await call('updateRecord', { params, body, headers: { 'If-Match': tag } });
      onDone(true);
    } catch (refused) {
      setError(refused as Error);
      if (refused instanceof ApiError && refused.status === 412) await readNewer().catch(() => undefined);
    }
    setSaving(false);
  };
  const readNewer = async (): Promise<void> => {
    const read = await callWithHeaders('readRecord', { params });
    await wantNames([formatValue(read.answer['LastModifiedById'])]).catch(() => undefined);
    setNewer({ record: read.answer, tag: read.headers.get('etag') ?? '' });
    setError(undefined);
  };
  const load = (): void => {
    if (newer === undefined) return;
    const both = type.fields.filter(
      (field) =>
        isChanged(field, base, typed) && differs(field, base, newer.record) && isChanged(field, newer.record, typed),
    );
    setTheirs(Object.fromEntries(both.map(({ name }) => [name, newer.record[name]])));
    onDraft({ typed, base: newer.record, tag: newer.tag });
    setNewer(undefined);
  };
  const left = Object.keys(theirs).filter((name) => {
    const field = type.fields.find((one) => one.name === name)!;
    return isChanged(field, base, typed);
  });
  return (
    <EditForm
      label={texts.record.edit}
      fields={fields}
      isTaken={({ updateable }) => updateable}
      fixed={fixed}
      base={base}
      typed={typed}
      onType={(next) => onDraft({ ...draft, typed: next })}
      theirs={Object.fromEntries(left.map((name) => [name, theirs[name]]))}
      focus={focus}
      error={error}
      isSaving={isSaving}
      save={texts.settings.save}
      onSave={() => void save()}
      onClose={() => onDone(false)}
    >
      {newer && <ChangedMeanwhile type={type} before={base} newer={newer.record} onLoad={load} />}
    </EditForm>
  );
}

const differs = ({ name }: FieldInfo, one: RecordData, other: RecordData): boolean =>
  formatValue(one[name]) !== formatValue(other[name]);

interface ChangedProps {
  readonly type: ObjectDescription;
  readonly before: RecordData;
  readonly newer: RecordData;
  readonly onLoad: () => void;
}

function ChangedMeanwhile({ type, before, newer, onLoad }: ChangedProps) {
  const changed = type.fields.filter((field) => field.updateable && differs(field, before, newer));
  return (
    <div class="warning stack" role="alert">
      <p>
        {changedBy(newer)} {texts.record.nothingLost}
      </p>
      <dl class="values small">
        {changed.map((field) => (
          <div class="value" key={field.name}>
            <dt>{field.label}</dt>
            <dd>
              <Change before={before[field.name]} after={newer[field.name]} field={field} />
            </dd>
          </div>
        ))}
      </dl>
      <div>
        <Button label={texts.record.loadTheirs} onClick={onLoad} />
      </div>
    </div>
  );
}

export function changedBy(record: RecordData): string {
  const who = knownName(formatValue(record['LastModifiedById'])) || texts.record.somebody;
  return say(texts.record.changedMeanwhile, who, formatTime(formatValue(record['LastModifiedDate'])));
}

interface ChangeProps {
  readonly field: FieldInfo | undefined;
  readonly before: unknown;
  readonly after: unknown;
}

export function Change({ field, before, after }: ChangeProps) {
  return (
    <>
      <Value field={field} value={before} /> <span class="soft">→</span> <Value field={field} value={after} />
    </>
  );
}

/** A field's value in readable form. @param field `undefined` if the object no longer has it */
function Value({ field, value }: { readonly field: FieldInfo | undefined; readonly value: unknown }) {
  const text = formatValue(value);
  if (text === '') return <span class="soft">{texts.search.blank}</span>;
  if (field?.type === 'datetime') return <>{formatTime(text)}</>;
  if (field?.type === 'reference') return <RecordLink id={text} />;
  if (field?.type === 'boolean') return <>{text === 'true' ? texts.record.yes : texts.record.no}</>;
  return <bdi class="value-text">{text}</bdi>;
}
