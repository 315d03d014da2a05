import { allows, describe, explain, readRecord } from '../api/service.js';
import type { ObjectDescription, RecordData, SuspectedPairsPage } from '../api/types.js';
import { ErrorBox, Loading } from '../components/states.js';
import { nameOf } from '../records/record-name.js';
import { characterDiff } from '../search/character-diff.js';
import { Explained } from '../search/explained.js';
import { marked } from '../search/side-by-side.js';
import { formatTime, formatValue } from '../state/format.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import type { Choice } from './choice.js';

interface PairProps {
  readonly pair: SuspectedPairsPage['records'][number];
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
}

/** Both records beside each other: what is to survive is chosen in the cells; below, how the score comes about. */
export function Pair({ pair, choice, onChoose }: PairProps) {
  const { objectType, createdId, matchedId, score, time } = pair;
  const shown = useResource(pair.id, async (signal) => {
    const [type, matched, created] = await Promise.all([
      describe(objectType),
      readRecord(objectType, matchedId, signal),
      readRecord(objectType, createdId, signal),
    ]);
    const question = { objectPrefix: type.keyPrefix, objectData: typedValues(type, created), recordId: matchedId };
    return { type, matched, created, explanation: allows('search') ? await explain(question, signal) : undefined };
  });
  const { value, error, isLoading, reload } = shown;
  if (error) return <ErrorBox error={error} retry={reload} />;
  if (value === undefined) return isLoading ? <Loading /> : null;
  const { type, matched, created, explanation } = value;
  const rows = type.fields.filter(
    ({ name, createable }) => createable && (formatValue(matched[name]) !== '' || formatValue(created[name]) !== ''),
  );
  const choose = (field: string, id: string): void => {
    const { [field]: before, ...others } = choice.fields;
    onChoose({ ...choice, fields: before === id ? others : { ...others, [field]: id } });
  };
  const keep = (id: string): void => onChoose({ ...choice, masterId: choice.masterId === id ? undefined : id });
  const sides = [
    [matchedId, matched, texts.review.matched],
    [createdId, created, texts.review.created],
  ] as const;
  return (
    <>
      <section class="card">
        <p class="soft">
          {texts.search.total} {score}, {formatTime(time)}. {texts.review.byRules}
        </p>
        <div class="scroll-x" tabIndex={0} role="region" aria-label={texts.search.sides}>
          <table class="sides pair">
            <thead>
              <tr>
                <th scope="col">{texts.search.field}</th>
                {sides.map(([id, record, label]) => (
                  <th scope="col" key={id}>
                    <div>{label}</div>
                    <a href={addressOf(['records', objectType, id])}>{nameOf(record)}</a>{' '}
                    <button type="button" aria-pressed={choice.masterId === id} onClick={() => keep(id)}>
                      {texts.review.keep}
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, label }) => {
                const [left, right] = [formatValue(matched[name]), formatValue(created[name])];
                const diffs = characterDiff(left, right);
                return (
                  <tr key={name}>
                    <td>{label}</td>
                    {sides.map(([id], i) => (
                      <td key={id} class={left === right ? 'same' : undefined}>
                        {left === right ? (
                          left
                        ) : (
                          <button
                            class="cell"
                            type="button"
                            aria-pressed={choice.fields[name] === id}
                            title={texts.review.choose(label)}
                            onClick={() => choose(name, id)}
                          >
                            {[left, right][i] === '' ? (
                              <span class="soft">{texts.search.blank}</span>
                            ) : (
                              marked(diffs[i]!)
                            )}
                          </button>
                        )}
                      </td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      </section>
      {explanation && <Explained title={texts.search.waterfall} scenarios={explanation.scenarios} />}
    </>
  );
}

/** The values of a record as a search takes them. */
function typedValues(type: ObjectDescription, record: RecordData): Record<string, string> {
  const values = type.fields
    .filter(({ createable }) => createable)
    .map(({ name }) => [name, formatValue(record[name])] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}
