import type { FileTask } from '../api/types.js';
import { Select } from '../components/field.js';
import { texts } from '../texts.js';

/** Ways to save a row that is a duplicate of a record. `all` skips the duplicate check. */
export const DUPLICATES = ['', 'update', 'fillBlanks', 'review', 'all'] as const;
export type DuplicateChoice = (typeof DUPLICATES)[number];

export function duplicatesTask(duplicates: DuplicateChoice): Pick<FileTask, 'check' | 'duplicates'> {
  if (duplicates === 'all') return { check: false };
  return { check: true, ...(duplicates !== '' && { duplicates }) };
}

interface ChoiceProps {
  readonly value: DuplicateChoice;
  readonly onChange: (value: DuplicateChoice) => void;
}

export function DuplicatesChoice({ value, onChange }: ChoiceProps) {
  return (
    <div class="duplicates-choice">
      <Select
        label={texts.import.duplicates}
        value={value}
        options={DUPLICATES.map((one) => [one, texts.import.duplicateChoices[one === '' ? 'scenarios' : one]] as const)}
        onChange={(one) => onChange(DUPLICATES.find((known) => known === one) ?? '')}
      />
      <p class="soft small">{texts.import.duplicateHints[value === '' ? 'scenarios' : value]}</p>
    </div>
  );
}
