import { call } from '../api/call.js';
import type { Item } from './items.js';
import { Field, Select } from '../components/field.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import type { Remark } from './decide.js';

const LONGEST_NOTE = 1_000;

interface RemarkFormProps {
  readonly items: readonly Item[];
  readonly remark: Remark;
  readonly onChange: (remark: Remark) => void;
}

export function RemarkForm({ items, remark, onChange }: RemarkFormProps) {
  const types = [...new Set(items.map(({ objectType }) => objectType))];
  const objectType = types.length === 1 ? types[0] : undefined;
  const reviewers = useResource(objectType ?? 'all', (signal) => call('reviewers', { query: { objectType }, signal }));
  const { note = '', assignedTo = '' } = remark;
  return (
    <div class="remark">
      <Field label={texts.review.note}>
        <textarea
          rows={2}
          maxLength={LONGEST_NOTE}
          value={note}
          onInput={({ currentTarget: { value } }) => onChange({ ...remark, note: value })}
        />
      </Field>
      <Select
        label={texts.review.assign}
        value={assignedTo}
        options={[
          ['', texts.review.nobody],
          ...(reviewers.value ?? []).map(({ id, name }): [string, string] => [id, name]),
        ]}
        onChange={(id) => onChange({ ...remark, assignedTo: id })}
      />
    </div>
  );
}
