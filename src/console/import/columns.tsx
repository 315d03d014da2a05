import type { ObjectDescription, ShownFile } from '../api/types.js';
import { texts } from '../texts.js';
import type { FieldsByColumn } from './column-fields.js';

interface ColumnsProps {
  readonly inspection: NonNullable<ShownFile['inspection']>;
  /** Absent: the columns fill no fields, as they are compared for themselves. */
  readonly type: ObjectDescription | undefined;
  readonly fields: FieldsByColumn;
  readonly onChange: (fields: FieldsByColumn) => void;
}

/** The columns of a file with their first values, and the field that each fills. */
export function Columns({ inspection: { columns }, type, fields, onChange }: ColumnsProps) {
  const targets = type?.fields.filter(({ name, createable }) => createable || name === 'Id');
  return (
    <table class="columns">
      <thead>
        <tr>
          <th scope="col">{texts.import.column}</th>
          <th scope="col">{texts.import.samples}</th>
          {targets && <th scope="col">{texts.import.field}</th>}
        </tr>
      </thead>
      <tbody>
        {columns.map(({ label, samples }, position) => (
          <tr key={position} class={targets && fields[position] === '' ? 'unused' : undefined}>
            <td>
              <b>{label}</b>
            </td>
            <td class="soft">{samples.join(' · ')}</td>
            {targets && (
              <td>
                <select
                  aria-label={texts.import.fieldOf(label)}
                  value={fields[position] ?? ''}
                  onChange={({ currentTarget: { value } }) =>
                    onChange(fields.map((one, i) => (i === position ? value : one)))
                  }
                >
                  <option value="" selected={fields[position] === ''}>
                    {texts.import.leftOut}
                  </option>
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
