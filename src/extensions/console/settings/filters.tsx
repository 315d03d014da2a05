import { Button } from '../components/button.js';
import { useState } from 'preact/hooks';
import { objectLabel, objects } from '../api/objects.js';
import type { FilterEntry } from '../api/types.js';
import { Field, Select, typedIn } from '../components/field.js';
import { addressOf, go } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { PartEditor } from './part-editor.js';
import { PartList } from './part-list.js';
import { usePart } from './use-part.js';

/** Named conditions that requests and jobs use to select records. */
export function Filters({ id }: { readonly id: string | undefined }) {
  return id === undefined ? <FilterList /> : <Filter name={id} />;
}

function FilterList() {
  const says = ({ value }: { readonly value: unknown }): string => {
    const { object, condition } = value as FilterEntry;
    return `${objectLabel(object)}: ${condition}`;
  };
  return (
    <PartList kind="filters" says={says}>
      <NewPart kind="filters" label={texts.settings.filter.name} pattern="[A-Za-z][A-Za-z0-9_]*" />
    </PartList>
  );
}

interface NewPartProps {
  readonly kind: 'filters' | 'lists';
  readonly label: string;
  readonly pattern: string;
}

/** Asks for the name of a new part, and opens its page. */
export function NewPart({ kind, label, pattern }: NewPartProps) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <div>
        <Button label={texts.settings.part.add[kind]} onClick={() => setOpen(true)} />
      </div>
    );
  const begin = (event: SubmitEvent): void => {
    event.preventDefault();
    go(addressOf(['settings', kind, typedIn(event, 'name')]));
  };
  return (
    <form class="card row" onSubmit={begin}>
      <Field label={label}>
        <input name="name" required maxLength={80} pattern={pattern} spellcheck={false} autocomplete="off" />
      </Field>
      <Button label={texts.settings.part.begin} class="primary" type="submit" />
    </form>
  );
}

function Filter({ name }: { readonly name: string }) {
  const part = usePart<FilterEntry>('filters', name, { developerName: name, object: '', condition: '' });
  const { value: all = [] } = useResource('objects', objects);
  return (
    <PartEditor kind="filters" name={name} title={name} part={part} hasList>
      {(filter) => (
        <>
          <Select
            label={texts.overview.object}
            value={filter.object}
            options={[['', texts.settings.none], ...all.map((type): [string, string] => [type.name, type.label])]}
            onChange={(object) => part.edit({ ...filter, object })}
          />
          <Field label={texts.settings.part.places.condition}>
            <textarea
              class="mono"
              rows={4}
              spellcheck={false}
              value={filter.condition}
              onInput={(e) => part.edit({ ...filter, condition: e.currentTarget.value })}
            />
            <span class="soft small">{texts.settings.filter.conditionHelp}</span>
          </Field>
        </>
      )}
    </PartEditor>
  );
}
