import { call } from '../api/call.js';
import { Pending } from '../components/states.js';
import { formatTime } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';

const SHOWN = 10;

export function Audit({ round }: { readonly round: number }) {
  const found = useResource(`${round}`, (signal) => call('auditEntries', { query: { pageSize: SHOWN }, signal }), {
    keep: true,
  });
  return (
    <section class="card">
      <h2>{texts.overview.audit}</h2>
      <Pending of={found} />
      {found.value?.length === 0 && <p class="soft">{texts.overview.noAudit}</p>}
      {found.value && found.value.length > 0 && (
        <ul class="plain-list">
          {found.value.map(({ n, time, action, by, name, target, detail }) => (
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
