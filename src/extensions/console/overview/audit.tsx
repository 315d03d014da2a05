import { call } from '../api/call.js';
import { ErrorBox, Loading } from '../components/states.js';
import { formatTime } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';

const SHOWN = 10;

/** Recent entries of the audit log. */
export function Audit({ round }: { readonly round: number }) {
  const { value, error, isLoading, reload } = useResource(
    `${round}`,
    (signal) => call('auditEntries', { query: { pageSize: SHOWN }, signal }),
    {
      keep: true,
    },
  );
  return (
    <section class="card">
      <h2>{texts.overview.audit}</h2>
      {error && <ErrorBox error={error} retry={reload} />}
      {value === undefined && isLoading && <Loading />}
      {value?.length === 0 && <p class="soft">{texts.overview.noAudit}</p>}
      {value && value.length > 0 && (
        <ul class="plain-list">
          {value.map(({ n, time, action, by, name, target, detail }) => (
            <li key={n}>
              <span>
                <strong>{texts.overview.actions[action] ?? action}</strong> {name ?? by}
              </span>
              <span class="soft small">
                {[formatTime(time), detail, ...target].filter((one) => one !== null && one !== '').join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
