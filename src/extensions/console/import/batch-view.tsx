import { useAct } from '../state/use-act.js';
import { PageHead, useTitle } from '../components/page-head.js';
import { Button } from '../components/button.js';
import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { allows } from '../api/objects.js';
import type { ObjectDescription, ShownFile } from '../api/types.js';
import { CompareAll } from '../components/compare-all.js';
import { ConfirmButton } from '../components/confirm.js';
import { ErrorBox, Loading, Pending } from '../components/states.js';
import { Steps, stepsAfter } from '../components/steps.js';
import { RecordLink } from '../records/record-link.js';
import { formatTime, formatWhole } from '../state/number-format.js';
import { useKeys } from '../state/keys.js';
import { addressOf, go } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { say, textOf, texts } from '../texts.js';
import { fieldsByColumn, WHOLE_NAME } from './column-fields.js';
import { Results, useFile } from './file-view.js';
import { countedText, Reasons, Standing } from './standing.js';
import { isPending } from '../state/use-polled.js';

/** The imported rows of a file as one batch, with the result and a button to undo it. */
export function BatchView({ id }: { readonly id: string }) {
  const shown = useFile(id);
  const { value } = shown;
  const name = value?.file.name ?? id;
  useTitle(name, texts.review.file);
  return (
    <>
      <PageHead
        title={say(texts.import.batchOf, name)}
        back={[['import'], texts.import.title]}
        about={
          value?.file.imported && (
            <span class="soft small">
              {value.type?.labelPlural}, {formatTime(value.file.imported.began)}
            </span>
          )
        }
      />
      <Pending of={shown} />
      {value && <Batch file={value.file} type={value.type} reload={shown.reload} />}
    </>
  );
}

interface BatchProps {
  readonly file: ShownFile;
  readonly type: ObjectDescription | undefined;
  readonly reload: () => void;
}

function Batch({ file, type, reload }: BatchProps) {
  const { error: refused, act: actOnce } = useAct();
  const { imported, task } = file;
  const params = { fileId: file.id };
  const pending = isPending(file);
  const act = async (id: 'undoFile' | 'cancelFile'): Promise<void> => {
    await call(id, { params });
    reload();
  };
  const counts = imported?.counts ?? (task?.action === 'import' ? file.counts : null);
  const isUndone = imported?.undo != null;
  const hasSaved = counts === null || counts.created + counts.updated > 0;
  const isOpen = imported !== null && !pending && !isUndone;
  const possible = useResource(isOpen && allows('read') ? file.id : undefined, (signal) =>
    call('suspectedPairs', { query: { file: file.id, page: 1, pageSize: 1 }, signal }),
  );
  const pairs = possible.value?.totalSize ?? 0;
  const pairsAddress = addressOf(['review'], { file: file.id });
  useKeys(pairs > 0 ? { v: () => go(pairsAddress) } : {});
  return (
    <div class="stack">
      <Steps
        now="import"
        to={{
          file: addressOf(['import']),
          ...(!file.isGone && { trial: addressOf(['import', file.id]) }),
          ...(imported && stepsAfter(imported.objectType, file.id)),
        }}
      />
      {refused && <ErrorBox error={refused} />}
      <section class="card stack" aria-label={texts.review.file}>
        <div class="row spread">
          <span role="status">
            <Standing file={file} />
          </span>
          {pending && <Button label={texts.cancel} onClick={() => void actOnce(() => act('cancelFile'))} />}
        </div>
        {pending && <p class="soft small">{texts.import.leave}</p>}
        {file.reason !== null && <ErrorBox error={new Error(file.reason)} />}
        {!pending && (imported === null || counts?.read === 0) && <p>{texts.import.nothingImported}</p>}
        {isUndone && counts && <p class="small">{countedText(counts, false)}</p>}
        {imported?.undo && (
          <p>
            {say(texts.import.undoneAt, formatTime(imported.undo.time))}{' '}
            {say(
              texts.import.undone,
              formatWhole(imported.undo.undone),
              imported.undo.left === 0 ? '' : formatWhole(imported.undo.left),
            )}
          </p>
        )}
        {pairs > 0 && (
          <p class="row">
            {say(texts.import.possible, formatWhole(pairs))}
            <a class="button primary" href={pairsAddress}>
              {texts.import.reviewThem} <kbd>v</kbd>
            </a>
          </p>
        )}
        {counts && <Reasons counts={counts} />}
        {file.results.length > 0 && <Results file={file} />}
        {imported !== null && !pending && (
          <div class="row">
            {!isUndone && hasSaved && allows('review') && (
              <CompareAll
                isSecond={pairs > 0}
                objectType={imported.objectType}
                label={say(texts.import.compareAll, type?.labelPlural ?? imported.objectType)}
                onStarted={() => go(stepsAfter(imported.objectType, file.id).compare!)}
              />
            )}
            {allows('undo') && hasSaved && (!isUndone || imported.undo!.left > 0) && (
              <ConfirmButton
                label={texts.import.undo}
                title={texts.import.undo}
                isHarmless
                onConfirm={() => act('undoFile')}
              >
                <p>{texts.import.undoHint}</p>
              </ConfirmButton>
            )}
          </div>
        )}
      </section>
      {file.inspection && task && type && <Mapping file={file} type={type} />}
      {imported !== null && !pending && hasSaved && allows('history') && <Changes file={file} />}
    </div>
  );
}

