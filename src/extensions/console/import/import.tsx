import { useState } from 'preact/hooks';
import { PageHead, useTitle } from '../components/page-head.js';
import { call } from '../api/call.js';
import { allows, objectLabel } from '../api/objects.js';
import type { ShownFile, Upload } from '../api/types.js';
import { Empty, Pending, ErrorBox } from '../components/states.js';
import { formatBytes, formatTime } from '../state/number-format.js';
import { addressOf, go } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { say, texts, clientText } from '../texts.js';
import { BatchView } from './batch-view.js';
import { FileView } from './file-view.js';
import { Standing } from './standing.js';
import { isPending, usePolled } from '../state/use-polled.js';
import { useAct } from '../state/use-act.js';
import { Button } from '../components/button.js';

export function Import({ id, part }: { readonly id?: string | undefined; readonly part?: string | undefined }) {
  if (!allows('upsert') && (id !== undefined || !allows('admin')))
    return <Empty title={say(texts.error.noScope, 'upsert')} />;
  if (id === undefined) return <AllFiles />;
  return part === 'result' ? <BatchView key={id} id={id} /> : <FileView key={id} id={id} />;
}

function AllFiles() {
  useTitle(texts.import.title);
  const isSender = allows('upsert');
  const all = useResource(isSender ? 'files' : undefined, (signal) => call('files', { signal }), { keep: true });
  const [round, setRound] = useState(0);
  usePolled(all, all.value?.some(isPending) === true);
  const again = (): void => {
    all.reload();
    setRound(round + 1);
  };
  return (
    <>
      <PageHead title={texts.import.title} />
      <div class="stack">
        {isSender && <DropZone onSent={again} />}
        <Pending of={all} />
        {all.value?.length === 0 && (
          <Empty title={texts.import.none}>
            <p>{texts.import.noneHint}</p>
          </Empty>
        )}
        {all.value !== undefined && all.value.length > 0 && (
          <section class="card">
            <h2>{texts.import.sent}</h2>
            <ul class="files">
              {all.value.map((file) => (
                <SentFile key={file.id} file={file} />
              ))}
            </ul>
          </section>
        )}
        {allows('admin') && <Uploads round={round} />}
      </div>
    </>
  );
}

function SentFile({ file }: { readonly file: ShownFile }) {
  return (
    <li>
      <a href={addressOf(file.imported === null ? ['import', file.id] : ['import', file.id, 'result'])}>{file.name}</a>
      <span class="soft small">
        {!file.isGone && `${formatBytes(file.size)}, `}
        {formatTime(file.created)}
      </span>
      <Standing file={file} />
    </li>
  );
}

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.json,.ndjson,.jsonl,.vcf';

function DropZone({ onSent }: { readonly onSent: () => void }) {
  const [isOver, setOver] = useState(false);
  const [sending, setSending] = useState('');
  const { error, act } = useAct();
  const send = async (file: File | undefined): Promise<void> => {
    setOver(false);
    if (file === undefined || sending !== '') return;
    setSending(file.name);
    await act(async () => {
      const { id } = await call('sendFile', { query: { name: file.name }, body: file });
      onSent();
      go(addressOf(['import', id]));
    });
    setSending('');
  };
  return (
    <div class="stack">
      {error && <ErrorBox error={error} />}
      <label
        class={isOver ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          void send(event.dataTransfer?.files[0]);
        }}
      >
        <b>{sending === '' ? texts.import.drop : say(texts.import.sending, sending)}</b>
        <span class="soft small">{texts.import.dropHint}</span>
        <input
          type="file"
          accept={ACCEPTED}
          disabled={sending !== ''}
          onChange={({ currentTarget }) => {
            void send(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
      </label>
    </div>
  );
}

const UNDER_WAY: ReadonlySet<Upload['status']> = new Set(['arriving', 'queued', 'running']);

/** Shows the files of all clients, which an administrator may remove. @param round a change reloads the files */
function Uploads({ round }: { readonly round: number }) {
  const { error, act } = useAct();
  const all = useResource(`uploads ${round}`, (signal) => call('uploads', { signal }), { keep: true });
  const remove = async (id: string): Promise<void> => {
    await act(() => call('deleteUpload', { params: { fileId: id } }));
    all.reload();
  };
  const moving = all.value?.some(({ status }) => UNDER_WAY.has(status)) === true;
  usePolled(all, moving);
  if (all.error === undefined && (all.value ?? []).length === 0) return null;
  return (
    <section class="card">
      <h2>{texts.import.everyones}</h2>
      {all.error && <ErrorBox error={all.error} retry={all.reload} />}
      {error && <ErrorBox error={error} />}
      <ul class="files">
        {all.value?.map((upload) => (
          <li key={upload.id}>
            <span>
              {upload.name ?? upload.id}{' '}
              <span class="soft small">{say(texts.import.sentBy, clientText(upload.clientId, upload.clientName))}</span>
            </span>
            <span class="soft small">
              {formatBytes(upload.size)}, {formatTime(upload.created)}
            </span>
            <span class="row">
              <span class="badge">{standing(upload)}</span>
              <Button
                label={texts.import.remove}
                aria-label={say(texts.import.removeOf, upload.name ?? upload.id)}
                onClick={() => void remove(upload.id)}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function standing({ action, objectType, status }: Upload): string {
  const done = action === null ? '' : texts.import.actions[action];
  return [done, objectType && objectLabel(objectType), texts.import.statuses[status]].filter(Boolean).join(' ');
}
