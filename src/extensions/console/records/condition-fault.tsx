import { ErrorBox } from '../components/states.js';
import type { FieldInfo } from '../api/types.js';
import { inPlainWords } from './condition-words.js';

interface FaultProps {
  readonly error: Error;
  readonly condition: string;
  readonly fields: readonly FieldInfo[];
}

/** A refused condition in plain words, with a mark at the error. */
export function ConditionFault({ error, condition, fields }: FaultProps) {
  const [whole = '', place] = / \(at character (\d{1,6})\)$/.exec(error.message) ?? [];
  const message = error.message.slice(0, error.message.length - whole.length);
  return (
    <div class="stack">
      <ErrorBox error={new Error(inPlainWords(message, fields))} />
      {place !== undefined && (
        <pre class="caret mono card" tabIndex={0}>
          {condition}
          {'\n'}
          {`${' '.repeat(Math.max(0, Number(place) - 1))}↑`}
        </pre>
      )}
    </div>
  );
}
