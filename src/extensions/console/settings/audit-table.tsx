import { useResource } from '../state/use-resource.js';
import { addressOf } from '../state/router.js';
import { Pending } from '../components/states.js';
import { call } from '../api/call.js';
import { Table } from '../components/table.js';
import type { AuditLine } from '../api/types.js';
import { formatTime, formatWhole } from '../state/number-format.js';
import { clientText, say, textOf, texts } from '../texts.js';

/** Maximum targets shown per entry before it is expanded. */
const MOST_TARGETS = 4;

interface AuditTableProps {
  readonly entries: readonly AuditLine[];
  /** Names of clients by their Ids. */
  readonly names: ReadonlyMap<string, string>;
}

export function AuditTable({ entries, names }: AuditTableProps) {
  return (
    <Table
      name={texts.settings.section.audit}
      class="settings-table"
      labels={[
        texts.settings.audit.when,
        texts.settings.audit.what,
        texts.settings.audit.by,
        texts.settings.audit.target,
        texts.search.details,
      ]}
    >
      {entries.map((entry) => (
        <tr key={entry.n}>
          <td class="short">{formatTime(entry.time)}</td>
          <td>{textOf(texts.overview.actions, entry.action) ?? entry.action}</td>
          <td title={entry.by ?? undefined}>
            {whoOf(entry, names)}
            {entry.address !== null && <div class="soft small">{say(texts.settings.audit.from, entry.address)}</div>}
          </td>
          <td>
            <Targets of={entry.target.slice(0, MOST_TARGETS)} names={names} />
            {entry.target.length > MOST_TARGETS && (
              <details>
                <summary>{say(texts.record.more, formatWhole(entry.target.length - MOST_TARGETS))}</summary>
                <Targets of={entry.target.slice(MOST_TARGETS)} names={names} />
              </details>
            )}
          </td>
          <td>{entry.detail}</td>
        </tr>
      ))}
    </Table>
  );
}

function Targets({ of, names }: Pick<AuditTableProps, 'names'> & { readonly of: readonly string[] }) {
  return (
    <>
      {of.map((one) => (
        <div key={one} title={one}>
          {names.get(one) ?? <span class="mono">{one}</span>}
        </div>
      ))}
    </>
  );
}

function whoOf({ by, name }: AuditLine, names: ReadonlyMap<string, string>): string {
  if (by === null) return texts.settings.none;
  return clientText(by, name ?? names.get(by));
}

const LATELY = 10;

/** The last entries of the audit log. @param by Id of a client; all clients by default */
export function Lately({ by, round = 0 }: { readonly by?: string; readonly round?: number }) {
  const found = useResource(
    `${by ?? ''} ${round}`,
    (signal) => call('auditEntries', { query: { by, pageSize: LATELY }, signal }),
    { keep: true },
  );
  return (
    <section class="card" aria-label={texts.overview.audit}>
      <h2>{texts.overview.audit}</h2>
      <Pending of={found} />
      {found.value?.length === 0 && <p class="soft">{texts.overview.noAudit}</p>}
      {found.value && found.value.length > 0 && <AuditTable entries={found.value} names={new Map()} />}
      <a href={addressOf(['settings', 'audit'], { by: by ?? '' })}>{texts.settings.client.latelyMore}</a>
    </section>
  );
}
