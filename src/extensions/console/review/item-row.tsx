import type { ObjectDescription } from '../api/types.js';
import { formatTime, formatWhole, visible } from '../state/number-format.js';
import { clientText, say, texts } from '../texts.js';
import { Contradictions } from './contradicted.js';
import type { Item } from './items.js';
import { KeyValues } from './key-values.js';

/** Maximum names shown per item. */
const MOST_NAMES = 4;
const MOST_FIELDS = 4;

interface RowProps {
  readonly item: Item;
  readonly address: string;
  /** If absent, the item cannot be selected. */
  readonly onTick?: ((isTicked: boolean) => void) | undefined;
  readonly isTicked: boolean;
  /** Whether the item is the current item for keyboard actions. */
  readonly isAt: boolean;
  readonly type: ObjectDescription | undefined;
}

export function ItemRow({ item, address, onTick, isTicked, isAt, type }: RowProps) {
  const { records, scores, found, differing, contradictions, decision, time } = item;
  const names = records.map(({ name, id }) => visible(name ?? '') || id);
  const told = [...new Set(names)];
  const label = (name: string): string => type?.fields.find((field) => field.name === name)?.label ?? name;
  return (
    <li class="item" aria-current={isAt ? 'true' : undefined}>
      {onTick === undefined ? (
        <span />
      ) : (
        <label class="tick">
          <input
            type="checkbox"
            checked={isTicked}
            aria-label={say(texts.review.tick, told.join(', '))}
            onChange={({ currentTarget: { checked } }) => onTick(checked)}
          />
        </label>
      )}
      <div class="item-main">
        <a href={address} dir="auto">
          {told.slice(0, MOST_NAMES).join(' · ')}
          {told.length > MOST_NAMES && ' …'}
        </a>
        <span class="soft small">
          {type?.label ?? item.objectType}, {say(texts.review.ofRecords, formatWhole(records.length))}
          {time !== undefined && decision === undefined && `, ${formatTime(time)}`}
        </span>
      </div>
      {scores && (
        <span class="item-score">
          <progress max={100} value={scores[0]} aria-hidden="true" />
          {scores[0] === scores[1]
            ? formatWhole(scores[0])
            : say(texts.review.range, formatWhole(scores[0]), formatWhole(scores[1]))}
        </span>
      )}
      <div class="item-more small">
        <Contradictions of={contradictions} />
        {found && found.pairs < found.possible && (
          <span class="badge warn">
            {say(texts.review.alike, formatWhole(found.pairs), formatWhole(found.possible))}
          </span>
        )}
        {records.some(({ state }) => state !== 'unchanged') && decision === undefined && (
          <span class="badge warn">{texts.review.states.changed}</span>
        )}
        {differing && differing.length > 0 && (
          <span class="soft">
            {say(
              texts.review.differ,
              differing.slice(0, MOST_FIELDS).map(label).join(', '),
              differing.length > MOST_FIELDS,
            )}
          </span>
        )}
        {decision && (
          <>
            <span class={`badge ${decision.verdict === 'duplicate' ? 'good' : ''}`}>
              {texts.review.verdicts[decision.verdict]}
            </span>
            <span class="soft">
              {say(texts.review.by, clientText(decision.clientId, decision.clientName), formatTime(decision.time))}
            </span>
            {decision.assignedToName !== null && (
              <span class="badge">{say(texts.review.waitsFor, decision.assignedToName)}</span>
            )}
            {decision.undone && (
              <span class="badge warn">
                {say(
                  texts.review.undoneBy,
                  clientText(decision.undone.clientId, decision.undone.clientName),
                  formatTime(decision.undone.time),
                )}
              </span>
            )}
            {decision.note !== null && <q dir="auto">{decision.note}</q>}
          </>
        )}
      </div>
      {decision === undefined && <KeyValues item={item} type={type} />}
    </li>
  );
}
