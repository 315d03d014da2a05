import { PageHead, useTitle } from '../components/page-head.js';
import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { allows } from '../api/objects.js';
import type { ShownFile } from '../api/types.js';
import { Empty, Pending } from '../components/states.js';
import { formatBytes, formatTime } from '../state/number-format.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';
import { BatchView } from './batch-view.js';
import { DropZone } from './drop-zone.js';
import { FileView } from './file-view.js';
import { Standing } from './standing.js';
import { Uploads } from './uploads.js';
import { isPending, usePolled } from '../state/use-polled.js';

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
