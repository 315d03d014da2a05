import { useEffect, useState } from 'preact/hooks';
import { call, resultAddress } from '../api/call.js';
import { allows, describe, objects } from '../api/objects.js';
import type { FileTask, Look, ObjectDescription, ObjectInfo, ShownFile } from '../api/types.js';
import { Select } from '../components/field.js';
import { ErrorBox, Loading } from '../components/states.js';
import { Steps, stepsAfter } from '../components/steps.js';
import { formatBytes, formatTime, formatWhole } from '../state/number-format.js';
import { addressOf, go, parameters } from '../state/router.js';
import { useResource, type Resource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { Columns } from './columns.js';
import { ReadAs } from './read-as.js';
import { fieldsByColumn, mappingAsText, mappingIn, mappingOf, type FieldsByColumn } from './column-fields.js';
import { DUPLICATES, DuplicatesChoice, duplicatesTask, type DuplicateChoice } from './duplicates-choice.js';
import { ImportedBefore } from './imported-before.js';
import { Reasons, Standing } from './standing.js';
import { isPending, usePolled } from './use-polled.js';

/** The object that is made of a file's columns. */
const AUTO = 'auto';

interface Seen {
  readonly all: readonly ObjectInfo[];
  readonly file: ShownFile;
  /** Absent: the rows are neither people nor companies. */
  readonly type: ObjectDescription | undefined;
}

/** A file of this client, asked for again while it is worked on. */
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

/** One file: what its columns are, what is to be done with it, and what came of it. */
export function FileView({ id }: { readonly id: string }) {
  const shown = useFile(id);
  const { value } = shown;
  useEffect(() => {
    // A file that is gone has left only what it became.
    if (value?.file.isGone === true) go(addressOf(['import', id, 'result']), 'replace');
  }, [value?.file.isGone]);
  const name = value?.file.name ?? id;
  useEffect(() => {
    document.title = `${name} – ${texts.name}`;
  }, [name]);
  return (
    <>
      <div class="page-head">
        <div>
          <a href={addressOf(['import'])}>{texts.import.title}</a>
          <h1>{name}</h1>
          {value && (
            <span class="soft small">
              {formatBytes(value.file.size)}, {texts.import.expires(formatTime(value.file.expires))}
            </span>
          )}
        </div>
      </div>
      {shown.error && <ErrorBox error={shown.error} retry={shown.reload} />}
      {value === undefined && shown.isLoading && <Loading />}
      {value && <Known {...value} reload={shown.reload} />}
    </>
  );
}

interface KnownProps extends Seen {
  readonly reload: () => void;
}

function Known({ all, file, type, reload }: KnownProps) {
  const [refused, setRefused] = useState<Error | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const { inspection, imported } = file;
  const params = { fileId: file.id };
  const columns = inspection?.columns.length ?? 0;
  const objectType = type?.name ?? AUTO;
  const typed = parameters.value;
  const mapped = typed.get('map');
  const fields =
    mapped !== null && typed.get('object') === objectType
      ? mappingIn(mapped, columns)
      : fieldsByColumn(columns, inspection?.mapping ?? []);
  const duplicates = DUPLICATES.find((one) => one === typed.get('duplicates')) ?? '';
  const again = typed.get('again') === 'yes';
  const change = (next: { fields?: FieldsByColumn; duplicates?: DuplicateChoice; again?: boolean }): void => {
    const map = mappingAsText(next.fields ?? fields);
    const flags = { duplicates: next.duplicates ?? duplicates, again: (next.again ?? again) ? 'yes' : '' };
    go(addressOf(['import', file.id], { object: objectType, map, ...flags }), 'replace');
  };
  const act = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setRefused(undefined);
    const isDone = await work().then(
      () => true,
      (error: unknown) => {
        setRefused(error as Error);
        return false;
      },
    );
    setBusy(false);
    reload();
    return isDone;
  };
  const run = (action: FileTask['action']): Promise<boolean> =>
    act(async () => {
      // Another page may have had the file looked at anew, or work on it: what is pressed is what is shown.
      const now = await call('file', { params });
      if (now.inspection?.objectType !== inspection?.objectType || isPending(now)) throw new Error(texts.import.moved);
      const mapping = mappingOf(fields);
      await call('runFile', { params, body: { action, objectType, mapping, again, ...duplicatesTask(duplicates) } });
    });
  const startImport = async (): Promise<void> => {
    if (await run('import')) go(addressOf(['import', file.id, 'result']));
  };
  const lookAgain = (look: Look): void =>
    void act(async () => {
      await call('inspectFile', { params, body: { ...inspection?.said, ...look } });
      // Its columns may be others now.
      go(addressOf(['import', file.id]), 'replace');
    });
  const remove = (): void =>
    void act(async () => {
      await call('deleteFile', { params });
      go(addressOf(['import']));
    });
  const pending = isPending(file);
  const isLocked = isBusy || pending;
  const result = imported === null ? {} : { import: addressOf(['import', file.id, 'result']) };
  const isTried = file.task?.action === 'dryRun' && file.status === 'completed';
  return (
    <div class="stack">
      {type !== undefined && (
        <Steps
          now={isTried ? 'trial' : 'file'}
          to={{ file: addressOf(['import']), ...result, ...(imported && stepsAfter(imported.objectType)) }}
        />
      )}
      {refused && <ErrorBox error={refused} />}
      {inspection && (
        <section class="card stack" aria-label={texts.import.mapping}>
          <div class="row spread">
            <div>
              <h2>{texts.import.mapping}</h2>
              <p class="soft small">{texts.import.looked(formatWhole(inspection.rows), inspection.isWhole)}</p>
            </div>
            <Select
              label={texts.choose}
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
          <Columns inspection={inspection} type={type} fields={fields} onChange={(next) => change({ fields: next })} />
          {type === undefined && <p class="soft small">{texts.import.autoHint}</p>}
        </section>
      )}
      <section class="card stack" aria-label={texts.import.standing}>
        {type !== undefined && (
          <>
            <DuplicatesChoice value={duplicates} onChange={(one) => change({ duplicates: one })} />
            <ImportedBefore file={file} isAgain={again} onAgain={(isAgain) => change({ again: isAgain })} />
          </>
        )}
        <div class="row">
          {type !== undefined && (
            <>
              <button
                type="button"
                class={isTried ? undefined : 'primary'}
                disabled={isLocked}
                onClick={() => void run('dryRun')}
              >
                {texts.import.try}
              </button>
              <button
                class={isTried ? 'primary' : undefined}
                type="button"
                disabled={isLocked}
                onClick={() => void startImport()}
              >
                {texts.import.startAs(type.labelPlural)}
              </button>
            </>
          )}
          <button type="button" disabled={isLocked} onClick={() => void run('clean')}>
            {texts.import.clean}
          </button>
          {!pending && (
            <button type="button" class="plain" disabled={isBusy} onClick={remove}>
              {texts.import.remove}
            </button>
          )}
        </div>
        <div class="row" role="status">
          <Standing file={file} />
          {pending && (
            <button type="button" onClick={() => void act(() => call('cancelFile', { params }))}>
              {texts.import.cancel}
            </button>
          )}
        </div>
        {pending && <p class="soft small">{texts.import.leave}</p>}
        {file.reason !== null && <ErrorBox error={new Error(file.reason)} />}
        {file.counts && <Reasons counts={file.counts} />}
        {file.cleaned?.notMerged && (
          <p>
            {texts.import.notMerged(file.cleaned.notMerged.why)} {texts.import.help(file.cleaned.notMerged.help)}
          </p>
        )}
        {file.results.length > 0 && <Results file={file} />}
        <p class="soft small">{texts.import.hint}</p>
      </section>
    </div>
  );
}

export function Results({ file: { id, results } }: { readonly file: ShownFile }) {
  if (!allows('export')) return <p class="soft">{texts.error.noScope('export')}</p>;
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
