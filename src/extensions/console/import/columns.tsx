import { TableHead } from '../components/table.js';
import type { ObjectDescription, ShownFile } from '../api/types.js';
import { FrequentValues, Share } from '../components/share.js';
import { visible } from '../state/number-format.js';
import { say, texts } from '../texts.js';
import { WHOLE_NAME, type FieldsByColumn } from './column-fields.js';

interface ColumnsProps {
  readonly inspection: NonNullable<ShownFile['inspection']>;
  /** If absent, columns do not fill fields, and each column is compared by itself. */
  readonly type: ObjectDescription | undefined;
  readonly fields: FieldsByColumn;
  readonly onChange: (fields: FieldsByColumn) => void;
}

/** The columns of a file with their first values, and the field that each column fills. */
export function Columns({ inspection: { columns, rows }, type, fields, onChange }: ColumnsProps) {
  const targets = type?.fields.filter(({ name, createable }) => createable || name === 'Id');
  const hasBothNames = ['FirstName', 'LastName'].every((name) => targets?.some((field) => field.name === name));
  return (
    <table class="columns">
      <TableHead
        labels={[
          texts.import.column,
          texts.import.samples,
          texts.records.filled,
          ...(targets ? [texts.search.field] : []),
        ]}
      />
      <tbody>
        {columns.map(({ label, samples, names, filled, frequent }, position) => (
          <tr key={position} class={targets && fields[position] === '' ? 'unused' : undefined}>
            <td>
              <b>{visible(label)}</b>
            </td>
            <td class="soft">
              {fields[position] === WHOLE_NAME && names !== undefined ? (
                <SplitNames names={names} />
              ) : (
                samples.map(visible).join(' · ')
              )}
            </td>
            <td class="filled">
              <Share part={filled} whole={rows} />
              <FrequentValues values={frequent} />
            </td>
            {targets && (
              <td>
                <select
                  aria-label={say(texts.import.fieldOf, label)}
                  value={fields[position] ?? ''}
                  onChange={({ currentTarget: { value } }) =>
                    onChange(fields.map((one, i) => (i === position ? value : one)))
                  }
                >
                  <option value="" selected={fields[position] === ''}>
                    {texts.import.leftOut}
                  </option>
                  {hasBothNames && names !== undefined && (
                    <option value={WHOLE_NAME} selected={fields[position] === WHOLE_NAME}>
                      {texts.import.wholeName}
                    </option>
                  )}
                  {/^\w+(?::\w+)?\.\w+$/.test(fields[position] ?? '') && (
                    <option value={fields[position]} selected>
                      {fields[position]}
                    </option>
                  )}
                  {targets.map(({ name, label: field }) => (
                    <option key={name} value={name} selected={fields[position] === name}>
                      {field}
                    </option>
                  ))}
                </select>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Names = NonNullable<NonNullable<ShownFile['inspection']>['columns'][number]['names']>;

function SplitNames({ names }: { readonly names: Names }) {
  return (
    <ul class="split-names">
      {names.map(({ first, last }, i) => (
        <li key={i}>
          <span title={texts.import.firstName}>{first === '' ? '–' : visible(first)}</span>
          <b title={texts.import.lastName}>{visible(last)}</b>
        </li>
      ))}
    </ul>
  );
}
