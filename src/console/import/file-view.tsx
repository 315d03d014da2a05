import { useState } from 'preact/hooks';
import { call, resultAddress } from '../api/call.js';
import { allows, describe, objects } from '../api/objects.js';
import type { FileTask, Look, ObjectDescription, ObjectInfo, ShownFile } from '../api/types.js';
import { Select } from '../components/field.js';
import { ErrorBox, Loading } from '../components/states.js';
import { formatBytes, formatTime, formatWhole } from '../state/number-format.js';
import { addressOf, go, parameters } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { Columns } from './columns.js';
import { ReadAs } from './read-as.js';
import { fieldsByColumn, mappingAsText, mappingIn, mappingOf, type FieldsByColumn } from './column-fields.js';
import { Standing } from './standing.js';
import { isPending, usePolled } from './use-polled.js';

/** The object that is made of a file's columns. */
const AUTO = 'auto';

/** One file: what its columns are, what is to be done with it, and what came of it. */
export function FileView({ id }: { readonly id: string }) {
  const shown = useResource(
    id,
    async (signal) => {
      const [all, file] = await Promise.all([objects(), call('file', { params: { fileId: id }, signal })]);
      const name = file.inspection?.objectType ?? all[0]!.name;
      return { all, file, type: name === AUTO ? undefined : await describe(name) };
    },
    { keep: true },
  );
  const { value } = shown;
  usePolled(shown, value !== undefined && isPending(value.file));
  return (
    <>
      <div class="page-head">
        <div>
          <a href={addressOf(['import'])}>{texts.import.title}</a>
          <h1>{value?.file.name ?? id}</h1>
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

interface KnownProps {
  readonly all: readonly ObjectInfo[];
  readonly file: ShownFile;
  /** Absent: the rows are neither people nor companies. */
  readonly type: ObjectDescription | undefined;
  readonly reload: () => void;
}

function Known({ all, file, type, reload }: KnownProps) {
  const [refused, setRefused] = useState<Error | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const { inspection } = file;
  const params = { fileId: file.id };
  const columns = inspection?.columns.length ?? 0;
  const objectType = type?.name ?? AUTO;
  const typed = parameters.value;
  const mapped = typed.get('map');
  const fields =
    mapped !== null && typed.get('object') === objectType
      ? mappingIn(mapped, columns)
      : fieldsByColumn(columns, inspection?.mapping ?? []);
  const check = typed.get('check') !== 'no';
  const again = typed.get('again') === 'yes';
  const change = (next: { fields?: FieldsByColumn; check?: boolean; again?: boolean }): void => {
    const map = mappingAsText(next.fields ?? fields);
    const flags = { check: (next.check ?? check) ? '' : 'no', again: (next.again ?? again) ? 'yes' : '' };
    go(addressOf(['import', file.id], { object: objectType, map, ...flags }), 'replace');
  };
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setRefused(undefined);
    await work().catch((error: unknown) => setRefused(error as Error));
    setBusy(false);
    reload();
  };
  const run = (action: FileTask['action']): void =>
    void act(() => call('runFile', { params, body: { action, objectType, mapping: mappingOf(fields), check, again } }));
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
  return (
    <div class="stack">
      {refused && <ErrorBox error={refused} />}
      <section class="card stack" aria-label={texts.import.standing}>
        <div class="row spread">
          <span role="status">
            <Standing file={file} />
          </span>
          <span class="row">
            {pending && (
              <button type="button" onClick={() => void act(() => call('cancelFile', { params }))}>
                {texts.import.cancel}
              </button>
            )}
            {!pending && (
              <button type="button" class="plain" disabled={isBusy} onClick={remove}>
                {texts.import.remove}
              </button>
            )}
          </span>
        </div>
        {pending && <p class="soft small">{texts.import.leave}</p>}
        {file.reason !== null && <ErrorBox error={new Error(file.reason)} />}
        {file.cleaned?.notMerged && (
          <p>
            {texts.import.notMerged(file.cleaned.notMerged.why)} {texts.import.help(file.cleaned.notMerged.help)}
          </p>
        )}
        {file.results.length > 0 && <Results file={file} />}
        {inspection?.notes.map((note) => (
          <p class="soft small" key={note}>
            {note}
          </p>
        ))}
      </section>
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
          <Columns inspection={inspection} type={type} fields={fields} onChange={(next) => change({ fields: next })} />
          {type === undefined && <p class="soft small">{texts.import.autoHint}</p>}
          <div class="stack">
            {type !== undefined && (
              <>
                <label class="check">
                  <input
                    type="checkbox"
                    checked={check}
                    onChange={({ currentTarget: { checked } }) => change({ check: checked })}
                  />
                  {texts.import.check}
                </label>
                <label class="check">
                  <input
                    type="checkbox"
                    checked={again}
                    onChange={({ currentTarget: { checked } }) => change({ again: checked })}
                  />
                  {texts.import.again}
                </label>
              </>
            )}
            <div class="row">
              {type !== undefined && (
                <>
                  <button type="button" disabled={isLocked} onClick={() => run('dryRun')}>
                    {texts.import.try}
                  </button>
                  <button class="primary" type="button" disabled={isLocked} onClick={() => run('import')}>
                    {texts.import.start}
                  </button>
                </>
              )}
              <button type="button" disabled={isLocked} onClick={() => run('clean')}>
                {texts.import.clean}
              </button>
            </div>
            <p class="soft small">{texts.import.hint}</p>
          </div>
        </section>
      )}
    </div>
  );
}

function Results({ file: { id, results } }: { readonly file: ShownFile }) {
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
