import { useState } from 'preact/hooks';
import { Button, DialogButton } from '../components/button.js';
import { recordsAddress, session } from '../api/call.js';
import { allows } from '../api/objects.js';
import type { FieldInfo, ObjectDescription } from '../api/types.js';
import { Dialog } from '../components/dialog.js';
import { Field, Select, typedIn } from '../components/field.js';
import { go } from '../state/router.js';
import { say, texts } from '../texts.js';
import { listAddress, type ListPlace } from './list-address.js';

interface ViewsProps {
  readonly type: ObjectDescription;
  readonly place: ListPlace;
}

/** Saved lists of the object, and an input to save the current list. */
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
                <Button
                  label="×"
                  class="plain"
                  aria-label={say(texts.records.removeView, name)}
                  onClick={() => setViews(removeView(type.name, name))}
                />
              </li>
            ))}
          </ul>
          <form class="row end" onSubmit={save}>
            <Field label={texts.records.viewName}>
              <input name="name" dir="auto" maxLength={60} autocomplete="off" />
            </Field>
            <Button label={texts.settings.save} type="submit" />
          </form>
          <p class="soft small">{texts.records.viewsHint}</p>
        </>
      )}
    </DialogButton>
  );
}

interface ColumnsProps extends ViewsProps {
  readonly columns: readonly FieldInfo[];
}

export function ListColumns({ type, place, columns }: ColumnsProps) {
  const [chosen, setChosen] = useState<readonly string[] | undefined>(undefined);
  const show = (names: readonly string[]): void => {
    setChosen(undefined);
    go(listAddress(type.name, { ...place, columns: names.join(',') }));
  };
  return (
    <>
      <Button label={texts.records.columns} onClick={() => setChosen(columns.map(({ name }) => name))} />
      {chosen && (
        <Dialog label={texts.records.columns} onClose={() => setChosen(undefined)}>
          <div class="stack">
            <h2>{texts.records.columns}</h2>
            <ChosenColumns type={type} chosen={chosen} onChoose={setChosen} />
            <div class="row">
              <Button
                label={texts.records.apply}
                class="primary"
                disabled={chosen.length === 0}
                onClick={() => show(chosen)}
              />
              <Button label={texts.records.usualColumns} onClick={() => show([])} />
              <Button label={texts.cancel} onClick={() => setChosen(undefined)} />
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
              <Button
                label="↑"
                class="plain"
                disabled={i === 0}
                aria-label={say(texts.records.earlier, labelOf(name))}
                onClick={() => swap(i - 1)}
              />
              <Button
                label="↓"
                class="plain"
                disabled={i === chosen.length - 1}
                aria-label={say(texts.records.later, labelOf(name))}
                onClick={() => swap(i)}
              />
              <Button
                label="×"
                class="plain"
                aria-label={say(texts.records.removeColumn, labelOf(name))}
                onClick={() => onChoose(chosen.filter((one) => one !== name))}
              />
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

const namesOf = ({ fields }: ObjectDescription): readonly string[] =>
  ['Name', 'Subject', 'CaseNumber'].filter((name) => fields.some((field) => field.name === name));

/** A list saved under a name: filter, order and columns of an object, without records. */
interface SavedView extends Pick<ListPlace, 'where' | 'sort' | 'columns'> {
  readonly name: string;
}

/** Maximum saved views per object. */
const MOST = 50;

/** The key contains the client, so that clients do not see each other's views. */
const keyOf = (objectType: string): string => `likeness.views.${session.value?.clientId ?? ''}.${objectType}`;

function savedViews(objectType: string): readonly SavedView[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(objectType)) ?? '[]');
    return Array.isArray(found) ? found.filter(isView) : [];
  } catch {
    // Ignore content that is not a list of views.
    return [];
  }
}

/** Replaces a view with the same name. @returns all views, by name */
function saveView(objectType: string, view: SavedView): readonly SavedView[] {
  const others = savedViews(objectType).filter(({ name }) => name !== view.name);
  return keep(objectType, [...others, view]);
}

function removeView(objectType: string, name: string): readonly SavedView[] {
  return keep(
    objectType,
    savedViews(objectType).filter((view) => view.name !== name),
  );
}

function keep(objectType: string, views: readonly SavedView[]): readonly SavedView[] {
  const sorted = [...views].sort((a, b) => a.name.localeCompare(b.name)).slice(0, MOST);
  localStorage.setItem(keyOf(objectType), JSON.stringify(sorted));
  return sorted;
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null) return false;
  const { name, where, sort, columns } = value as Record<string, unknown>;
  return [name, where, sort, columns].every((part) => typeof part === 'string');
}
