import { Table } from '../components/table.js';
import type { ComponentChildren } from 'preact';
import { call } from '../api/call.js';
import { objectLabel } from '../api/objects.js';
import type { PartKind, SettingInfo } from '../api/types.js';
import { Pending } from '../components/states.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';

interface PartListProps {
  readonly kind: PartKind;
  readonly says: (part: SettingInfo) => string;
  /** Names that exist without being configured, with a description. */
  readonly others?: ReadonlyMap<string, string>;
  /** The link to a new part. */
  readonly children?: ComponentChildren;
}

/** All parts of a kind, each with its own URL. */
export function PartList({ kind, says, others = new Map(), children }: PartListProps) {
  const found = useResource(kind, (signal) => call('settings', { params: { kind }, signal }));
  const named = new Map(found.value?.map((part) => [part.name, says(part)]));
  const rows = [...new Map([...others, ...named])];
  return (
    <>
      {children}
      <Pending of={found} />
      {found.value && rows.length === 0 && <p class="soft">{texts.settings.part.none}</p>}
      {found.value && rows.length > 0 && (
        <section class="card" aria-label={texts.settings.section[kind]}>
          <Table
            name={texts.nav.settings}
            class="settings-table"
            labels={[texts.records.name, texts.settings.part.says]}
          >
            {rows.map(([name, text]) => (
              <tr key={name}>
                <td>
                  <a href={addressOf(['settings', kind, name])}>{kind === 'survivorship' ? objectLabel(name) : name}</a>
                </td>
                <td class={named.has(name) ? undefined : 'soft'}>{text}</td>
              </tr>
            ))}
          </Table>
        </section>
      )}
    </>
  );
}
