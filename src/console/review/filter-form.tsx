import type { ObjectInfo } from '../api/types.js';
import { Field, Select } from '../components/field.js';
import { texts } from '../texts.js';
import { AGES, showFilters, type Filters, type ReviewKind } from './review-filters.js';

const KINDS = ['pairs', 'groups'] as const satisfies readonly ReviewKind[];

interface FilterFormProps {
  readonly filters: Filters;
  /** The object that is shown: of groups, always one. */
  readonly object: string;
  readonly objects: readonly ObjectInfo[];
}

export function FilterForm({ filters, object, objects }: FilterFormProps) {
  const change = (part: Partial<Filters>): void => showFilters({ ...filters, ...part });
  const all: [string, string][] = filters.kind === 'pairs' ? [['', texts.review.anyObject]] : [];
  return (
    <div class="review-filters">
      <div class="tabs" role="group" aria-label={texts.review.title}>
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={filters.kind === kind}
            onClick={() => change({ kind, age: 'any' })}
          >
            {texts.review.kinds[kind]}
          </button>
        ))}
      </div>
      <Select
        label={texts.choose}
        value={object}
        options={[...all, ...objects.map(({ name, label }): [string, string] => [name, label])]}
        onChange={(name) => change({ object: name })}
      />
      <Field label={texts.review.least}>
        <input
          type="number"
          min={0}
          max={100}
          key={filters.least}
          defaultValue={filters.least === 0 ? '' : String(filters.least)}
          placeholder="0"
          onChange={({ currentTarget: { value, validity } }) => validity.valid && change({ least: Number(value) })}
        />
      </Field>
      {filters.kind === 'pairs' && (
        <Select
          label={texts.review.age}
          value={filters.age}
          options={AGES.map((age) => [age, texts.review.ages[age]] as const)}
          onChange={(age) => change({ age: AGES.find((one) => one === age) ?? 'any' })}
        />
      )}
    </div>
  );
}
