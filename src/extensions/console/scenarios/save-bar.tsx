import { Button } from '../components/button.js';
import { useEffect, useState } from 'preact/hooks';
import { ApiError, call } from '../api/call.js';
import type { EditableScenario, Saved, ScenarioDetails } from '../api/types.js';
import { ErrorBox } from '../components/states.js';
import { texts } from '../texts.js';
import type { Draft } from './draft.js';

interface SaveBarProps {
  readonly draft: Draft | undefined;
  readonly edited: EditableScenario;
  readonly saved: ScenarioDetails | undefined;
  /** Whether all numbers are in range. Otherwise, the service would reject them. */
  readonly isInRange: boolean;
  /** Whether the form shows the errors of the last save at their inputs. */
  readonly hasPlaces: boolean;
  readonly onRefused: (error: Error | undefined) => void;
  readonly onForget: () => void;
  /** Bases the draft on another version. */
  readonly onVersion: (version: string | null) => void;
  /** @param id `undefined` if the scenario was removed */
  readonly onSaved: (id: string | undefined) => void;
}

/** The last message. The message is kept here, because saving creates a new editor. */
let said: { readonly id: string; readonly text: string; readonly warnings: readonly string[] } | undefined;

export function SaveBar(props: SaveBarProps) {
  const { draft, edited, saved, isInRange, hasPlaces, onRefused, onForget, onVersion, onSaved } = props;
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Error | undefined>(undefined);
  const [isSure, setSure] = useState(false);
  useEffect(() => setSure(false), [draft]);
  const isConflict = refused instanceof ApiError && refused.code === 'VERSION_CONFLICT';
  const isOld = draft !== undefined && saved !== undefined && draft.version !== saved.version;
  const fail = (error: Error | undefined): void => {
    setRefused(error);
    onRefused(error);
  };
  const run = async (work: () => Promise<Saved>, text: string): Promise<void> => {
    setBusy(true);
    fail(undefined);
    try {
      const { saved: now, warnings } = await work();
      said = { id: edited.id, text, warnings };
      onSaved(now?.scenario.id);
    } catch (error) {
      fail(error as Error);
    }
    setBusy(false);
  };
  const save = (): void => {
    const scenario = edited.id === '' ? { ...edited, id: idOf(edited.name) } : edited;
    const body = { scenario, version: draft?.version ?? saved?.version ?? null };
    void run(() => call('saveScenario', { params: { scenarioId: scenario.id }, body }), texts.settings.saved);
  };
  const remove = (version: string) => () =>
    call('removeScenario', { params: { scenarioId: edited.id }, query: { version } });
  const goOn = async (): Promise<void> => {
    const now = await call('scenarioDefinition', { params: { scenarioId: edited.id } }).catch(() => undefined);
    fail(undefined);
    onVersion(now?.version ?? null);
  };
  const discard = (): void => {
    fail(undefined);
    onForget();
  };
  const takeTheirs = (): void => {
    discard();
    onSaved(edited.id);
  };
  const notice = draft === undefined && said?.id === edited.id ? said : undefined;
  return (
    <div class="stack save-bar">
      {(isConflict || isOld) && (
        <div class="error" role="alert">
          <span>{texts.settings.part.conflict}</span>
          <span class="row">
            <Button label={texts.settings.part.theirs} onClick={takeTheirs} />
            <Button label={texts.settings.part.mine} onClick={() => void goOn()} />
          </span>
        </div>
      )}
      {refused && !isConflict && !hasPlaces && <ErrorBox error={refused} />}
      {notice && (
        <div role="status">
          <p class="notice">{notice.text}</p>
          {notice.warnings.map((warning) => (
            <p class="badge warn wrapped" key={warning}>
              {warning}
            </p>
          ))}
        </div>
      )}
      <div class="row">
        <Button
          label={isBusy ? texts.scenarios.saving : texts.settings.part.save}
          class="primary"
          disabled={isBusy || draft === undefined || !isInRange || isConflict || isOld}
          onClick={save}
        />
        {draft !== undefined && <Button label={texts.settings.part.discard} disabled={isBusy} onClick={discard} />}
        {saved !== undefined && saved.origin !== 'builtIn' && draft === undefined && (
          <Button
            label={`${saved.origin === 'changed' ? texts.records.usualColumns : texts.settings.part.remove}${isSure ? ` – ${texts.scenarios.sure}` : ''}`}
            disabled={isBusy}
            onClick={() => (isSure ? void run(remove(saved.version), texts.settings.part.removed) : setSure(true))}
          />
        )}
        {draft !== undefined && (
          <span class="soft small">
            {texts.record.unsaved}. {texts.scenarios.unsavedHint}
          </span>
        )}
      </div>
    </div>
  );
}

function idOf(name: string): string {
  const id = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-/, '')
    .replace(/-$/, '');
  return id === '' ? 'scenario' : id;
}
