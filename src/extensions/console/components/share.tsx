import { formatPercent, formatWhole, visible } from '../state/number-format.js';
import { say, texts } from '../texts.js';

const ALMOST = 0.999;

/** Shows a share as a bar and a percentage. */
export function Share({ part, whole }: { readonly part: number; readonly whole: number }) {
  return (
    <span class="share">
      <progress max={whole} value={part} aria-hidden="true" />
      {/* Only a complete share is shown as 100%. */}
      {formatPercent(part === whole ? 1 : Math.min(part / whole, ALMOST))}
    </span>
  );
}

interface FrequentProps {
  readonly values: readonly { readonly value: string; readonly times: number }[];
  /** Returns the URL of a value. By default, values are not links. */
  readonly addressOf?: (value: string) => string;
  readonly onLeave?: () => void;
}

/** Common values, each with its number of occurrences. */
export function FrequentValues({ values, addressOf, onLeave }: FrequentProps) {
  return (
    <ul class="frequent small">
      {values.map(({ value, times }) => (
        <li key={value}>
          {addressOf === undefined ? (
            <bdi>{visible(value)}</bdi>
          ) : (
            <a href={addressOf(value)} onClick={onLeave}>
              <bdi>{visible(value)}</bdi>
            </a>
          )}{' '}
          <span class="soft">{say(texts.records.times, formatWhole(times))}</span>
        </li>
      ))}
    </ul>
  );
}
