import { Confirm } from '../components/confirm.js';
import { formatList, formatWhole } from '../state/number-format.js';
import { say, textOf, texts } from '../texts.js';
import type { Item } from './items.js';

interface ContradictedProps {
  readonly items: readonly Item[];
  readonly onMerge: () => void;
  readonly onClose: () => void;
}

/** Lists the reasons against a merge, including those between records that were not compared with each other. */
export function Contradictions({ of = [] }: { readonly of: Item['contradictions'] }) {
  return (
    <>
      {of.map(({ kind }) => (
        <span key={kind} class="badge bad">
          {textOf(texts.search.contradictions, kind) ?? kind}
        </span>
      ))}
    </>
  );
}

/** Asks before a merge of records that contradict each other, or that somebody decided not to be duplicates. */
export function Contradicted({ items, onMerge, onClose }: ContradictedProps) {
  const kinds = new Set(items.flatMap(({ contradictions = [] }) => contradictions.map(({ kind }) => kind)));
  const told = [...kinds].map((kind) => textOf(texts.search.contradictions, kind) ?? kind);
  return (
    <Confirm
      title={told.length > 0 ? say(texts.review.contradicted, formatWhole(items.length)) : texts.review.decidedApart}
      doIt={texts.records.mergeAnyway}
      isHarmless
      onConfirm={() => {
        onMerge();
        return Promise.resolve();
      }}
      onClose={onClose}
    >
      {told.length > 0 && <p>{formatList(told)}</p>}
    </Confirm>
  );
}
