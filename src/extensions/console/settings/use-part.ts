import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../../extensions/api.js';
import { ApiError, call, hasCode } from '../api/call.js';
import type { PartKind } from '../api/types.js';
import { useAct } from '../state/use-act.js';
import { useResource } from '../state/use-resource.js';
import { say, textOf, texts } from '../texts.js';

type Stored = AnswerOf<'settings'>[number];

/** Milliseconds between the last keystroke and the check of the edit. */
const PAUSE = 500;

export interface EditedSetting<T> {
  /** `undefined` while it loads. */
  readonly value: T | undefined;
  /** The edited version. `null` if the part does not exist yet. */
  readonly version: string | null;
  readonly isChanged: boolean;
  readonly error: Error | undefined;
  /** Errors that prevent saving, each with its place. `warnings` report settings that are probably unintended. */
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
  readonly isConflict: boolean;
  readonly isBusy: boolean;
  readonly said: string;
  readonly edit: (value: T) => void;
  readonly save: () => Promise<void>;
  readonly remove: () => Promise<void>;
  readonly revert: (number: number) => Promise<void>;
  /** Loads the version that another user saved. With `keep`, the user's edit is preserved. */
  readonly takeTheirs: (keep: boolean) => Promise<void>;
  readonly reload: () => void;
}

/** @param empty initial value of a new part */
export function usePart<T>(kind: PartKind, name: string, empty: T): EditedSetting<T> {
  const find = async (signal?: AbortSignal): Promise<Stored | null> => {
    const all = await call('settings', { params: { kind }, ...(signal && { signal }) });
    return all.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? null;
  };
  const loaded = useResource(`${kind} ${name}`, find, { keep: true });
  // The service's last response, which is newer than the loaded value. `null` if the part does not exist.
  const [answered, setAnswered] = useState<Stored | null | undefined>(undefined);
  const [draft, setDraft] = useState<{ readonly value: T; readonly version: string | null } | undefined>(undefined);
  const { isBusy, error: refused, act, clearError } = useAct();
  const [said, setSaid] = useState('');
  const stored = answered === undefined ? loaded.value : answered;
  const version = draft === undefined ? (stored?.version ?? null) : draft.version;
  const params = { kind, name };
  const bodyOf = (value: T) => ({ value, version });

  const checked = useResource(
    draft === undefined ? undefined : JSON.stringify(draft),
    async (signal) => {
      try {
        const { warnings } = await call('saveSetting', {
          params,
          body: { ...bodyOf(draft!.value), dryRun: true },
          signal,
        });
        return { faults: [], warnings };
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 400) throw error;
        return { faults: error.message.split('\n').map(withoutRoot), warnings: [] };
      }
    },
    { pause: PAUSE, keep: true },
  );
  const run = async (work: () => Promise<Stored | null>, done: string, keep = false): Promise<void> => {
    setSaid('');
    await act(async () => {
      const now = await work();
      setAnswered(now);
      setDraft((last) => (keep && last !== undefined ? { ...last, version: now?.version ?? null } : undefined));
      setSaid(done);
    });
  };
  useEffect(() => {
    setAnswered(undefined);
    setDraft(undefined);
    clearError();
    setSaid('');
  }, [kind, name]);
  const isConflict = [refused, checked.error].some((error) => hasCode(error, 'VERSION_CONFLICT'));
  const faults = hasCode(refused, 'INVALID_SETTING') ? refused.message.split('\n').map(withoutRoot) : [];
  return {
    value: draft?.value ?? (stored === undefined ? undefined : ((stored?.value as T | undefined) ?? empty)),
    version,
    isChanged: draft !== undefined,
    error: loaded.error ?? (isConflict || faults.length > 0 ? undefined : (refused ?? checked.error)),
    faults: draft === undefined ? [] : [...new Set([...(checked.value?.faults ?? []), ...faults])],
    warnings: draft === undefined ? [] : (checked.value?.warnings.map(withoutRoot) ?? []),
    isConflict,
    isBusy,
    said,
    edit: (value) => {
      setSaid('');
      clearError();
      setDraft({ value, version });
    },
    save: () =>
      run(async () => (await call('saveSetting', { params, body: bodyOf(draft!.value) })).saved, texts.settings.saved),
    remove: () =>
      run(
        async () => (await call('removeSetting', { params, query: { version: version ?? '' } })).saved,
        texts.settings.part.removed,
      ),
    revert: (number) =>
      run(
        async () => (await call('revertSetting', { params, body: { number, version } })).saved,
        say(texts.settings.part.reverted, number),
      ),
    takeTheirs: (keep) => run(find, '', keep),
    reload: () => {
      setAnswered(undefined);
      loaded.reload();
    },
  };
}

/** Replaces the path at the start of a message, such as `value.name`, with the label of the input. */
function withoutRoot(message: string): string {
  const text = message.replace(/^value[.:]?\s*/, '');
  const [, name = ''] = /^(\w+)/.exec(text) ?? [];
  const called = textOf(texts.settings.part.places, name);
  return called === undefined ? text : `${called}${text.slice(name.length)}`;
}
