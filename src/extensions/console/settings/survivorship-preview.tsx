import { call } from '../api/call.js';
import { fieldLabel } from '../api/objects.js';
import type { ObjectDescription, PreviewedGroup, SurvivorshipEntry } from '../api/types.js';
import { Pending } from '../components/states.js';
import { TableHead } from '../components/table.js';
import { formatDecimal, formatValue, formatWhole } from '../state/number-format.js';
import { RecordLink } from '../records/record-link.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';

const PAUSE = 500;

interface PreviewProps {
  readonly object: string;
  readonly type: ObjectDescription | undefined;
  /** `null` for the default rules. */
  readonly value: SurvivorshipEntry | null;
}

/** Shows the effect of the rules on groups of the last job. */
export function SurvivorshipPreview({ object, type, value: rules }: PreviewProps) {
  const found = useResource(
    `${object} ${JSON.stringify(rules)}`,
    (signal) => call('previewSurvivorship', { params: { name: object }, body: { value: rules }, signal }),
    { pause: PAUSE, keep: true },
  );
  return (
    <section class={`card stack ${found.isLoading ? 'stale' : ''}`} aria-label={texts.settings.survivorship.preview}>
      <h3>{texts.settings.survivorship.preview}</h3>
      <Pending of={found} />
      {found.value?.jobId === null && <p class="soft">{texts.settings.survivorship.noJob}</p>}
      {found.value && found.value.jobId !== null && (
        <p role="status">
          {say(
            texts.settings.survivorship.differing,
            formatWhole(found.value.differing),
            formatWhole(found.value.looked),
          )}
        </p>
      )}
      {found.value && !found.value.hasValues && <p class="soft small">{say(texts.error.noScope, 'read')}</p>}
      {found.value?.groups.map((group) => (
        <Group key={group.id} type={type} group={group} />
      ))}
    </section>
  );
}

function Group({ type, group }: Pick<PreviewProps, 'type'> & { readonly group: PreviewedGroup }) {
  const { before, after, changed } = group;
  const all = [...new Set([...after.fields, ...before.fields].map(({ field }) => field))];
  const names = changed.length > 0 ? all.filter((name) => changed.includes(name)) : all;
  const of = (side: PreviewedGroup['before'], name: string) => side.fields.find(({ field }) => field === name);
  const isOther = before.masterId !== after.masterId;
  return (
    <details class="settings-inset wide-inset" open={isOther || changed.length > 0}>
      <summary>
        {say(texts.settings.survivorship.group, group.ids.length, formatDecimal(group.score))}{' '}
        <span class={`badge ${isOther || changed.length > 0 ? 'warn' : ''}`}>
          {isOther || changed.length > 0
            ? say(texts.settings.survivorship.changes, changed.length)
            : texts.settings.survivorship.same}
        </span>
      </summary>
      <div class="scroll-x" tabIndex={0} role="region" aria-label={texts.settings.survivorship.preview}>
        <table>
          <TableHead
            labels={[texts.search.field, texts.settings.survivorship.before, texts.settings.survivorship.after]}
          />
          <tbody>
            <tr>
              <td>{texts.settings.part.places.master}</td>
              {[before, after].map((side, at) => (
                <td key={at}>
                  {at === 1 && isOther ? (
                    <mark>
                      <RecordLink id={side.masterId} />
                    </mark>
                  ) : (
                    <RecordLink id={side.masterId} />
                  )}
                </td>
              ))}
            </tr>
            {names.map((name) => (
              <tr key={name}>
                <td>{fieldLabel(type, name)}</td>
                <td>{formatValue(of(before, name)?.value)}</td>
                <td>
                  {changed.includes(name) ? (
                    <mark>{formatValue(of(after, name)?.value) || texts.settings.none}</mark>
                  ) : (
                    formatValue(of(after, name)?.value)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
