import type { Look, ShownFile } from '../api/types.js';
import { Select } from '../components/field.js';
import { texts } from '../texts.js';

/** Encodings to choose from, beside the one in which the file was read. */
const ENCODINGS = ['utf8', 'windows-1252', 'windows-1250', 'windows-1251', 'utf16le', 'shift_jis', 'gb18030', 'euc-kr'];

interface ReadAsProps {
  readonly inspection: NonNullable<ShownFile['inspection']>;
  readonly isLocked: boolean;
  /** Has the file read in another way. */
  readonly onChange: (said: Look) => void;
}

/** How a file was read, to be corrected: the sheet of a workbook, the delimiter and encoding of CSV, the header. */
export function ReadAs({ inspection: { readAs, sheets }, isLocked, onChange }: ReadAsProps) {
  const { sheet, delimiter, encoding, header } = readAs;
  const delimiters = withOwn(Object.keys(texts.import.delimiters), delimiter);
  return (
    <fieldset class="row" disabled={isLocked}>
      {sheet !== undefined && sheets.length > 1 && (
        <Select
          label={texts.import.sheet}
          value={sheet}
          options={sheets.map((name) => [name, name] as const)}
          onChange={(name) => onChange({ sheet: name })}
        />
      )}
      {delimiter !== undefined && (
        <Select
          label={texts.import.delimiter}
          value={delimiter}
          options={delimiters.map((one) => [one, texts.import.delimiters[one] ?? one] as const)}
          onChange={(one) => onChange({ delimiter: one === '\t' ? 'tab' : one })}
        />
      )}
      {encoding !== undefined && (
        <Select
          label={texts.import.encoding}
          value={encoding}
          options={withOwn(ENCODINGS, encoding).map((name) => [name, name] as const)}
          onChange={(name) => onChange({ encoding: name })}
        />
      )}
      {header !== undefined && (
        <label class="check">
          <input
            type="checkbox"
            checked={header}
            onChange={({ currentTarget: { checked } }) => onChange({ header: checked })}
          />
          {texts.import.header}
        </label>
      )}
    </fieldset>
  );
}

function withOwn(all: readonly string[], own: string | undefined): readonly string[] {
  return own === undefined || all.includes(own) ? all : [own, ...all];
}
