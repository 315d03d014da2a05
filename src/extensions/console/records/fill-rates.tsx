import { TableHead } from '../components/table.js';
import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import type { FieldInfo, ObjectDescription } from '../api/types.js';
import { DialogButton } from '../components/button.js';
import { FrequentValues, Share } from '../components/share.js';
import { ErrorBox, Loading } from '../components/states.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { conditionOf } from './filter-chips.js';
import { listAddress, type ListPlace } from './list-address.js';

/** Field types whose common values are shown. Ids are not included, because they are unique. */
const KINDS: ReadonlySet<string> = new Set(['string', 'email', 'phone', 'url', 'picklist', 'date', 'textarea', 'int']);
/** Number of fields per request. Small requests make the first results visible immediately. */
const AT_ONCE = 5;

interface FillRatesProps {
  readonly type: ObjectDescription;
  readonly place: ListPlace;
}

/** A button that shows the share of the list's records that have a value in each field. */
export function FillRates({ type, place }: FillRatesProps) {
  return (
    <DialogButton label={texts.records.fillRates}>
      {(close) => <Rates type={type} place={place} onLeave={close} />}
    </DialogButton>
  );
}

function Rates({ type, place, onLeave }: FillRatesProps & { readonly onLeave: () => void }) {
  const fields = type.fields.filter(({ type: kind, createable }) => createable && KINDS.has(kind));
  const [shown, setShown] = useState<readonly Filled[]>([]);
  const loaded = useResource(`${type.name} ${place.where}`, async (signal) => {
    for (let at = 0; at < fields.length; at += AT_ONCE) {
      const some = await fill(type, fields.slice(at, at + AT_ONCE), place.where, signal);
      setShown((last) => (at === 0 ? some : [...last, ...some]));
    }
    return true;
  });
  if (loaded.error) return <ErrorBox error={loaded.error} retry={loaded.reload} />;
  const none = shown.filter(({ filled }) => filled === 0);
  const addressOf = (field: FieldInfo, value: string): string => {
    const chosen = conditionOf([{ kind: 'is', field, value }], type);
    const where = place.where === '' ? chosen : `(${place.where}) AND ${chosen}`;
    return listAddress(type.name, { ...place, where, at: '' });
  };
  return (
    <>
      <table class="fill-rates">
        <TableHead labels={[texts.search.field, texts.records.filled, texts.records.frequent]} />
        <tbody>
          {shown
            .filter(({ filled }) => filled > 0)
            .map(({ field, records, filled, frequent }) => (
              <tr key={field.name}>
                <th scope="row">{field.label}</th>
                <td>
                  <Share part={filled} whole={records} />
                </td>
                <td>
                  <FrequentValues values={frequent} addressOf={(value) => addressOf(field, value)} onLeave={onLeave} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      {loaded.isLoading && <Loading />}
      {none.length > 0 && (
        <p class="soft small">{say(texts.records.neverFilled, none.map(({ field }) => field.label).join(', '))}</p>
      )}
    </>
  );
}

interface Filled {
  readonly field: FieldInfo;
  readonly records: number;
  readonly filled: number;
  readonly frequent: readonly { readonly value: string; readonly times: number }[];
}

async function fill(
  { name: objectType }: ObjectDescription,
  fields: readonly FieldInfo[],
  where: string,
  signal: AbortSignal,
): Promise<Filled[]> {
  const names = fields.map(({ name }) => name).join(',');
  const query = { objectType, fields: names, ...(where !== '' && { where }) };
  const answer = await call('fieldValues', { query, signal });
  return answer.fields.map(({ filled, frequent }, i) => ({
    ...{ field: fields[i]!, records: answer.totalSize, filled },
    frequent: frequent.map(({ value, times }) => ({ value: String(value), times })),
  }));
}
