import type { WaterfallOf, WaterfallRow } from '../search/waterfall-rows.js';
import { formatSigned } from '../state/number-format.js';
import { texts } from '../texts.js';

const WIDTH = 1_000;
const HEIGHT = 18;
/** So that a step of nothing is still seen. */
const LEAST = 3;

/** The steps as a table, each with its bar: what was compared, and what it adds. */
export function Waterfall({ of, caption }: { readonly of: WaterfallOf; readonly caption: string }) {
  const { rows, total, threshold, domain, unit } = of;
  const [low, high] = domain;
  const x = (value: number): number => ((value - low) / (high - low || 1)) * WIDTH;
  const bar = (from: number, to: number, kind: string) => (
    <rect
      class={kind}
      x={Math.min(x(from), x(to))}
      y={2}
      width={Math.max(LEAST, Math.abs(x(to) - x(from)))}
      height={HEIGHT - 4}
    />
  );
  const drawn = (row: WaterfallRow) => (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {row.lost > 0 && bar(row.to, Math.min(high, row.to + row.lost), 'lost')}
      {row.counted && bar(row.from, row.to, row.to >= row.from ? 'plus' : 'minus')}
      <Threshold at={x(threshold)} />
    </svg>
  );
  return (
    <table class="waterfall">
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.search.field}</th>
          <th scope="col">{texts.search.sent}</th>
          <th scope="col">{texts.search.stored}</th>
          <th scope="col" colSpan={2}>
            {texts.search.adds} ({unit})
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label} class={row.counted ? undefined : 'uncounted'}>
            <td>
              {row.label}
              <div class="soft small">{row.detail}</div>
            </td>
            <td>{row.searched ?? <span class="soft">{row.detail === '' ? '' : texts.search.blank}</span>}</td>
            <td>{row.stored ?? <span class="soft">{row.detail === '' ? '' : texts.search.blank}</span>}</td>
            <td class="bar">{drawn(row)}</td>
            <td class="number">{row.counted ? formatSigned(row.to - row.from) : '–'}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={3}>{unit === texts.search.bits ? texts.search.totalEvidence : texts.search.total}</td>
          <td class="bar">
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
              {bar(0, total, 'whole')}
              <Threshold at={x(threshold)} />
            </svg>
          </td>
          <td class="number">{formatSigned(total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Threshold({ at }: { readonly at: number }) {
  return <line class="threshold" x1={at} x2={at} y1={0} y2={HEIGHT} />;
}
