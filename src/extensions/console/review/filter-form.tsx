import { call } from '../api/call.js';
import { allows } from '../api/objects.js';
import type { ObjectInfo } from '../api/types.js';
import { Field, Select } from '../components/field.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { addressFor, AGES, DECIDED, KINDS, showFilters, SORTS, TABS, WHOSE, type Filters } from './review-filters.js';
import { NO_CHOICE } from './choice.js';

interface FilterFormProps {
  readonly filters: Filters;
  /** The displayed object. A list of groups always has an object. */
  readonly object: string;
  readonly objects: readonly ObjectInfo[];
}

export function FilterForm({ filters, object, objects }: FilterFormProps) {
  const { tab, kind } = filters;
  const change = (part: Partial<Filters>): void => showFilters({ ...filters, ...part });
  const isOfObject = tab === 'open' && kind !== 'pairs';
  const any: [string, string][] = isOfObject ? [] : [['', texts.review.anyObject]];
  return (
    <>
      <nav class="tabs" aria-label={texts.nav.review}>
        {TABS.map((one) => (
          <a
            key={one}
            class="tab"
            href={addressFor({ filters: { ...filters, tab: one, who: 'all', age: 'any' }, at: '', choice: NO_CHOICE })}
            aria-current={tab === one ? 'page' : undefined}
          >
            {texts.review.tabs[one]}
          </a>
        ))}
      </nav>
      <div class="review-filters">
        {tab === 'open' && (
          <Choice
            label={texts.review.kind}
            all={KINDS}
            value={kind}
            words={texts.review.kinds}
            onChange={(one) => change({ kind: one, age: 'any' })}
          />
        )}
        <Select
          label={texts.overview.object}
          value={object}
          options={[...any, ...objects.map(({ name, label }): [string, string] => [name, label])]}
          onChange={(name) => change({ object: name })}
        />
        {tab === 'open' && (
          <>
            <Percent
              label={texts.review.least}
              value={filters.least}
              usual={0}
              onChange={(least) => change({ least })}
            />
            <Percent label={texts.review.most} value={filters.most} usual={100} onChange={(most) => change({ most })} />
            <ImportChoice value={filters.file} onChange={(file) => change({ file })} />
          </>
        )}
        {tab === 'open' && kind !== 'pairs' && (
          <Choice
            label={texts.review.sort}
            all={SORTS}
            value={filters.sort}
            words={texts.review.sorts}
            onChange={(sort) => change({ sort })}
          />
        )}
        {(tab !== 'open' || kind === 'pairs') && (
          <Choice
            label={tab === 'open' ? texts.review.age : texts.steps.decided}
            all={tab === 'open' ? AGES : AGES.filter((age) => age !== 'older')}
            value={filters.age}
            words={texts.review.ages}
            onChange={(age) => change({ age })}
          />
        )}
        {tab === 'decided' && (
          <Choice
            label={texts.review.verdict}
            all={DECIDED}
            value={filters.verdict}
            words={{ ...texts.review.verdicts, '': texts.all }}
            onChange={(verdict) => change({ verdict })}
          />
        )}
        {tab !== 'open' && (
          <Choice
            label={tab === 'later' ? texts.review.assignedTo : texts.review.decidedBy}
            all={WHOSE}
            value={filters.who}
            words={texts.review.whose}
            onChange={(who) => change({ who })}
          />
        )}
      </div>
    </>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly all: readonly T[];
  readonly value: T;
  readonly words: Readonly<Record<T, string>>;
  readonly onChange: (value: T) => void;
}

function Choice<T extends string>({ label, all, value, words, onChange }: ChoiceProps<T>) {
  return (
    <Select
      label={label}
      value={value}
      options={all.map((one) => [one, words[one]] as const)}
      onChange={(chosen) => onChange(all.find((one) => one === chosen) ?? all[0]!)}
    />
  );
}

interface PercentProps {
  readonly label: string;
  readonly value: number;
  readonly usual: number;
  readonly onChange: (value: number) => void;
}

function Percent({ label, value, usual, onChange }: PercentProps) {
  return (
    <Field label={label}>
      <input
        type="number"
        min={0}
        max={100}
        key={value}
        defaultValue={value === usual ? '' : String(value)}
        placeholder={String(usual)}
        onChange={({ currentTarget: { value: typed, validity } }) =>
          validity.valid && onChange(typed === '' ? usual : Number(typed))
        }
      />
    </Field>
  );
}

function ImportChoice({ value, onChange }: { readonly value: string; readonly onChange: (file: string) => void }) {
  const files = useResource(allows('upsert') ? 'files' : undefined, (signal) => call('files', { signal }));
  const imported = files.value?.filter((file) => file.imported !== null && file.imported.undo === null) ?? [];
  if (imported.length === 0 && value === '') return null;
  const options = imported.map(({ id, name }) => [id, name] as const);
  const isKnown = value === '' || imported.some(({ id }) => id === value);
  return (
    <Select
      label={texts.review.file}
      value={value}
      options={[['', texts.all], ...options, ...(isKnown ? [] : [[value, value] as const])]}
      onChange={onChange}
    />
  );
}
