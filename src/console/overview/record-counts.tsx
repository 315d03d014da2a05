import { call } from '../api/call.js';
import { allows, objects } from '../api/objects.js';
import { ErrorBox, Loading } from '../components/states.js';
import { formatWhole } from '../state/number-format.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';

export function RecordCounts({ round }: { readonly round: number }) {
  const counts = useResource(
    `${round}`,
    async (signal) => {
      const all = await objects();
      const pages = await Promise.all(
        all.map(({ name }) => call('query', { query: { objectType: name, pageSize: 1, fields: 'Id' }, signal })),
      );
      const pairs = await call('suspectedPairs', { query: { page: 1, pageSize: 1 }, signal }).catch(() => undefined);
      const active = await call('scenarios', { signal }).catch(() => undefined);
      const rows = all.map((type, i) => ({
        type,
        records: pages[i]!.totalSize ?? 0,
        isUnchecked: active?.some((one) => one.object === type.name && one.usage.includes('restUpsert')) === false,
      }));
      return { rows: rows.filter(({ records }) => records > 0), pairs: pairs?.totalSize };
    },
    { keep: true },
  );
  const { value, error, isLoading, reload } = counts;
  const records = value?.rows.reduce((sum, row) => sum + row.records, 0) ?? 0;
  return (
    <section class="card">
      <h2>{texts.overview.records}</h2>
      {error && <ErrorBox error={error} retry={reload} />}
      {value === undefined && isLoading && <Loading />}
      {value && (
        <div class="stack">
          <div class="figures">
            <div>
              <div class="figure">{formatWhole(records)}</div>
              <div class="soft small">{texts.overview.count}</div>
            </div>
            {value.pairs !== undefined && (
              <div>
                <div class="figure">{formatWhole(value.pairs)}</div>
                <div class="soft small">{texts.overview.pairs}</div>
                {value.pairs > 0 && allows('review') && (
                  <a class="small" href={addressOf(['review'])}>
                    {texts.overview.toReview}
                  </a>
                )}
              </div>
            )}
          </div>
          {records === 0 && <p class="soft">{texts.overview.noRecords}</p>}
          {records > 0 && (
            <table>
              <thead>
                <tr>
                  <th scope="col">{texts.overview.object}</th>
                  <th scope="col" class="number">
                    {texts.overview.count}
                  </th>
                </tr>
              </thead>
              <tbody>
                {value.rows.map(({ type, records: count, isUnchecked }) => (
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
          )}
        </div>
      )}
    </section>
  );
}
