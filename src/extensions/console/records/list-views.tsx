import { useState } from 'preact/hooks';
import { recordsAddress } from '../api/call.js';
import { allows } from '../api/objects.js';
import type { FieldInfo, ObjectDescription } from '../api/types.js';
import { DialogButton } from '../components/dialog-button.js';
import { Dialog } from '../components/dialog.js';
import { Field, Select, typedIn } from '../components/field.js';
import { go } from '../state/router.js';
import { texts } from '../texts.js';
import { listAddress, type ListPlace } from './list-address.js';
import { removeView, savedViews, saveView } from './saved-views.js';

interface ViewsProps {
  readonly type: ObjectDescription;
  readonly place: ListPlace;
}

/** Saved lists of the object, and an input to save the current one. */
export function ListViews({ type, place }: ViewsProps) {
  const [views, setViews] = useState(() => savedViews(type.name));
  const { where, sort, columns } = place;
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    const name = typedIn(event, 'name');
    if (name === '') return;
    setViews(saveView(type.name, { name, where, sort, columns }));
    (event.currentTarget as HTMLFormElement).reset();
  };
  return (
    <DialogButton label={texts.records.views}>
      {(close) => (
        <>
          {views.length === 0 && <p class="soft">{texts.records.noViews}</p>}
          <ul class="stack choices">
            {views.map(({ name, ...view }) => (
              <li key={name} class="row spread">
                <a href={listAddress(type.name, view)} onClick={close}>
                  <bdi>{name}</bdi>
                </a>
                <button
                  type="button"
                  class="plain"
                  aria-label={texts.records.removeView(name)}
                  onClick={() => setViews(removeView(type.name, name))}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
          <form class="row end" onSubmit={save}>
            <Field label={texts.records.viewName}>
              <input name="name" dir="auto" maxLength={60} autocomplete="off" />
            </Field>
            <button type="submit">{texts.settings.save}</button>
          </form>
          <p class="soft small">{texts.records.viewsHint}</p>
        </>
      )}
    </DialogButton>
  );
}

interface ColumnsProps extends ViewsProps {
  /** The shown ones. */
  readonly columns: readonly FieldInfo[];
}

/** The choice and order of the shown fields. */
export function ListColumns({ type, place, columns }: ColumnsProps) {
  const [chosen, setChosen] = useState<readonly string[] | undefined>(undefined);
  const show = (names: readonly string[]): void => {
    setChosen(undefined);
    go(listAddress(type.name, { ...place, columns: names.join(',') }));
  };
  return (
    <>
      <button type="button" onClick={() => setChosen(columns.map(({ name }) => name))}>
        {texts.records.columns}
      </button>
      {chosen && (
        <Dialog label={texts.records.columns} onClose={() => setChosen(undefined)}>
          <div class="stack">
            <h2>{texts.records.columns}</h2>
            <ChosenColumns type={type} chosen={chosen} onChoose={setChosen} />
            <div class="row">
              <button class="primary" type="button" disabled={chosen.length === 0} onClick={() => show(chosen)}>
                {texts.records.apply}
              </button>
              <button type="button" onClick={() => show([])}>
                {texts.records.usualColumns}
              </button>
              <button type="button" onClick={() => setChosen(undefined)}>
                {texts.cancel}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}

interface ChosenProps {
  readonly type: ObjectDescription;
  readonly chosen: readonly string[];
  readonly onChoose: (names: readonly string[]) => void;
}

function ChosenColumns({ type, chosen, onChoose }: ChosenProps) {
  const labelOf = (name: string): string => type.fields.find((field) => field.name === name)?.label ?? name;
  const swap = (at: number): void => {
    const next = [...chosen];
    next.splice(at, 2, chosen[at + 1]!, chosen[at]!);
    onChoose(next);
  };
  const left = type.fields.filter(({ name }) => !chosen.includes(name));
  return (
    <>
      <ol class="choices">
        {chosen.map((name, i) => (
          <li key={name} class="row spread">
            <span>{labelOf(name)}</span>
            <span class="row">
              <button
                type="button"
                class="plain"
                disabled={i === 0}
                aria-label={texts.records.earlier(labelOf(name))}
                onClick={() => swap(i - 1)}
              >
                ↑
              </button>
              <button
                type="button"
                class="plain"
                disabled={i === chosen.length - 1}
                aria-label={texts.records.later(labelOf(name))}
                onClick={() => swap(i)}
              >
                ↓
              </button>
              <button
                type="button"
                class="plain"
                aria-label={texts.records.removeColumn(labelOf(name))}
                onClick={() => onChoose(chosen.filter((one) => one !== name))}
              >
                ×
              </button>
            </span>
          </li>
        ))}
      </ol>
      <Select
        label={texts.records.addColumn}
        value=""
        options={[['', ''], ...left.map(({ name, label }) => [name, label] as const)]}
        onChange={(name) => {
          if (name !== '') onChoose([...chosen, name]);
        }}
      />
    </>
  );
}

/** Download links for the whole list, including rows not scrolled to. */
export function ListExport({ type, place: { where, sort }, columns }: ColumnsProps) {
  if (!allows('export')) return null;
  const names = ['Id', ...namesOf(type), ...columns.map(({ name }) => name)];
  const fields = [...new Set(names)].join(',');
  const address = (format: 'csv' | 'xlsx'): string =>
    recordsAddress({ objectType: type.name, where, orderBy: sort, fields, format });
  return (
    <span class="row" role="group" aria-label={texts.records.export}>
      <span class="soft small">{texts.records.export}</span>
      <a class="button" href={address('csv')} download>
        CSV
      </a>
      <a class="button" href={address('xlsx')} download>
        Excel
      </a>
    </span>
  );
}

/** The fields of the first column. */
const namesOf = ({ fields }: ObjectDescription): readonly string[] =>
  ['Name', 'Subject', 'CaseNumber'].filter((name) => fields.some((field) => field.name === name));
