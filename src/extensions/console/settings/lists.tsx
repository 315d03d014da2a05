import { Field } from '../components/field.js';
import { formatWhole } from '../state/number-format.js';
import { say, texts } from '../texts.js';
import { NewPart } from './filters.js';
import { PartEditor } from './part-editor.js';
import { PartList } from './part-list.js';
import { usePart } from './use-part.js';

/** The user's own words, which extend the built-in lists. */
export function Lists({ id }: { readonly id: string | undefined }) {
  return id === undefined ? <ListOfLists /> : <WordList name={id} />;
}

function ListOfLists() {
  const says = ({ value }: { readonly value: unknown }): string => {
    const lines = String(value)
      .split('\n')
      .map((line) => line.trim());
    return say(
      texts.settings.list.entries,
      formatWhole(lines.filter((line) => line !== '' && !line.startsWith('#')).length),
    );
  };
  return (
    <PartList kind="lists" says={says}>
      <NewPart kind="lists" label={texts.settings.list.name} pattern="[A-Za-z0-9][A-Za-z0-9_\-]*" />
    </PartList>
  );
}

function WordList({ name }: { readonly name: string }) {
  const part = usePart<string>('lists', name, '');
  return (
    <PartEditor kind="lists" name={name} title={name} part={part} hasList>
      {(text) => (
        <Field label={texts.settings.list.text}>
          <textarea rows={14} spellcheck={false} value={text} onInput={(e) => part.edit(e.currentTarget.value)} />
          <span class="soft small">{texts.settings.list.textHelp}</span>
        </Field>
      )}
    </PartEditor>
  );
}
