import { Numbers, Table } from '../components/table.js';
import { call } from '../api/call.js';
import type { DecidingClient } from '../api/types.js';
import { Pending } from '../components/states.js';
import { formatWhole } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { clientText, say, texts } from '../texts.js';

const [WEEK, MONTH] = [7, 30];
const DAY_MS = 86_400_000;
const VERDICTS = ['duplicate', 'notDuplicate', 'later'] as const;

/** The day is in UTC, like the days of the service. */
const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

export function Decisions({ round }: { readonly round: number }) {
  const since = `${dayAgo(MONTH - 1)}T00:00:00Z`;
  const found = useResource(`${since} ${round}`, (signal) => call('decisionCounts', { query: { since }, signal }), {
    keep: true,
  });
  const columns = [
    [texts.overview.today, decidedSince(dayAgo(0))],
    [say(texts.overview.activity, WEEK), decidedSince(dayAgo(WEEK - 1))],
    [say(texts.overview.activity, MONTH), decidedSince('')],
  ] as const;
  return (
    <section class="card">
      <h2>{texts.overview.deciders}</h2>
      <Pending of={found} />
      {found.value?.clients.length === 0 && <p class="soft">{say(texts.overview.noDecisions, MONTH)}</p>}
      {found.value && found.value.clients.length > 0 && (
        <Table
          name={texts.overview.deciders}
          labels={[texts.overview.who]}
          numbers={[...columns.map(([label]) => label), ...VERDICTS.map((verdict) => texts.overview.verdicts[verdict])]}
        >
          {found.value.clients.map((client) => (
            <tr key={client.clientId}>
              <td>{clientText(client.clientId, client.name)}</td>
              <Numbers
                of={[...columns.map(([, of]) => of(client)), ...VERDICTS.map((verdict) => client[verdict])].map(
                  formatWhole,
                )}
              />
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

const decidedSince =
  (from: string) =>
  ({ days }: DecidingClient): number =>
    days.reduce((sum, { day, decisions }) => (day >= from ? sum + decisions : sum), 0);
