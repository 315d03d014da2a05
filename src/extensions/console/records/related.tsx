import { Button } from '../components/button.js';
import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { describe, objects } from '../api/objects.js';
import type { FieldInfo, ObjectDescription, ObjectInfo, RecordData } from '../api/types.js';
import { ErrorBox, Loading } from '../components/states.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { nameOf } from './record-name.js';

interface Found {
  readonly type: ObjectInfo;
  readonly field: FieldInfo;
  readonly records: readonly RecordData[];
}

/** Number of records shown for each reference field. A link leads to all of them. */
const SHOWN = 10;

/**
 * Shows the records that refer to this record. Loaded on demand, because loading reads all records of the objects that
 * refer to it.
 */
export function Related({ type, id }: { readonly type: ObjectDescription; readonly id: string }) {
  const [isAsked, setAsked] = useState(false);
  const found = useResource(isAsked ? id : undefined, (signal) => relatedTo(type, id, signal));
  return (
    <section class="card">
      <h2>{texts.record.related}</h2>
      {!isAsked && <Button label={texts.record.findRelated} onClick={() => setAsked(true)} />}
      {found.error && <ErrorBox error={found.error} retry={found.reload} />}
      {isAsked && found.isLoading && <Loading />}
      {found.value?.length === 0 && <p class="soft">{texts.record.noRelated}</p>}
      <div class="stack">
        {found.value?.map(({ type: other, field, records }) => (
          <div key={`${other.name}.${field.name}`}>
            <h3>
              {other.label} <span class="soft small">{field.label}</span>
            </h3>
            <ul>
              {records.map((record) => (
                <li key={record['Id']}>
                  <a href={addressOf(['records', other.name, String(record['Id'])])}>{nameOf(record)}</a>
                </li>
              ))}
            </ul>
            {records.length === SHOWN && (
              <a href={addressOf(['records', other.name], { where: conditionOf(field, id) })}>
                {texts.record.allOfThem}
              </a>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}

async function relatedTo(type: ObjectDescription, id: string, signal: AbortSignal): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const other of await objects()) {
    const { fields } = await describe(other.name);
    for (const field of fields.filter(({ referenceTo }) => referenceTo.includes(type.name))) {
      const records = await firstOf(other.name, conditionOf(field, id), signal);
      if (records.length > 0) found.push({ type: other, field, records });
    }
  }
  return found;
}

async function firstOf(objectType: string, where: string, signal: AbortSignal): Promise<readonly RecordData[]> {
  const records: RecordData[] = [];
  let after: string | undefined;
  do {
    const page = await call('query', { query: { objectType, where, after, pageSize: SHOWN - records.length }, signal });
    records.push(...page.records);
    after = page.next ?? undefined;
  } while (after !== undefined && records.length < SHOWN);
  return records;
}

const conditionOf = ({ name }: FieldInfo, id: string): string => `${name} = '${id}'`;
