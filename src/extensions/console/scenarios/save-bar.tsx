import { Button } from '../components/button.js';
import { useEffect, useState } from 'preact/hooks';
import { call, hasCode } from '../api/call.js';
import { Conflict } from '../components/conflict.js';
import type { Acting } from '../state/use-act.js';
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
  readonly acting: Acting;
  readonly onForget: () => void;
  /** Bases the draft on another version. */
  readonly onVersion: (version: string | null) => void;
  /** @param id `undefined` if the scenario was removed */
  readonly onSaved: (id: string | undefined) => void;
}

/** The last message. The message is kept here, because saving creates a new editor. */
let said: { readonly id: string; readonly text: string; readonly warnings: readonly string[] } | undefined;

export function SaveBar(props: SaveBarProps) {
  const { draft, edited, saved, isInRange, hasPlaces, acting, onForget, onVersion, onSaved } = props;
  const { isBusy, error: refused, act, clearError } = acting;
  const [isSure, setSure] = useState(false);
  useEffect(() => setSure(false), [draft]);
  const isConflict = hasCode(refused, 'VERSION_CONFLICT');
  const isOld = draft !== undefined && saved !== undefined && draft.version !== saved.version;
  const run = (work: () => Promise<Saved>, text: string): void =>
    void act(async () => {
      const { saved: now, warnings } = await work();
      said = { id: edited.id, text, warnings };
      onSaved(now?.scenario.id);
    });
  const save = (): void => {
    const scenario = edited.id === '' ? { ...edited, id: idOf(edited.name) } : edited;
    const body = { scenario, version: draft?.version ?? saved?.version ?? null };
    run(() => call('saveScenario', { params: { scenarioId: scenario.id }, body }), texts.settings.saved);
  };
  const remove = (version: string) => () =>
    call('removeScenario', { params: { scenarioId: edited.id }, query: { version } });
  const goOn = async (): Promise<void> => {
    const now = await call('scenarioDefinition', { params: { scenarioId: edited.id } }).catch(() => undefined);
    clearError();
    onVersion(now?.version ?? null);
  };
  const discard = (): void => {
    clearError();
    onForget();
  };
  const takeTheirs = (): void => {
    discard();
    onSaved(edited.id);
  };
  const notice = draft === undefined && said?.id === edited.id ? said : undefined;
  return (
    <div class="stack save-bar">
      {(isConflict || isOld) && <Conflict onTheirs={takeTheirs} onMine={() => void goOn()} />}
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
            onClick={() => (isSure ? run(remove(saved.version), texts.settings.part.removed) : setSure(true))}
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