function Mapping({ file: { inspection, task }, type }: { readonly file: ShownFile; readonly type: ObjectDescription }) {
  const { columns } = inspection!;
  const labels = new Map(type.fields.map(({ name, label }) => [name, label]));
  const fields = fieldsByColumn(columns.length, task!.mapping);
  return (
    <details class="card">
      <summary>{texts.import.mapping}</summary>
      <dl class="values small">
        {columns.map(({ label }, i) => {
          const field = fields[i]!;
          const whole = field === WHOLE_NAME ? texts.import.wholeName : (labels.get(field) ?? field);
          return (
            <>
              <dt>{label}</dt>
              <dd>{field === '' ? <span class="soft">{texts.import.leftOut}</span> : whole}</dd>
            </>
          );
        })}
      </dl>
    </details>
  );
}

const PAGE_SIZE = 50;

function Changes({ file }: { readonly file: ShownFile }) {
  const [pages, setPages] = useState<readonly string[]>(['']);
  const after = pages.at(-1)!;
  const found = useResource(
    `${file.id} ${after} ${file.imported?.undo?.time ?? ''}`,
    (signal) =>
      call('fileChanges', {
        params: { fileId: file.id },
        query: { ...(after !== '' && { after }), pageSize: PAGE_SIZE },
        signal,
      }),
    { keep: true },
  );
  const { value, error } = found;
  return (
    <section class="card stack" aria-label={texts.import.records}>
      <h2>{texts.import.records}</h2>
      {error && <ErrorBox error={error} retry={found.reload} />}
      {value === undefined && found.isLoading && <Loading />}
      {value && (
        <ul class="files">
          {value.records.map(({ changeId, recordId, objectType, name, action, reason, score }) => (
            <li key={changeId}>
              {name === null ? (
                <RecordLink id={recordId} />
              ) : (
                <a href={addressOf(['records', objectType, recordId])}>{name}</a>
              )}
              <span class="small">{texts.record.actions[action]}</span>
              <span class="soft small">
                {reason !== null && textOf(texts.record.reasons, reason)}
                {score !== null && `, ${texts.search.total} ${formatWhole(score)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {value && (
        <div class="row">
          <Button
            label={texts.review.previous}
            disabled={pages.length === 1}
            onClick={() => setPages(pages.slice(0, -1))}
          />
          <Button
            label={texts.tour.next}
            disabled={value.next === null}
            onClick={() => setPages([...pages, value.next!])}
          />
        </div>
      )}
    </section>
  );
}
