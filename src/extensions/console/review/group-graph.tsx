import { formatWhole } from '../state/number-format.js';
import { say, texts } from '../texts.js';
import { isBridge } from './is-bridge.js';
import type { Item } from './items.js';

type Pair = NonNullable<Item['pairs']>[number];

const [WIDTH, HEIGHT, RADIUS, NODE] = [560, 260, 96, 13];
/** Maximum number of records in a graph. With more records, lines and names overlap. */
const MOST_RECORDS = 24;
const LONGEST_NAME = 22;
/** Lowest score of the classes high and middle. */
const [HIGH, MIDDLE] = [90, 75];

const classOf = (score: number) => (score >= HIGH ? 'high' : score >= MIDDLE ? 'middle' : 'low');

/**
 * Draws the records of a group in a circle and its pairs as lines. Marks pairs without which the group would fall
 * apart.
 */
export function GroupGraph({ item: { records, pairs = [], found } }: { readonly item: Item }) {
  if (records.length < 3 || records.length > MOST_RECORDS || pairs.length === 0) return null;
  const places = new Map(records.map(({ id }, i) => [id, placeOf(i, records.length)]));
  const drawn = pairs.filter(({ ids }) => ids.every((id) => places.has(id)));
  const titleOf = ({ ids }: Pair): string =>
    ids.map((id) => formatWhole(records.findIndex((record) => record.id === id) + 1)).join(' – ');
  // If the list of pairs was truncated, unlisted pairs may connect the group.
  const bridges = drawn.length === found?.pairs ? drawn.filter((pair) => isBridge(pair, drawn)) : [];
  return (
    <section class="card stack" aria-label={texts.review.graph}>
      <h2>{texts.review.graph}</h2>
      <svg
        class="group-graph"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={drawn.map((pair) => say(texts.review.edge, titleOf(pair), formatWhole(pair.score))).join('. ')}
      >
        {drawn.map((pair) => {
          const [one, other] = pair.ids.map((id) => places.get(id)!);
          return (
            <line
              key={pair.ids.join(' ')}
              class={`score-${classOf(pair.score)} ${bridges.includes(pair) ? 'bridge' : ''}`}
              {...{ x1: one!.x, y1: one!.y, x2: other!.x, y2: other!.y }}
            >
              <title>{say(texts.review.edge, titleOf(pair), formatWhole(pair.score))}</title>
            </line>
          );
        })}
        {records.map(({ id, name, state }, i) => {
          const { x, y, isLeft } = places.get(id)!;
          return (
            <g key={id} class={state === 'deleted' ? 'gone' : ''}>
              <circle cx={x} cy={y} r={NODE} />
              <text class="place" x={x} y={y} text-anchor="middle" dominant-baseline="central">
                {formatWhole(i + 1)}
              </text>
              <text
                x={isLeft ? x - NODE - 5 : x + NODE + 5}
                y={y}
                text-anchor={isLeft ? 'end' : 'start'}
                dominant-baseline="central"
              >
                {shortened(name ?? '')}
              </text>
            </g>
          );
        })}
      </svg>
      <p class="row small soft">
        {texts.review.graphHint}
        {(['high', 'middle', 'low'] as const).map((each) => (
          <span key={each} class={`score-class score-${each}`}>
            {texts.review.scoreClasses[each]}
          </span>
        ))}
      </p>
      {bridges.map((pair) => (
        <p key={pair.ids.join(' ')} class="small">
          {say(texts.review.bridge, titleOf(pair), formatWhole(pair.score))}
        </p>
      ))}
    </section>
  );
}

function placeOf(i: number, count: number): { readonly x: number; readonly y: number; readonly isLeft: boolean } {
  const angle = (2 * Math.PI * i) / count;
  const [x, y] = [WIDTH / 2 + RADIUS * Math.sin(angle), HEIGHT / 2 - RADIUS * Math.cos(angle)];
  return { x: Math.round(x), y: Math.round(y), isLeft: Math.round(x) < WIDTH / 2 };
}

const shortened = (name: string): string => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);
