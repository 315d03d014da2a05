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

export function Contradicted({ items, onMerge, onClose }: ContradictedProps) {
  const kinds = new Set(items.flatMap(({ contradictions = [] }) => contradictions.map(({ kind }) => kind)));
  const told = [...kinds].map((kind) => textOf(texts.search.contradictions, kind) ?? kind);
  return (
    <Confirm
      title={say(texts.review.contradicted, formatWhole(items.length))}
      doIt={texts.records.mergeAnyway}
      isHarmless
      onConfirm={() => {
        onMerge();
        return Promise.resolve();
      }}
      onClose={onClose}
    >
      <p>{formatList(told)}</p>
    </Confirm>
  );
}
