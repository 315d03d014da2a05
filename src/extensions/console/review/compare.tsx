import { Check } from '../components/field.js';
import { Button } from '../components/button.js';
import type { MergeOutput, ObjectDescription, RecordData } from '../api/types.js';
import { useEffect, useState } from 'preact/hooks';
import { knownName, wantNames } from '../records/reference-names.js';
import { nameOf } from '../records/record-name.js';
import { characterDiff } from '../search/character-diff.js';
import { marked } from '../search/side-by-side.js';
import { formatValue, formatWhole } from '../state/number-format.js';
import { addressOf } from '../state/router.js';
import { say, texts } from '../texts.js';
import { withOrWithout, type Choice } from './choice.js';
import type { Item } from './items.js';

interface CompareProps {
  readonly item: Item;
  readonly type: ObjectDescription;
  readonly records: ReadonlyMap<string, RecordData>;
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
  /** Preview of the merge. `undefined` while the preview loads, or if the user may not merge. */
  readonly preview: MergeOutput | undefined;
}

/** Returns the label of a record in the comparison. */
export function labelOf({ kind }: Item, place: number): string {
  if (kind !== 'pair') return say(texts.review.record, formatWhole(place + 1));
  return place === 0 ? texts.review.matched : texts.review.created;
}

/** Records side by side with the merge result. A click on a cell chooses the surviving value. */
export function Compare({ item, type, records, choice, onChoose, preview }: CompareProps) {
  const [isBrief, setBrief] = useState(false);
  const columns = item.records.filter(({ id }) => records.has(id));
  const isPart = (id: string): boolean => !choice.without.includes(id);
  const parts = columns.filter(({ id }) => isPart(id));
  const isReference = (field: string): boolean =>
    type.fields.some(({ name, type: kind }) => name === field && kind === 'reference');
  const named = (field: string, value: string): string => (isReference(field) && knownName(value)) || value;
  const text = (id: string, field: string): string => named(field, formatValue(records.get(id)![field]));
  // Hide a reference that is the same in all records, such as the owner, because it does not help.
  const tells = (name: string, kind: string): boolean =>
    kind !== 'reference' || new Set(columns.map(({ id }) => text(id, name))).size > 1;
  const all = type.fields.filter(
    ({ name, type: kind, createable }) =>
      createable &&
      columns.some(({ id }) => text(id, name) !== (kind === 'boolean' ? 'false' : '')) &&
      tells(name, kind),
  );
  const differs = (name: string): boolean => new Set(columns.map(({ id }) => text(id, name))).size > 1;
  const rows = isBrief ? all.filter(({ name }) => differs(name)) : all;
  const referred = rows.flatMap(({ name, type: kind }) =>
    kind === 'reference' ? columns.map(({ id }) => formatValue(records.get(id)![name])) : [],
  );
  useEffect(() => void wantNames(referred.filter((id) => id !== '')), [referred.join()]);
  const survivorOf = (field: string) => preview?.fields.find((one) => one.field === field);
  const choose = (field: string, id: string): void => {
    const { [field]: before, ...others } = choice.fields;
    onChoose({ ...choice, fields: before === id ? others : { ...others, [field]: id } });
  };
  const keep = (id: string): void => onChoose({ ...choice, masterId: choice.masterId === id ? undefined : id });
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={texts.search.sides}>
      <table class="sides pair" style={{ '--columns': String(columns.length + (preview ? 1 : 0)) }}>
        <thead>
          <tr>
            <th scope="col">
              <Check label={texts.review.onlyDifferences} isSmall isOn={isBrief} onChange={setBrief} />
            </th>
            {columns.map(({ id, state }, place) => (
              <th scope="col" key={id} class={isPart(id) ? undefined : 'left-out'}>
                <div class="row">
                  <span class="small">{labelOf(item, place)}</span>
                  {state !== 'unchanged' && <span class="badge warn">{texts.review.states[state]}</span>}
                </div>
                <a href={addressOf(['records', item.objectType, id])}>{nameOf(records.get(id)!)}</a>
                <div class="row">
                  <Button
                    label={texts.review.keep}
                    class="small"
                    disabled={!isPart(id)}
                    aria-pressed={(preview?.masterId ?? choice.masterId) === id}
                    onClick={() => keep(id)}
                  />
                  {columns.length > 2 && (
                    <Check
                      label={texts.review.part}
                      isSmall
                      isOn={isPart(id)}
                      disabled={isPart(id) && parts.length === 2}
                      onChange={() => onChoose(withOrWithout(choice, id))}
                    />
                  )}
                </div>
              </th>
            ))}
            {preview && (
              <th scope="col" class="result">
                {texts.review.result}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, label }) => {
            const values = columns.map(({ id }) => text(id, name));
            const isSame = values.every((value) => value === values[0]);
            const survivor = survivorOf(name);
            const other = columns.length === 2 ? undefined : named(name, formatValue(survivor?.value));
            return (
              <tr key={name}>
                <th scope="row">{label}</th>
                {columns.map(({ id }, i) => {
                  const [mine] = characterDiff(values[i]!, other ?? values[1 - i] ?? '');
                  const shown = values[i] === '' ? <span class="soft">{texts.search.blank}</span> : marked(mine);
                  if (isSame || !isPart(id))
                    return (
                      <td key={id} class={isPart(id) ? 'same' : 'left-out'}>
                        {values[i]}
                      </td>
                    );
                  return (
                    <td key={id}>
                      <Button
                        label={shown}
                        class="cell"
                        aria-pressed={survivor === undefined ? choice.fields[name] === id : survivor.from.includes(id)}
                        title={say(texts.review.choose, label)}
                        onClick={() => choose(name, id)}
                      />
                    </td>
                  );
                })}
                {preview && (
                  <td class="result">
                    {survivor === undefined ? text(parts[0]!.id, name) : named(name, formatValue(survivor.value))}
                    {survivor && (
                      <div class="soft small">
                        {survivor.rule === 'given'
                          ? texts.review.chosen
                          : say(texts.review.ruled, ruleName(survivor.rule))}
                      </div>
                    )}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function ruleName(rule: string): string {
  const names: Readonly<Record<string, string>> = texts.settings.survivorship.fieldRules;
  return names[rule] ?? rule;
}
