import { useState } from 'preact/hooks';
import type { Look, ShownFile } from '../api/types.js';
import { Check, Select } from '../components/field.js';
import { say, textOf, texts } from '../texts.js';

/** Additional encodings to choose from. */
const ENCODINGS = ['utf8', 'windows-1252', 'windows-1250', 'windows-1251', 'utf16le', 'shift_jis', 'gb18030', 'euc-kr'];

interface ReadAsProps {
  readonly inspection: NonNullable<ShownFile['inspection']>;
  readonly isLocked: boolean;
  /** Reads the file again with other options. */
  readonly onChange: (said: Look) => void;
}

/** The options that a file was read with, for correction: sheet, delimiter, encoding and header. */
export function ReadAs({ inspection: { readAs, sheets, columns }, isLocked, onChange }: ReadAsProps) {
  const { sheet, delimiter, encoding, header } = readAs;
  const [isOpen, setOpen] = useState(false);
  // A single column, or characters that the encoding lacks, suggest that the file was read incorrectly.
  const isDoubtful = columns.length === 1 || columns.some(({ samples }) => samples.join().includes('\uFFFD'));
  const delimiters = withOwn(Object.keys(texts.import.delimiters), delimiter);
  const told = [delimiter && (textOf(texts.import.delimiters, delimiter) ?? delimiter), encoding].filter(Boolean);
  return (
    <fieldset class="stack tight" disabled={isLocked}>
      {sheet !== undefined && sheets.length > 1 && (
        <Select
          label={texts.import.sheet}
          value={sheet}
          options={sheets.map((name) => [name, name] as const)}
          onChange={(name) => onChange({ sheet: name })}
        />
      )}
      {(delimiter ?? encoding ?? header) !== undefined && (
        <details open={isDoubtful || isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{say(texts.import.format, told.join(', '))}</summary>
          <div class="row">
            {delimiter !== undefined && (
              <Select
                label={texts.import.delimiter}
                value={delimiter}
                options={delimiters.map((one) => [one, textOf(texts.import.delimiters, one) ?? one] as const)}
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
              <Check label={texts.import.header} isOn={header} onChange={(checked) => onChange({ header: checked })} />
            )}
          </div>
        </details>
      )}
    </fieldset>
  );
}

function withOwn(all: readonly string[], own: string | undefined): readonly string[] {
  return own === undefined || all.includes(own) ? all : [own, ...all];
}
