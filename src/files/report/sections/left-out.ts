import { html } from '../html.js';
import { LIMITS } from '../report-data.js';
import { more, table, type Section } from '../section.js';
import { countText, valueText } from '../report-text.js';

export const leftOut: Section = {
  id: 'left-out',
  title: 'What was left out',
  content({ leftOut = [] }) {
    if (leftOut.length === 0) return undefined;
    const rows = leftOut.slice(0, LIMITS.leftOut);
    return html`${table(
      ['what', 'how many', 'why'],
      rows.map(({ what, count, reason }) => [
        valueText(what),
        count === undefined ? '' : countText(count),
        valueText(reason),
      ]),
      { numbers: [1] },
    )}${more(leftOut.length, rows.length, 'entries')}`;
  },
};
