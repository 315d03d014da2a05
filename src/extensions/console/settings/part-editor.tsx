import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import type { PartKind } from '../api/types.js';
import { ErrorBox, Loading } from '../components/states.js';
import { formatTime } from '../state/number-format.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { Confirm } from '../components/confirm.js';
import type { EditedSetting } from './use-part.js';

interface PartEditorProps<T> {
  readonly kind: PartKind;
  readonly name: string;
  /** Name for users. */
  readonly title: string;
  readonly part: EditedSetting<T>;
  /** Whether there is a list to return to. */
  readonly hasList: boolean;
  /** Shown before the versions. */
  readonly beside?: ComponentChildren;
  /** Inputs for the edited value. */
  readonly children: (value: T) => ComponentChildren;
}

/** The frame of a part's inputs: errors, saving, removing, and versions. */
export function PartEditor<T>({ kind, name, title, part, hasList, beside, children }: PartEditorProps<T>) {
  const [isRemoving, setRemoving] = useState(false);
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
            <button
              class="primary"
              type="button"
              disabled={part.isBusy || !part.isChanged || part.isConflict || part.faults.length > 0}
              onClick={() => void part.save()}
            >
              {texts.settings.part.save}
            </button>
            {part.isChanged && (
              <button type="button" disabled={part.isBusy} onClick={() => void part.takeTheirs(false)}>
                {texts.settings.part.discard}
              </button>
            )}
            {!part.isChanged && part.version !== null && (
              <button class="danger" type="button" disabled={part.isBusy} onClick={() => setRemoving(true)}>
                {texts.settings.part.remove}
              </button>
            )}
          </div>
        </section>
      )}
      {isRemoving && (
        <Confirm
          title={texts.settings.part.removeTitle(title)}
          doIt={texts.settings.part.remove}
          onConfirm={part.remove}
          onClose={() => setRemoving(false)}
        >
          <p>{texts.settings.part.removeSays[kind]}</p>
        </Confirm>
      )}
      {beside}
      {value !== undefined && <Versions kind={kind} name={name} part={part} />}
    </>
  );
}

function Faults<T>({ part }: { readonly part: EditedSetting<T> }) {
  return (
    <>
      {part.isConflict && (
        <div class="error" role="alert">
          <span>{texts.settings.part.conflict}</span>
          <span class="row">
            <button type="button" disabled={part.isBusy} onClick={() => void part.takeTheirs(false)}>
              {texts.settings.part.theirs}
            </button>
            <button type="button" disabled={part.isBusy} onClick={() => void part.takeTheirs(true)}>
              {texts.settings.part.mine}
            </button>
          </span>
        </div>
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

interface VersionsProps<T> {
  readonly kind: PartKind;
  readonly name: string;
  readonly part: EditedSetting<T>;
}

function Versions<T>({ kind, name, part }: VersionsProps<T>) {
  // The list stays while it reloads; otherwise an item that was just opened would close.
  const { value, error, reload } = useResource(
    `${kind} ${name} ${part.version ?? ''} ${part.said}`,
    (signal) => call('settingVersions', { params: { kind, name }, signal }),
    { keep: true },
  );
  return (
    <section class="card" aria-label={texts.settings.part.versions}>
      <h3>{texts.settings.part.versions}</h3>
      {error && <ErrorBox error={error} retry={reload} />}
      {value?.length === 0 && <p class="soft">{texts.settings.part.noVersions}</p>}
      <ol class="plain-list">
        {value?.map((one) => (
          <li key={one.number}>
            <details>
              <summary>
                {one.number}. {texts.settings.part.actions[one.action]}
                <span class="soft small">
                  {' '}
                  {formatTime(one.time)} {one.action !== 'found' && texts.settings.part.by(one.name ?? one.by)}
                </span>
                {one.version === part.version && <span class="badge good">{texts.settings.part.current}</span>}
              </summary>
              <pre class="settings-value">{shownValue(one.value)}</pre>
              {one.version !== part.version && (
                <button
                  type="button"
                  disabled={part.isBusy || part.isChanged}
                  onClick={() => void part.revert(one.number)}
                >
                  {texts.settings.part.revert}
                </button>
              )}
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}

function shownValue(value: unknown): string {
  if (value === null) return texts.settings.part.nothing;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
