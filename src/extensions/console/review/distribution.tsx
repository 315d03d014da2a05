import { formatWhole } from '../state/number-format.js';
import { say, texts } from '../texts.js';

const [WIDTH, HEIGHT] = [600, 56];
/** Range of scores, in percentage points, drawn below the lowest score. */
const STEP = 5;
const HIGHEST = 100;

interface DistributionProps {
  /** Groups by score. `wrong` groups are marked. */
  readonly scores: readonly { readonly score: number; readonly groups: number; readonly wrong?: number }[];
  readonly from: number;
  readonly label: string;
  /** Description of the threshold for people who cannot see the bars. Default: the number of groups above it. */
  readonly valueText?: string;
  /** Called while the threshold is dragged. */
  readonly onInput: (from: number) => void;
  readonly onChange?: (from: number) => void;
}

export function countFrom(scores: DistributionProps['scores'], from: number): number {
  return scores.reduce((sum, { score, groups }) => (score >= from ? sum + groups : sum), 0);
}

/** Returns the number of groups with at least this score, in words. */
export const countText = (scores: DistributionProps['scores'], from: number): string =>
  say(texts.review.fromScore, formatWhole(from), say(texts.import.possible, formatWhole(countFrom(scores, from))));

/** A bar chart of groups by score, with a draggable threshold. */
export function Distribution({ scores, from, label, valueText, onInput, onChange }: DistributionProps) {
  if (scores.length < 2) return null;
  const lowest = Math.min(HIGHEST - STEP, ...scores.map(({ score }) => score));
  const start = Math.floor(lowest / STEP) * STEP;
  const width = WIDTH / (HIGHEST - start + 1);
  const most = Math.max(...scores.map(({ groups }) => groups));
  return (
    <div class="distribution">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {scores.map(({ score, groups, wrong = 0 }) => {
          const bar = (count: number, kind: string) => {
            const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT);
            const x = (Math.floor(score) - start) * width;
            return <rect class={kind} x={x} y={HEIGHT - height} width={Math.max(1, width - 1)} height={height} />;
          };
          return (
            <g key={score} class={score < from ? 'below' : ''}>
              <title>{say(texts.review.atScore, formatWhole(score), formatWhole(groups))}</title>
              {bar(groups, '')}
              {bar(wrong, 'wrong')}
            </g>
          );
        })}
      </svg>
      <input
        type="range"
        min={start}
        max={HIGHEST}
        value={String(Math.max(from, start))}
        aria-label={label}
        aria-valuetext={valueText ?? countText(scores, from)}
        onInput={({ currentTarget: { value } }) => onInput(Number(value))}
        onChange={({ currentTarget: { value } }) => onChange?.(Number(value))}
      />
    </div>
  );
}
