import { axisX, axisY, barX, link, ruleX, text } from '@observablehq/plot';
import { type ChartDocument, draw, INK, type Chart } from '../../charts/draw.js';
import { html, type Html } from '../html.js';
import { LIMITS, type ReportedPairs, type ReportPair, type ReportGroup } from '../report-data.js';
import { figure, more, type Section, table, valueText } from '../section.js';
import type { Waterfall } from '../../charts/chart-data.js';
import { labelMargin, shortLabel } from '../../charts/axis-labels.js';

export const pairs: Section = {
  id: 'pairs',
  title: 'Pairs side by side',
  content({ pairs = [] }, document) {
    const lists = pairs.filter((list) => list.pairs.length > 0);
    return lists.length === 0 ? undefined : html`${lists.map((list) => listOf(list, document))}`;
  },
};

function listOf({ title, about, pairs }: ReportedPairs, document: ChartDocument): Html {
  return html`<h3>${title}</h3>
    <p>${about}</p>
    ${pairs.slice(0, LIMITS.pairs).map((pair) => pairOf(pair, document))} ${more(pairs.length, LIMITS.pairs, 'pairs')}`;
}

function pairOf(pair: ReportPair, document: ChartDocument): Html {
  const { ids, score, scenario, threshold, fields, waterfall, contradictions } = pair;
  const unit = waterfall?.unit === 'bits' ? 'bits' : 'points';
  const needed = threshold === undefined ? '' : ` (threshold ${threshold})`;
  return html`<article class="pair">
    <h3><span class="score">${score}</span>${needed}${scenario && html` <span class="muted">${scenario}</span>`}</h3>
    ${contradictions && html`<p>Not a duplicate, regardless of the score: ${valueText(contradictions)}</p>`}
    <div class="sides">
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">field</th>
              <th scope="col">${valueText(ids[0])}</th>
              <th scope="col">${valueText(ids[1])}</th>
              <th scope="col" class="number">similarity</th>
              <th scope="col" class="number">${unit}</th>
            </tr>
          </thead>
          <tbody>
            ${fields.map(fieldOf)}
          </tbody>
        </table>
      </div>
      ${waterfall && figure(waterfallChart(document, waterfall))}
    </div>
  </article> `;
}

function fieldOf({ field, values, similarity, contribution }: ReportPair['fields'][number]): Html {
  const [a, b] = values;
  const isFilled = Boolean(a) && Boolean(b);
  const known = similarity !== undefined && isFilled;
  const differs = isFilled && (known ? similarity < 1 : a !== b) ? html` class="differs"` : undefined;
  return html`<tr><th scope="row">${valueText(field)}</th><td${differs}>${valueText(a)}</td><td${differs}>${valueText(b)}</td>
<td class="number">${known ? similarity.toFixed(2) : ''}</td><td class="number">${contribution?.toFixed(1)}</td></tr>`;
}

export const groups: Section = {
  id: 'look',
  title: 'Groups to check',
  content({ groups = [] }) {
    if (groups.length === 0) return undefined;
    return html`${groups.slice(0, LIMITS.groups).map(groupOf)}${more(groups.length, LIMITS.groups, 'groups')}`;
  },
};

function groupOf({ name, reason, fields, records, size }: ReportGroup): Html {
  const shown = records.slice(0, LIMITS.recordsOfGroup);
  return html`<h3>${name}</h3>
    <p>${reason}</p>
    ${table(
      ['id', ...fields],
      shown.map(({ id, values }) => [valueText(id), ...values.map(valueText)]),
    )}${more(size, shown.length, 'records')}`;
}

interface Bar {
  /** Identifies the step, because steps may share a label. */
  readonly row: number;
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly colour: string;
}

/** Draws the steps of a score. Each bar starts where the previous bar ends. The last bar is the total. */
function waterfallChart(document: ChartDocument, { unit, steps, threshold }: Waterfall): Chart {
  const bars: Bar[] = [];
  let sum = 0;
  steps.forEach(({ label, value }, row) => {
    const colour = value >= 0 ? INK.agree : INK.differ;
    bars.push({ row, label: shortLabel(label), from: sum, to: (sum += value), value, colour });
  });
  bars.push({ row: steps.length, label: 'total', from: 0, to: sum, value: sum, colour: INK.neutral });
  const links = bars.slice(1, -1).map(({ row, from }) => ({ at: from, above: row - 1, row }));
  const digits = unit === 'bits' ? 1 : 0;
  const marked = Number.isFinite(threshold) ? [threshold] : [];
  return draw(document, `${unit === 'bits' ? 'Match weight' : 'Score'} ${sum.toFixed(digits)}, step by step`, {
    width: 460,
    height: 44 + bars.length * 20,
    marginLeft: labelMargin(bars.map(({ label }) => label)),
    marginRight: 44,
    marginTop: 14,
    marginBottom: 30,
    x: { nice: true, insetLeft: 36, label: unit === 'bits' ? 'bits →' : 'score (%) →' },
    y: { type: 'band', domain: bars.map(({ row }) => row), label: null },
    marks: [
      ruleX([0], { stroke: INK.line }),
      ruleX(marked, { stroke: INK.text, strokeDasharray: '4 3' }),
      text(marked, {
        x: (at: number) => at,
        frameAnchor: 'top',
        dy: -12,
        text: () => 'threshold',
        fontSize: 10,
        fill: INK.text,
      }),
      link(links, { x1: 'at', x2: 'at', y1: 'above', y2: 'row', stroke: INK.muted }),
      barX(bars, { x1: 'from', x2: 'to', y: 'row', fill: 'colour', insetTop: 3, insetBottom: 3 }),
      text(bars, {
        x: ({ from, to }: Bar) => Math.max(from, to),
        y: 'row',
        dx: 4,
        textAnchor: 'start',
        text: ({ value }: Bar) =>
          value
            .toFixed(digits)
            .replace(/^-(?=.*[1-9])/, '−')
            .replace('-', ''),
        fontSize: 11,
        fill: INK.text,
      }),
      axisX({ tickSize: 3, fontSize: 10 }),
      axisY({ tickSize: 0, fontSize: 11, fill: INK.text, tickFormat: (row: number) => bars[row]!.label }),
    ],
  });
}
