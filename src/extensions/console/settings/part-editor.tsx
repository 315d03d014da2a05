import { Button } from '../components/button.js';
import type { ComponentChildren } from 'preact';
import { call } from '../api/call.js';
import type { PartKind } from '../api/types.js';
import { ErrorBox, Loading } from '../components/states.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { Versions } from '../components/versions.js';
import { Conflict } from '../components/conflict.js';
import { ConfirmButton } from '../components/confirm.js';
import type { EditedSetting } from './use-part.js';

interface PartEditorProps<T> {
  readonly kind: PartKind;
  readonly name: string;
  readonly title: string;
  readonly part: EditedSetting<T>;
  /** Whether there is a list to return to. */
  readonly hasList: boolean;
  readonly beside?: ComponentChildren;
  readonly children: (value: T) => ComponentChildren;
}

/** The frame around the inputs of a part, with errors, buttons to save and remove, and versions. */
export function PartEditor<T>({ kind, name, title, part, hasList, beside, children }: PartEditorProps<T>) {
  const { value } = part;
  return (
    <>
      {hasList && (
        <p>
          <a href={addressOf(['settings', kind])}>← {texts.review.list}</a>
        </p>
      )}
      {part.error && <ErrorBox error={part.error} retry={part.reload} />}
      {value === undefined && part.error === undefined && <Loading />}
      {value !== undefined && (
        <section class="card stack" aria-label={title}>
          <h3>{title}</h3>
          {children(value)}
          <Faults part={part} />
          <div class="row">
            <Button
              label={texts.settings.part.save}
              class="primary"
              disabled={part.isBusy || !part.isChanged || part.isConflict || part.faults.length > 0}
              onClick={() => void part.save()}
            />
            {part.isChanged && (
              <Button
                label={texts.settings.part.discard}
                disabled={part.isBusy}
                onClick={() => void part.takeTheirs(false)}
              />
            )}
            {!part.isChanged && part.version !== null && (
              <ConfirmButton
                label={texts.settings.part.remove}
                disabled={part.isBusy}
                title={say(texts.settings.part.removeTitle, title)}
                onConfirm={part.remove}
              >
                <p>{texts.settings.part.removeSays[kind]}</p>
              </ConfirmButton>
            )}
          </div>
        </section>
      )}
      {beside}
      {value !== undefined && <PartVersions kind={kind} name={name} part={part} />}
    </>
  );
}

function Faults<T>({ part }: { readonly part: EditedSetting<T> }) {
  return (
    <>
      {part.isConflict && (
        <Conflict
          isBusy={part.isBusy}
          onTheirs={() => void part.takeTheirs(false)}
          onMine={() => void part.takeTheirs(true)}
        />
      )}
      {part.faults.length > 0 && (
        <div class="error" role="alert">
          <ul class="plain-list">
            {part.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </div>
      )}
      {part.warnings.map((warning) => (
        <p class="badge warn wrapped" key={warning}>
          {warning}
        </p>
      ))}
      {part.said !== '' && (
        <p class="notice" role="status">
          {part.said}
        </p>
      )}
    </>
  );
}

type VersionsProps<T> = Pick<PartEditorProps<T>, 'kind' | 'name' | 'part'>;

function PartVersions<T>({ kind, name, part }: VersionsProps<T>) {
  // Keep showing the list while it reloads. Otherwise an item that was just opened would close.
  const all = useResource(
    `${kind} ${name} ${part.version ?? ''} ${part.said}`,
    (signal) => call('settingVersions', { params: { kind, name }, signal }),
    { keep: true },
  );
  return (
    <Versions
      all={all}
      current={part.version}
      isBusy={part.isBusy || part.isChanged}
      onRevert={(number) => void part.revert(number)}
    >
      {(one) => <pre class="settings-value">{shownValue(one.value)}</pre>}
    </Versions>
  );
}

function shownValue(value: unknown): string {
  if (value === null) return texts.settings.part.nothing;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
