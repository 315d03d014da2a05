import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { describe } from '../api/objects.js';
import type { FieldInfo, RecordData, ShownGroup } from '../api/types.js';
import { Field } from '../components/field.js';
import { ErrorBox, Loading } from '../components/states.js';
import { nameOf } from '../records/record-name.js';
import { formatValue, formatWhole } from '../state/number-format.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';

const USUAL_SCORE = 99;
const SAMPLE = 5;
const PAGE_SIZE = 200;
/** Pages of groups that are looked through for the sample. */
const MOST_PAGES = 10;
const MOST_COLUMNS = 5;

interface BulkProps {
  readonly object: string;
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

/** Merging all groups from a score on: a job that does it, once somebody has looked at some of them. */
export function Bulk({ object, onStarted, onClose }: BulkProps) {
  const [score, setScore] = useState(USUAL_SCORE);
  const [round, setRound] = useState(0);
  const [isInspected, setInspected] = useState(false);
  const [refused, setRefused] = useState<Error | undefined>(undefined);
  const sample = useResource(`${object} ${score} ${round}`, (signal) => sampleOf(object, score, signal), {
    pause: 250,
  });
  const another = (): void => {
    setInspected(false);
    setRound(round + 1);
  };
  const start = async (): Promise<void> => {
    setRefused(undefined);
    try {
      await call('startJob', { body: { objectType: object, autoMerge: score } });
      onStarted();
    } catch (error) {
      setRefused(error as Error);
    }
  };
  const { value } = sample;
  return (
    <section class="card stack" aria-label={texts.review.bulk}>
      <div class="row spread">
        <h2>{texts.review.bulk}</h2>
        <button type="button" class="plain" onClick={onClose}>
          {texts.close}
        </button>
      </div>
      <p class="soft">{texts.review.bulkHint}</p>
      {refused && <ErrorBox error={refused} />}
      <div class="row">
        <Field label={texts.review.least}>
          <input
            type="number"
            min={0}
            max={100}
            value={String(score)}
            onInput={({ currentTarget }) => {
              if (currentTarget.value === '' || !currentTarget.validity.valid) return;
              setInspected(false);
              setScore(Number(currentTarget.value));
            }}
          />
        </Field>
        {value && (
          <span role="status">
            {value.sure === 0 ? texts.review.noSure : texts.review.sure(formatWhole(value.sure), value.isAll)}
          </span>
        )}
      </div>
      {sample.error && <ErrorBox error={sample.error} retry={sample.reload} />}
      {sample.isLoading && value === undefined && <Loading />}
      {value && value.sure > 0 && (
        <>
          <div class="row spread">
            <h3>{texts.review.sample}</h3>
            <button type="button" onClick={another}>
              {texts.review.another}
            </button>
          </div>
          {value.shown.map((one) => (
            <SampleGroup key={one.group.id} {...one} object={object} />
          ))}
          <label class="check">
            <input
              type="checkbox"
              checked={isInspected}
              onChange={({ currentTarget: { checked } }) => setInspected(checked)}
            />
            {texts.review.inspected}
          </label>
          <div>
            <button class="primary" type="button" disabled={!isInspected} onClick={() => void start()}>
              {texts.review.mergeAll(formatWhole(score))}
            </button>
          </div>
        </>
      )}
    </section>
  );
}

interface Sampled {
  readonly group: ShownGroup;
  readonly records: readonly RecordData[];
  readonly fields: readonly FieldInfo[];
}

function SampleGroup({ group, records, fields, object }: Sampled & { readonly object: string }) {
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={group.id}>
      <table class="sample">
        <thead>
          <tr>
            <th scope="col">
              {texts.search.total} {formatWhole(group.score)}
            </th>
            {fields.map(({ name, label }) => (
              <th scope="col" key={name}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record['Id']}>
              <td>
                <a href={addressOf(['records', object, String(record['Id'])])}>{nameOf(record)}</a>
              </td>
              {fields.map(({ name }) => (
                <td key={name}>{formatValue(record[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

async function sampleOf(objectType: string, score: number, signal: AbortSignal) {
  const sure: ShownGroup[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const asked = { objectType, status: 'open' as const, minScore: score, after, pageSize: PAGE_SIZE };
    const { records, next } = await call('groups', { query: asked, signal });
    sure.push(...records.filter((group) => isSure(group, score)));
    after = next ?? undefined;
    if (after === undefined) break;
  }
  const type = await describe(objectType);
  const shown = await Promise.all(
    someOf(sure, SAMPLE).map(async (group): Promise<Sampled> => {
      const records = await Promise.all(
        group.records.map(({ id }) => call('readRecord', { params: { objectType, recordId: id }, signal })),
      );
      const fields = type.fields.filter(
        ({ name, createable, type: kind }) =>
          createable && kind !== 'reference' && records.some((record) => formatValue(record[name]) !== ''),
      );
      // People look at the fields that differ.
      const isSame = ({ name }: FieldInfo): boolean =>
        new Set(records.map((record) => formatValue(record[name]))).size === 1;
      const byDifference = [...fields.filter((field) => !isSame(field)), ...fields.filter(isSame)];
      return { group, records, fields: byDifference.slice(0, MOST_COLUMNS) };
    }),
  );
  return { sure: sure.length, isAll: after === undefined, shown };
}

/** As a job decides it: every pair was found, and scores so much; nothing has changed since. */
function isSure({ records, pairs, isStale }: ShownGroup, score: number): boolean {
  const complete = (records.length * (records.length - 1)) / 2;
  return !isStale && pairs.length === complete && pairs.every((pair) => pair.score >= score);
}

function someOf<T>(all: readonly T[], count: number): T[] {
  const left = [...all];
  const some: T[] = [];
  while (some.length < count && left.length > 0) some.push(...left.splice(Math.floor(Math.random() * left.length), 1));
  return some;
}
