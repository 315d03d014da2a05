import type { ChartDocument } from '../../charts/draw.js';
import { waterfallChart } from '../../charts/waterfall.js';
import { html, type Html } from '../html.js';
import { LIMITS, type ReportedPairs, type ReportPair, type ReportGroup } from '../report-data.js';
import { figure, more, type Section, table, valueText } from '../section.js';

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
