import { html, type Html } from '../html.js';
import { LIMITS, type ReportGroup } from '../report-data.js';
import { more, table, type Section } from '../section.js';
import { valueText } from '../report-text.js';

export const groups: Section = {
  id: 'look',
  title: 'Groups worth a look',
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
