import { TableHead } from '../components/table.js';
import { formatWhole } from '../state/number-format.js';
import { addressOf } from '../state/router.js';
import { texts } from '../texts.js';
import type { Standing } from './use-standing.js';

export function RecordCounts({ standing: { stored } }: { readonly standing: Standing }) {
  const records = stored.reduce((sum, row) => sum + row.records, 0);
  return (
    <section class="card">
      <h2>{texts.nav.records}</h2>
      {records === 0 && <p class="soft">{texts.records.empty}</p>}
      {records > 0 && (
        <div class="stack">
          <div>
            <div class="figure">{formatWhole(records)}</div>
            <div class="soft small">{texts.nav.records}</div>
          </div>
          <table>
            <TableHead labels={[texts.overview.object]} numbers={[texts.nav.records]} />
            <tbody>
              {stored.map(({ type, records: count, isUnchecked }) => (
                <tr key={type.name}>
                  <td>
                    <a href={addressOf(['records', type.name])}>{type.label}</a>
                    {isUnchecked && <div class="soft small">{texts.overview.unchecked}</div>}
                  </td>
                  <td class="number">{formatWhole(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
