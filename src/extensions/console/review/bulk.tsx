import { Table } from '../components/table.js';
import { Button } from '../components/button.js';
import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { describe } from '../api/objects.js';
import type { FieldInfo, RecordData, ShownGroup } from '../api/types.js';
import { Check, Field } from '../components/field.js';
import { ErrorBox, Pending } from '../components/states.js';
import { nameOf } from '../records/record-name.js';
import { formatValue, formatWhole } from '../state/number-format.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { useAct } from '../state/use-act.js';
import { say, texts } from '../texts.js';
import { countFrom, Distribution } from './distribution.js';

const USUAL_SCORE = 99;
const SAMPLE = 5;
const MOST_COLUMNS = 5;

interface BulkProps {
  readonly object: string;
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

/** Starts a job that merges the counted groups above a score, after the user has checked a sample. */
export function Bulk({ object, onStarted, onClose }: BulkProps) {
  const [score, setScore] = useState(USUAL_SCORE);
  const [round, setRound] = useState(0);
  const [isInspected, setInspected] = useState(false);
  const { isBusy, error, act } = useAct();
  const ready = useResource(`${object} ${round}`, (signal) => readyGroups(object, signal), { keep: true });
  const sure = ready.value?.scores.filter((each) => each.score >= score);
  const some = sure?.flatMap((each) => each.some);
  const sample = useResource(some && `${score} ${round} ${some.join()}`, (signal) => sampleOf(object, some!, signal), {
    pause: 250,
  });
  const count = sure && countFrom(sure, score);
  const another = (): void => {
    setInspected(false);
    setRound(round + 1);
  };
  const choose = (from: number): void => {
    setInspected(false);
    setScore(from);
  };
  const start = async (): Promise<void> => {
    const isStarted = await act(async () => {
      const now = await readyGroups(object);
      if (now.jobId !== ready.value!.jobId || countFrom(now.scores, score) !== count) {
        another();
        throw new Error(texts.review.countChanged);
      }
      await call('startJob', { body: { objectType: object, autoMerge: score, groupsOf: now.jobId } });
    });
    if (isStarted) onStarted();
  };
  return (
    <section class="card stack" aria-label={texts.review.bulk}>
      <div class="row spread">
        <h2>{texts.review.bulk}</h2>
        <Button label={texts.close} class="plain" onClick={onClose} />
      </div>
      <p class="soft">{texts.review.bulkHint}</p>
      {error && <ErrorBox error={error} />}
      {ready.error && <ErrorBox error={ready.error} retry={ready.reload} />}
      <div class="row">
        <Field label={texts.review.least}>
          <input
            type="number"
            min={0}
            max={100}
            value={String(score)}
            onInput={({ currentTarget }) => {
              if (currentTarget.value !== '' && currentTarget.validity.valid) choose(Number(currentTarget.value));
            }}
          />
        </Field>
        {count !== undefined && (
          <span role="status">{count === 0 ? texts.review.noSure : say(texts.review.sure, formatWhole(count))}</span>
        )}
      </div>
      {ready.value && (
        <Distribution scores={ready.value.scores} from={score} label={texts.review.least} onInput={choose} />
      )}
      <Pending of={sample} />
      {count !== undefined && count > 0 && sample.value && (
        <>
          <div class="row spread">
            <h3>{texts.review.sample}</h3>
            <Button label={texts.review.another} onClick={another} />
          </div>
          {sample.value.map((one) => (
            <SampleGroup key={one.group.id} {...one} object={object} />
          ))}
          <Check label={texts.review.inspected} isOn={isInspected} onChange={setInspected} />
          <div>
            <Button
              label={say(texts.review.mergeAll, formatWhole(count))}
              class="primary"
              disabled={!isInspected || isBusy}
              onClick={() => void start()}
            />
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
    <Table
      name={group.id}
      labels={[`${texts.search.total} ${formatWhole(group.score)}`, ...fields.map(({ label }) => label)]}
    >
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
    </Table>
  );
}

async function readyGroups(objectType: string, signal?: AbortSignal) {
  const query = { objectType, status: 'open', counts: 'ready', pageSize: 1 } as const;
  const { jobId, counts } = await call('groups', { query, signal });
  return { jobId, scores: counts!.ready! };
}

async function sampleOf(objectType: string, some: readonly string[], signal: AbortSignal): Promise<Sampled[]> {
  const type = await describe(objectType);
  return Promise.all(
    someOf(some, SAMPLE).map(async (groupId): Promise<Sampled> => {
      const group = await call('group', { params: { groupId }, signal });
      const records = await Promise.all(
        group.records.map(({ id }) => call('readRecord', { params: { objectType, recordId: id }, signal })),
      );
      const fields = type.fields.filter(
        ({ name, createable, type: kind }) =>
          createable && kind !== 'reference' && records.some((record) => formatValue(record[name]) !== ''),
      );
      // Show differing fields first.
      const isSame = ({ name }: FieldInfo): boolean =>
        new Set(records.map((record) => formatValue(record[name]))).size === 1;
      const byDifference = [...fields.filter((field) => !isSame(field)), ...fields.filter(isSame)];
      return { group, records, fields: byDifference.slice(0, MOST_COLUMNS) };
    }),
  );
}

function someOf<T>(all: readonly T[], count: number): T[] {
  const left = [...all];
  const some: T[] = [];
  while (some.length < count && left.length > 0) some.push(...left.splice(Math.floor(Math.random() * left.length), 1));
  return some;
}
