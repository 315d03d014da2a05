import { callWithHeaders } from '../api/call.js';
import type { ObjectDescription, RecordData, SearchResult } from '../api/types.js';
import { ErrorBox } from '../components/states.js';
import { plainValue } from '../state/number-format.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { nameOf } from './record-name.js';

const MOST_SHOWN = 5;

interface DuplicatesProps {
  readonly type: ObjectDescription;
  readonly record: RecordData;
  /** Entity tag, which changes with each change to the record. */
  readonly tag: string;
}

export function PossibleDuplicates({ type, record, tag }: DuplicatesProps) {
  const id = String(record['Id']);
  const found = useResource(`${id} ${tag}`, async (signal): Promise<readonly SearchResult[]> => {
    const body = { objectPrefix: type.keyPrefix, objectData: searchedValues(type, record), scenarioIds: [] };
    const { answer } = await callWithHeaders('search', { body, signal });
    return (answer[type.keyPrefix] ?? []).filter(({ objectData }) => objectData['Id'] !== id);
  });
  const matches = found.value ?? [];
  return (
    <section class="card" aria-label={texts.review.kinds.pairs}>
      <h2>{texts.review.kinds.pairs}</h2>
      {found.error && <ErrorBox error={found.error} retry={found.reload} />}
      {found.value?.length === 0 && <p class="soft">{texts.records.none}</p>}
      <ul class="plain-list">
        {matches.slice(0, MOST_SHOWN).map(({ score, objectData }) => {
          const other = String(objectData['Id']);
          return (
            <li key={other}>
              <span class="row spread">
                <span>
                  <span class="score">{score}</span>{' '}
                  <a href={addressOf(['records', type.name, other])} dir="auto">
                    {nameOf(objectData)}
                  </a>
                </span>
                <a href={addressOf(['records', type.name, 'compare'], { ids: `${id},${other}` })}>
                  {texts.search.compare}
                </a>
              </span>
            </li>
          );
        })}
      </ul>
      {matches.length > MOST_SHOWN && (
        <p class="soft small">{say(texts.record.more, String(matches.length - MOST_SHOWN))}</p>
      )}
    </section>
  );
}

/** Returns the values of a record to search for, which are the values that users enter. */
export function searchedValues(type: ObjectDescription, record: RecordData): Record<string, string> {
  const values = type.fields
    .filter(({ createable, type: kind }) => createable && kind !== 'reference' && kind !== 'boolean')
    .map(({ name }) => [name, plainValue(record[name])] as const)
    .filter(([, value]) => value !== '' && value.length < LONGEST);
  return Object.fromEntries(values);
}

/** Maximum length, in characters, of a value in a URL. */
const LONGEST = 200;
