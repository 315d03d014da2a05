import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { formatPercent, formatWhole } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { Distribution } from './distribution.js';

/** The initial threshold. */
const USUAL = 80;

interface AgreementProps {
  /** `''` for all objects. */
  readonly object: string;
  readonly round: number;
}

/** Shows the precision and recall of a threshold, measured with the pairs that people have decided. */
export function Agreement({ object, round }: AgreementProps) {
  const [from, setFrom] = useState(USUAL);
  const { value } = useResource(
    `${object} ${round}`,
    (signal) =>
      call('decisionCounts', { query: { ...(object !== '' && { objectType: object }), scores: 'true' }, signal }),
    { keep: true },
  );
  const scores = value?.scores ?? [];
  const above = scores.filter(({ score }) => score >= from);
  const sum = (some: typeof scores, of: (one: (typeof scores)[number]) => number): number =>
    some.reduce((total, one) => total + of(one), 0);
  const right = sum(above, ({ duplicate }) => duplicate);
  const found = right + sum(above, ({ notDuplicate }) => notDuplicate);
  const all = sum(scores, ({ duplicate }) => duplicate);
  if (scores.length === 0) return null;
  const share = (part: number, whole: number): string =>
    whole === 0 ? '–' : say(texts.review.partOf, formatPercent(part / whole), formatWhole(part), formatWhole(whole));
  const meaning = say(texts.review.agreement, formatWhole(from), share(right, found), share(right, all));
  return (
    <section class="card">
      <h2>{texts.review.agreementTitle}</h2>
      <Distribution
        scores={scores.map(({ score, duplicate, notDuplicate }) => ({
          ...{ score, groups: duplicate + notDuplicate, wrong: notDuplicate },
        }))}
        from={from}
        label={texts.review.least}
        valueText={meaning}
        onInput={setFrom}
      />
      <p class="small" role="status">
        {meaning}
      </p>
      <p class="soft small">{texts.review.agreementHint}</p>
    </section>
  );
}
