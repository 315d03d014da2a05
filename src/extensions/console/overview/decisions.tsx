import { call } from '../api/call.js';
import type { DecidingClient } from '../api/types.js';
import { ErrorBox, Loading } from '../components/states.js';
import { formatWhole } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';

const [WEEK, MONTH] = [7, 30];
const DAY_MS = 86_400_000;
const VERDICTS = ['duplicate', 'notDuplicate', 'later'] as const;

/** Day in UTC, as in the service. */
const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Recent numbers of decisions by person. */
export function Decisions({ round }: { readonly round: number }) {
  const since = `${dayAgo(MONTH - 1)}T00:00:00Z`;
  const { value, error, isLoading, reload } = useResource(
    `${since} ${round}`,
    (signal) => call('decisionCounts', { query: { since }, signal }),
    { keep: true },
  );
  const columns = [
    [texts.overview.today, decidedSince(dayAgo(0))],
    [texts.overview.activity(WEEK), decidedSince(dayAgo(WEEK - 1))],
    [texts.overview.activity(MONTH), decidedSince('')],
  ] as const;
  return (
    <section class="card">
      <h2>{texts.overview.deciders}</h2>
      {error && <ErrorBox error={error} retry={reload} />}
      {value === undefined && isLoading && <Loading />}
      {value?.clients.length === 0 && <p class="soft">{texts.overview.noDecisions(MONTH)}</p>}
      {value && value.clients.length > 0 && (
        <div class="scroll-x" tabIndex={0} role="region" aria-label={texts.overview.deciders}>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.overview.who}</th>
                {[
                  ...columns.map(([label]) => label),
                  ...VERDICTS.map((verdict) => texts.overview.verdicts[verdict]),
                ].map((label) => (
                  <th scope="col" class="number" key={label}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {value.clients.map((client) => (
                <tr key={client.clientId}>
                  <td>{client.name ?? <span class="mono">{client.clientId}</span>}</td>
                  {columns.map(([label, of]) => (
                    <td class="number" key={label}>
                      {formatWhole(of(client))}
                    </td>
                  ))}
                  {VERDICTS.map((verdict) => (
                    <td class="number" key={verdict}>
                      {formatWhole(client[verdict])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const decidedSince =
  (from: string) =>
  ({ days }: DecidingClient): number =>
    days.reduce((sum, { day, decisions }) => (day >= from ? sum + decisions : sum), 0);
