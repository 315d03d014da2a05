import type { ComponentChildren } from 'preact';
import { call } from '../api/call.js';
import type { PartKind, SettingInfo } from '../api/types.js';
import { ErrorBox, Loading } from '../components/states.js';
import { TableHead } from '../components/table-head.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';

interface PartListProps {
  readonly kind: PartKind;
  /** Describes each in one line. */
  readonly says: (part: SettingInfo) => string;
  /** Names that exist without being configured, with a description. */
  readonly others?: ReadonlyMap<string, string>;
  /** The link to a new one. */
  readonly children?: ComponentChildren;
}

/** All parts of a kind, each with its own address. */
export function PartList({ kind, says, others = new Map(), children }: PartListProps) {
  const { value, error, isLoading, reload } = useResource(kind, (signal) =>
    call('settings', { params: { kind }, signal }),
  );
  const named = new Map(value?.map((part) => [part.name, says(part)]));
  const rows = [...new Map([...others, ...named])];
  return (
    <>
      {children}
      {error && <ErrorBox error={error} retry={reload} />}
      {value === undefined && isLoading && <Loading />}
      {value && rows.length === 0 && <p class="soft">{texts.settings.part.none}</p>}
      {value && rows.length > 0 && (
        <section class="card" aria-label={texts.settings.section[kind]}>
          <div class="scroll-x" tabIndex={0} role="region" aria-label={texts.settings.title}>
            <table class="settings-table">
              <TableHead labels={[texts.settings.part.name, texts.settings.part.says]} />
              <tbody>
                {rows.map(([name, text]) => (
                  <tr key={name}>
                    <td>
                      <a href={addressOf(['settings', kind, name])}>{name}</a>
                    </td>
                    <td class={named.has(name) ? undefined : 'soft'}>{text}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </>
  );
}
