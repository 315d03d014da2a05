import { useEffect } from 'preact/hooks';
import { PageHead, useTitle } from '../components/page-head.js';
import { Button } from '../components/button.js';
import { call, resultAddress } from '../api/call.js';
import { allows, describe, objects } from '../api/objects.js';
import type { FileTask, Look, ObjectDescription, ObjectInfo, ShownFile } from '../api/types.js';
import { Select } from '../components/field.js';
import { ErrorBox, Pending } from '../components/states.js';
import { Steps, stepsAfter } from '../components/steps.js';
import { useKeys } from '../state/keys.js';
import { formatBytes, formatTime, formatWhole } from '../state/number-format.js';
import { addressOf, go, parameters } from '../state/router.js';
import { useAct } from '../state/use-act.js';
import { useResource, type Resource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { Columns } from './columns.js';
import { ReadAs } from './read-as.js';
import { DuplicatesChoice, DUPLICATES, duplicatesTask, type DuplicateChoice } from './duplicates-choice.js';
import { ImportedBefore } from './imported-before.js';
import { Reasons, Standing, Tried } from './standing.js';
import { isPending, usePolled } from '../state/use-polled.js';
import { fieldsByColumn, mappingAsText, mappingIn, mappingOf, type FieldsByColumn } from './column-fields.js';

/** Name of the object that is derived from a file's columns. */
const AUTO = 'auto';

interface Seen {
  readonly all: readonly ObjectInfo[];
  readonly file: ShownFile;
  /** `undefined` if the rows are neither people nor companies. */
  readonly type: ObjectDescription | undefined;
}

/** Returns a file of this client, polled while it is processed. */
export function useFile(id: string): Resource<Seen> {
  const shown = useResource(
    id,
    async (signal) => {
      const [all, file] = await Promise.all([objects(), call('file', { params: { fileId: id }, signal })]);
      const name = file.inspection?.objectType ?? file.imported?.objectType ?? all[0]!.name;
      return { all, file, type: name === AUTO ? undefined : await describe(name) };
    },
    { keep: true },
  );
  usePolled(shown, shown.value !== undefined && isPending(shown.value.file));
  return shown;
}

export function FileView({ id }: { readonly id: string }) {
  const shown = useFile(id);
  const { value } = shown;
  useEffect(() => {
    // For a deleted file, only the results can be shown.
    if (value?.file.isGone === true) go(addressOf(['import', id, 'result']), 'replace');
  }, [value?.file.isGone]);
  const name = value?.file.name ?? id;
  useTitle(name);
  return (
    <>
      <PageHead
        title={name}
        back={[['import'], texts.import.title]}
        about={
          value && (
            <span class="soft small">
              {formatBytes(value.file.size)}, {say(texts.import.expires, formatTime(value.file.expires))}
            </span>
          )
        }
      />
      <Pending of={shown} />
      {value && <Known {...value} reload={shown.reload} />}
    </>
  );
}

interface KnownProps extends Seen {
  readonly reload: () => void;
}

function Known({ all, file, type, reload }: KnownProps) {
  const { isBusy, error: refused, act: actOnce } = useAct();
  const { inspection, imported } = file;
  const params = { fileId: file.id };
  const objectType = type?.name ?? AUTO;
  const plan = planOf(file, objectType, parameters.value);
  const change = (next: Partial<Plan>): void =>
    go(addressOf(['import', file.id], planAsParameters({ ...plan, ...next })), 'replace');
  const act = async (work: () => Promise<unknown>): Promise<boolean> => {
    const isDone = await actOnce(work);
    reload();
    return isDone;
  };
  const run = (action: FileTask['action']): Promise<boolean> =>
    act(async () => {
      // Another tab may have changed the file, so act only if the file still has the shown state.
      const now = await call('file', { params });
      if (now.inspection?.objectType !== inspection?.objectType || isPending(now)) throw new Error(texts.import.moved);
      await call('runFile', { params, body: taskOf(action, plan) });
    });
  const startImport = async (): Promise<void> => {
    if (await run('import')) go(addressOf(['import', file.id, 'result']));
  };
  const lookAgain = (look: Look): void =>
    void act(async () => {
      await call('inspectFile', { params, body: { ...inspection?.said, ...look } });
      // Discard the mapping, because the columns may have changed.
      go(addressOf(['import', file.id], flagsAsParameters(plan)), 'replace');
    });
  const remove = (): void =>
    void act(async () => {
      await call('deleteFile', { params });
      go(addressOf(['import']));
    });
  const pending = isPending(file);
  const isLocked = isBusy || pending;
  const mayRun = type !== undefined && !isLocked;
  useKeys(
    mayRun
      ? {
          t: () => void run('dryRun'),
          i: () => void startImport(),
          d: () => document.querySelector<HTMLElement>('.duplicates-choice select')?.focus(),
        }
      : {},
  );
  const result = imported === null ? {} : { import: addressOf(['import', file.id, 'result']) };
  const action = file.task?.action;
  // A finished import does not change, but the figures of a trial or a cleaning must match the chosen options.
  const isOutdated = !pending && (file.counts ?? file.cleaned) !== null && !isOfPlan(file, plan);
  const isShown = !isOutdated || action === 'import';
  const isTried = isShown && action === 'dryRun' && file.status === 'completed';
  const isCleaning = action === 'clean';
  const outcome = (
    <>
      <div class="row" role="status">
        {isShown ? <Standing file={file} /> : <p class="notice">{texts.import.outdated}</p>}
        {pending && <Button label={texts.cancel} onClick={() => void act(() => call('cancelFile', { params }))} />}
      </div>
      {pending && <p class="soft small">{texts.import.leave}</p>}
      {file.reason !== null && <ErrorBox error={new Error(file.reason)} />}
      {isShown && file.counts && <Reasons counts={file.counts} />}
      {isTried && <Tried tried={file.counts?.tried ?? []} />}
      {isShown && file.cleaned?.notMerged && (
        <p>
          {say(texts.import.notMerged, file.cleaned.notMerged.why)}{' '}
          {say(texts.import.help, file.cleaned.notMerged.help)}
        </p>
      )}
      {isShown && file.results.length > 0 && <Results file={file} />}
    </>
  );
  return (
    <div class="stack">
      {type !== undefined && (
        <Steps
          now={isTried || (pending && action === 'dryRun') ? 'trial' : 'file'}
          to={{ file: addressOf(['import']), ...result, ...(imported && stepsAfter(imported.objectType, file.id)) }}
        />
      )}
      {refused && <ErrorBox error={refused} />}
      {inspection && (
        <details class="card" open={!isTried}>
          <summary>{texts.import.mapping}</summary>
          <div class="stack">
            <div class="row spread">
              <p class="soft small">{say(texts.import.looked, formatWhole(inspection.rows), inspection.isWhole)}</p>
              <Select
                label={texts.overview.object}
                value={objectType}
                options={[...all.map(({ name, label }) => [name, label] as const), [AUTO, texts.import.auto] as const]}
                onChange={(name) => lookAgain({ objectType: name })}
              />
            </div>
            <ReadAs inspection={inspection} isLocked={isLocked} onChange={lookAgain} />
            {inspection.notes.map((note) => (
              <p class="soft small" key={note}>
                {note}
              </p>
            ))}
            <Columns
              inspection={inspection}
              type={type}
              fields={plan.fields}
              onChange={(next) => change({ fields: next })}
            />
            {type === undefined && <p class="soft small">{texts.import.autoHint}</p>}
          </div>
        </details>
      )}
      {type !== undefined && (
        <section class="card stack" aria-label={texts.import.standing}>
          <DuplicatesChoice value={plan.duplicates} onChange={(one) => change({ duplicates: one })} />
          <ImportedBefore file={file} isAgain={plan.again} onAgain={(isAgain) => change({ again: isAgain })} />
          <div class="row">
            <Button
              label={texts.import.try}
              keys="t"
              class={isTried ? 'plain' : 'primary'}
              disabled={isLocked}
              onClick={() => void run('dryRun')}
            />
            <Button
              label={say(texts.import.startAs, type.labelPlural)}
              keys="i"
              class={isTried ? 'primary' : 'plain'}
              disabled={isLocked}
              onClick={() => void startImport()}
            />
          </div>
          {!isCleaning && outcome}
        </section>
      )}
      <details class="card" open={type === undefined || isCleaning}>
        <summary>{texts.import.cleaning}</summary>
        <div class="stack">
          <p class="soft small">{texts.import.hint}</p>
          <div>
            <Button
              label={texts.import.clean}
              class={type === undefined ? 'primary' : undefined}
              disabled={isLocked}
              onClick={() => void run('clean')}
            />
          </div>
          {(isCleaning || type === undefined) && outcome}
        </div>
      </details>
      {!pending && (
        <div>
          <Button label={texts.import.remove} class="plain" disabled={isBusy} onClick={remove} />
        </div>
      )}
    </div>
  );
}

export function Results({ file: { id, results } }: { readonly file: ShownFile }) {
  if (!allows('export')) return <p class="soft">{say(texts.error.noScope, 'export')}</p>;
  return (
    <div class="row">
      {texts.import.results}
      {results.map((result) => (
        <a key={result} class="download" href={resultAddress(id, result)} download={result}>
          {result}
        </a>
      ))}
    </div>
  );
}

interface Plan {
  readonly objectType: string;
  readonly fields: FieldsByColumn;
  readonly duplicates: DuplicateChoice;
  readonly again: boolean;
}

/** Returns the plan from the URL if present, otherwise from the last request or from automatic detection. */
function planOf({ inspection, task }: ShownFile, objectType: string, typed: URLSearchParams): Plan {
  const columns = inspection?.columns.length ?? 0;
  const map = typed.get('object') === objectType ? typed.get('map') : null;
  const isAsTried = task?.objectType === objectType && isReadAs(task, inspection);
  const guessed = (isAsTried ? task.mapping : inspection?.mapping) ?? [];
  const chosen = typed.get('duplicates') ?? (task === null ? '' : duplicatesOf(task));
  return {
    objectType,
    fields: map === null ? fieldsByColumn(columns, guessed) : mappingIn(map, columns),
    duplicates: DUPLICATES.find((one) => one === chosen) ?? '',
    again: typed.get('again') === 'yes',
  };
}

const planAsParameters = ({ objectType, fields, ...flags }: Plan): Record<string, string> => ({
  object: objectType,
  map: mappingAsText(fields),
  ...flagsAsParameters(flags),
});

/**
 * Returns the choices to keep when the file is read with other settings. Sends `again=no`, because an omitted parameter
 * keeps its previous value.
 */
const flagsAsParameters = ({ duplicates, again }: Pick<Plan, 'duplicates' | 'again'>) => ({
  duplicates: duplicates === '' ? 'scenarios' : duplicates,
  again: again ? 'yes' : 'no',
});

const taskOf = (action: FileTask['action'], { objectType, fields, duplicates, again }: Plan) => ({
  ...{ action, objectType, mapping: mappingOf(fields), again },
  ...duplicatesTask(duplicates),
});

/** Returns whether the last task matches the plan, so that the task's figures are still valid. */
function isOfPlan({ inspection, task }: ShownFile, plan: Plan): boolean {
  if (task === null || task.objectType !== plan.objectType || !isReadAs(task, inspection)) return false;
  const mapped = mappingAsText(fieldsByColumn(inspection!.columns.length, task.mapping));
  const isSame = mapped === mappingAsText(plan.fields);
  return isSame && (task.action === 'clean' || duplicatesOf(task) === plan.duplicates);
}

function duplicatesOf({ check, duplicates }: Pick<FileTask, 'check' | 'duplicates'>): DuplicateChoice {
  return check ? (duplicates ?? '') : 'all';
}

const READING = ['encoding', 'delimiter', 'sheet', 'header'] as const;

function isReadAs(task: NonNullable<ShownFile['task']>, inspection: ShownFile['inspection']): boolean {
  return inspection !== null && READING.every((name) => task[name] === inspection.said[name]);
}
