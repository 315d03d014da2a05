import { useEffect, useState } from 'preact/hooks';
import { allows, objectLabel, objects } from '../api/objects.js';
import type { ClientInfo, ObjectInfo, Scope } from '../api/types.js';
import { Check, Field, Select } from '../components/field.js';
import { texts } from '../texts.js';

export interface ClientRights {
  readonly scopes: readonly Scope[];
  /** `null` for all objects. */
  readonly objects: readonly string[] | null;
  readonly licence: ClientInfo['licence'];
}

interface InputsProps {
  readonly rights: ClientRights;
  /** The client's current scopes. The user may leave these scopes unchanged, even without having them. */
  readonly has: readonly Scope[];
  readonly onEdit: (rights: ClientRights) => void;
}

export function RightsInputs({ rights, has, onEdit }: InputsProps) {
  const set = (part: Partial<ClientRights>): void => onEdit({ ...rights, ...part });
  return (
    <>
      <ScopeInputs scopes={rights.scopes} has={has} onEdit={(scopes) => set({ scopes })} />
      <ObjectInputs chosen={rights.objects} onEdit={(chosen) => set({ objects: chosen })} />
      <LicenceInputs licence={rights.licence} onEdit={(licence) => set({ licence })} />
    </>
  );
}

interface ScopeProps {
  readonly scopes: readonly Scope[];
  readonly has: readonly Scope[];
  readonly onEdit: (scopes: readonly Scope[]) => void;
}

function ScopeInputs({ scopes, has, onEdit }: ScopeProps) {
  const all = Object.entries(texts.settings.rights) as [Scope, string][];
  const put = (scope: Scope, isOn: boolean): void =>
    onEdit(all.map(([name]) => name).filter((name) => (name === scope ? isOn : scopes.includes(name))));
  return (
    <fieldset class="stack tight">
      <legend>{texts.settings.client.rights}</legend>
      <p class="soft small">{texts.settings.client.rightsHelp}</p>
      <div class="choices">
        {all.map(([scope, label]) => (
          <Check
            label={label}
            key={scope}
            name={scope}
            isOn={scopes.includes(scope)}
            disabled={!allows(scope) && !has.includes(scope)}
            onChange={(checked) => put(scope, checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface ObjectProps {
  readonly chosen: readonly string[] | null;
  readonly onEdit: (chosen: readonly string[] | null) => void;
}

function ObjectInputs({ chosen, onEdit }: ObjectProps) {
  const [all, setAll] = useState<readonly ObjectInfo[]>([]);
  useEffect(() => {
    // Without the right to read, the list is not available, but the chosen objects are shown anyway.
    if (allows('read')) objects().then(setAll, () => undefined);
  }, []);
  const names = [...new Set([...all.map(({ name }) => name), ...(chosen ?? [])])];
  return (
    <fieldset class="stack tight">
      <legend>{texts.settings.part.places.objectTypes}</legend>
      <p class="soft small">{texts.settings.client.objectsHelp}</p>
      <div class="choices">
        <label class="check">
          <input type="radio" name="objects" checked={chosen === null} onChange={() => onEdit(null)} />
          {texts.review.anyObject}
        </label>
        <label class="check">
          <input type="radio" name="objects" checked={chosen !== null} onChange={() => onEdit(chosen ?? [])} />
          {texts.settings.client.someObjects}
        </label>
      </div>
      {chosen !== null && (
        <div class="choices">
          {names.map((name) => (
            <Check
              label={objectLabel(name)}
              key={name}
              isOn={chosen.includes(name)}
              onChange={(checked) => {
                onEdit(names.filter((one) => (one === name ? checked : chosen.includes(one))));
              }}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

interface LicenceProps {
  readonly licence: ClientInfo['licence'];
  readonly onEdit: (licence: ClientInfo['licence']) => void;
}

function LicenceInputs({ licence: { state, until }, onEdit }: LicenceProps) {
  const kind = state === 'valid' && until !== null ? 'until' : state;
  const choose = (next: string): void => {
    if (next === 'until') onEdit({ state: 'valid', until: inAYear() });
    else onEdit({ state: next as ClientInfo['licence']['state'], until: null });
  };
  return (
    <fieldset class="stack tight">
      <legend>{texts.settings.client.licence}</legend>
      <p class="soft small">{texts.settings.client.licenceHelp}</p>
      <div class="form-grid">
        <Select
          label={texts.scenarios.state}
          value={kind}
          options={Object.entries(texts.settings.client.licences)}
          onChange={choose}
        />
        {kind === 'until' && (
          <Field label={texts.settings.client.lastDay}>
            <input
              type="date"
              required
              value={until?.slice(0, 10)}
              onInput={(e) => e.currentTarget.value !== '' && onEdit({ state: 'valid', until: e.currentTarget.value })}
            />
          </Field>
        )}
      </div>
    </fieldset>
  );
}

function inAYear(): string {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() + 1);
  return day.toISOString().slice(0, 10);
}
