import { useState } from 'preact/hooks';
import type { ObjectDescription } from '../api/types.js';
import { Field } from '../components/field.js';
import { texts } from '../texts.js';
import { fieldsFor } from './field-names.js';
import { splitText } from './split-text.js';
import { ask } from './state.js';

/** An input for a whole signature. The recognised parts are copied to the fields, where they can be corrected. */
export function PasteBox({ type }: { readonly type: ObjectDescription }) {
  const [text, setText] = useState('');
  const { found, unused } = splitText(text);
  const { values, left } = fieldsFor(found, type.fields);
  const ignored = [...unused, ...left.map((kind) => found.get(kind)!)];
  const labels = new Map(type.fields.map(({ name, label }) => [name, label]));
  const change = (next: string): void => {
    setText(next);
    const { values: recognised } = fieldsFor(splitText(next).found, type.fields);
    if (recognised.size > 0) ask({ values: recognised, record: '' });
  };
  return (
    <div class="field">
      <Field label={texts.search.paste}>
        <textarea
          rows={text === '' ? 2 : 5}
          value={text}
          maxLength={4_000}
          placeholder={texts.search.pasteHint}
          onInput={(event) => change(event.currentTarget.value)}
        />
      </Field>
      {text !== '' && (
        <p class="small soft" role="status">
          {texts.search.recognised}: {[...values.keys()].map((name) => labels.get(name) ?? name).join(', ') || '–'}
          {ignored.length > 0 && `. ${texts.search.ignored}: ${ignored.join('; ')}`}
        </p>
      )}
    </div>
  );
}
