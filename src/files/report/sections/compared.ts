import { html } from '../html.js';
import { LIMITS } from '../report-data.js';
import { more, table, type Section, countText, percentText, valueText } from '../section.js';

export const compared: Section = {
  id: 'compared',
  title: 'Compared fields',
  content({ compared }) {
    if (compared === undefined) return undefined;
    const { object, inputs, columns, scenarios } = compared;
    const hasShare = columns.some(({ filled }) => filled !== undefined);
    const hasReason = columns.some(({ reason }) => reason !== undefined);
    return html`<p>Object type: ${object}</p>
      ${table(
        ['input', 'rows'],
        inputs.map(({ name, rows }) => [valueText(name), countText(rows)]),
        { numbers: [1] },
      )}
      ${
        columns.length === 0
          ? undefined
          : table(
              ['column', 'field', 'method', ...(hasShare ? ['filled'] : []), ...(hasReason ? ['reason'] : [])],
              columns
                .slice(0, LIMITS.columns)
                .map(({ column, field, method, filled, reason }) => [
                  valueText(column),
                  valueText(field),
                  valueText(method),
                  ...(hasShare ? [filled === undefined ? '' : percentText(filled)] : []),
                  valueText(reason),
                ]),
              { numbers: hasShare ? [3] : [] },
            )
      }
      ${more(columns.length, LIMITS.columns, 'columns')}
      ${table(
        ['scenario', 'threshold', 'score', 'fields (method, weight)'],
        scenarios.map(({ id, name, threshold, scoreMethod, fields }) => [
          html`${valueText(name)} <span class="muted">${id}</span>`,
          String(threshold),
          scoreMethod === 'probabilistic' ? '100 × probability of a match' : 'weighted similarity',
          fields.map(({ field, method, weight }) => `${field} (${method}, ${weight})`).join(', '),
        ]),
        { numbers: [1] },
      )}`;
  },
};

export const leftOut: Section = {
  id: 'left-out',
  title: 'Omitted columns and fields',
  content({ leftOut = [] }) {
    if (leftOut.length === 0) return undefined;
    const rows = leftOut.slice(0, LIMITS.leftOut);
    return html`${table(
      ['omitted', 'count', 'reason'],
      rows.map(({ what, count, reason }) => [
        valueText(what),
        count === undefined ? '' : countText(count),
        valueText(reason),
      ]),
      { numbers: [1] },
    )}${more(leftOut.length, rows.length, 'entries')}`;
  },
};
