import { ErrorBox } from '../components/states.js';

/** A condition that was refused, with a mark under the place that the message names. */
export function ConditionFault({ error, condition }: { readonly error: Error; readonly condition: string }) {
  const [, place] = /\(at character (\d{1,6})\)$/.exec(error.message) ?? [];
  return (
    <div class="stack">
      <ErrorBox error={error} />
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
