import { call, session } from '../api/call.js';
import { formatWhole } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';

/** Returns the start of the day in the user's time zone, in ISO 8601. */
export function startOfDay(): string {
  const start = new Date();
  start.setHours(0, 0, 0, 0);
  return start.toISOString();
}

interface DayProps {
  readonly round: number;
  readonly object: string;
  /** Omitted if unknown. */
  readonly left?: number | undefined;
}

export function Day({ round, object, left }: DayProps) {
  const clientId = session.value?.clientId ?? '';
  const counts = useResource(
    `${object} ${round}`,
    (signal) => call('decisionCounts', { query: { clientId, since: startOfDay(), objectType: object }, signal }),
    { keep: true },
  );
  if (counts.value === undefined) return null;
  const { duplicate, notDuplicate, later } = counts.value;
  const decided = duplicate + notDuplicate;
  return (
    <div class="row small soft" role="group" aria-label={say(texts.review.today, formatWhole(decided))}>
      <span title={say(texts.review.parts, formatWhole(duplicate), formatWhole(notDuplicate), formatWhole(later))}>
        {say(texts.review.today, formatWhole(decided))}
      </span>
      {left !== undefined && (
        <>
          <progress
            max={Math.max(1, decided + left)}
            value={decided}
            aria-label={say(texts.review.today, formatWhole(decided))}
          />
          <span>{say(texts.review.left, formatWhole(left))}</span>
        </>
      )}
    </div>
  );
}
