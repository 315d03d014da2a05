import { objectLabel, objects } from '../api/objects.js';
import type { ScheduleEntry } from '../api/types.js';
import { Check, Field, Select } from '../components/field.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { PartEditor } from './part-editor.js';
import { usePart } from './use-part.js';

/** The name of the only part of this kind. */
const NAME = 'jobs';
const EVERY = /^(\d+)([mhd])$/;

/** The schedule of automatic comparisons. */
export function Schedule() {
  const part = usePart<ScheduleEntry>('schedule', NAME, { every: '24h', objectTypes: [] });
  const { value: all = [] } = useResource('objects', objects);
  return (
    <PartEditor kind="schedule" name={NAME} title={texts.settings.schedule.title} part={part} hasList={false}>
      {(schedule) => {
        const [, count = '24', unit = 'h'] = EVERY.exec(schedule.every) ?? [];
        const { autoMerge, ...others } = schedule;
        const names = [...new Set([...all.map(({ name }) => name), ...schedule.objectTypes])];
        return (
          <>
            <fieldset class="stack tight">
              <legend>{texts.settings.schedule.objects}</legend>
              <div class="choices">
                {names.map((name) => (
                  <Check
                    label={objectLabel(name)}
                    key={name}
                    isOn={schedule.objectTypes.includes(name)}
                    onChange={(checked) => {
                      const objectTypes = names.filter((one) =>
                        one === name ? checked : schedule.objectTypes.includes(one),
                      );
                      part.edit({ ...schedule, objectTypes });
                    }}
                  />
                ))}
              </div>
            </fieldset>
            <div class="form-grid">
              <Field label={texts.settings.part.places.every}>
                <input
                  type="number"
                  min={1}
                  value={count}
                  onInput={(e) => part.edit({ ...schedule, every: `${e.currentTarget.value}${unit}` })}
                />
              </Field>
              <Select
                label={texts.settings.schedule.unit}
                value={unit}
                options={Object.entries(texts.settings.schedule.units)}
                onChange={(next) => part.edit({ ...schedule, every: `${count}${next}` })}
              />
              <Field label={texts.settings.schedule.autoMerge}>
                <input
                  type="number"
                  min={0}
                  max={100}
                  step="any"
                  value={autoMerge ?? ''}
                  placeholder={texts.scenarios.off}
                  onInput={(e) => {
                    const text = e.currentTarget.value;
                    part.edit(text === '' ? others : { ...others, autoMerge: Number(text) });
                  }}
                />
                <span class="soft small">{texts.settings.schedule.autoMergeHelp}</span>
              </Field>
            </div>
          </>
        );
      }}
    </PartEditor>
  );
}
