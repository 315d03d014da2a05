import type { ScoreExplanation, ObjectDescription } from '../api/types.js';
import { texts } from '../texts.js';

interface SpeaksAgainstProps {
  readonly type: ObjectDescription;
  readonly contradictions: ScoreExplanation['contradictions'];
  /** Which pair it is, where several are shown. */
  readonly pair?: string | undefined;
}

/** Why two records are not taken for one by themselves, whatever their score; nothing where nothing contradicts it. */
export function SpeaksAgainst({ type, contradictions, pair }: SpeaksAgainstProps) {
  if (contradictions === undefined || contradictions.length === 0) return null;
  const labelOf = (fields: string): string =>
    fields
      .split('+')
      .map((name) => type.fields.find((field) => field.name === name)?.label ?? name)
      .join(' + ');
  return (
    <div class="against" role="note">
      <strong>{pair === undefined ? texts.search.against : `${texts.search.against} (${pair})`}</strong>
      <ul>
        {contradictions.map(({ kind, field, one, other }) => (
          <li key={`${kind} ${field}`}>
            {texts.search.contradictions[kind] ?? kind}: {labelOf(field)} <q>{one}</q>, <q>{other}</q>
          </li>
        ))}
      </ul>
    </div>
  );
}
