import { fieldLabel } from '../api/objects.js';
import type { ScoreExplanation, ObjectDescription } from '../api/types.js';
import { textOf, texts } from '../texts.js';

interface SpeaksAgainstProps {
  readonly type: ObjectDescription;
  readonly contradictions: ScoreExplanation['contradictions'];
  /** The pair, if several are shown. */
  readonly pair?: string | undefined;
}

export function SpeaksAgainst({ type, contradictions, pair }: SpeaksAgainstProps) {
  if (contradictions === undefined || contradictions.length === 0) return null;
  return (
    <div class="against" role="note">
      <strong>{pair === undefined ? texts.search.against : `${texts.search.against} (${pair})`}</strong>
      <ul>
        {contradictions.map(({ kind, field, one, other }) => (
          <li key={`${kind} ${field}`}>
            {textOf(texts.search.contradictions, kind) ?? kind}: {fieldLabel(type, field)} <q>{one}</q>, <q>{other}</q>
          </li>
        ))}
      </ul>
    </div>
  );
}
