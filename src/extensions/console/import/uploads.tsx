import { useAct } from '../state/use-act.js';
import { Button } from '../components/button.js';
import { call } from '../api/call.js';
import { objectLabel } from '../api/objects.js';
import type { Upload } from '../api/types.js';
import { ErrorBox } from '../components/states.js';
import { formatBytes, formatTime } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { clientText, say, texts } from '../texts.js';
import { usePolled } from '../state/use-polled.js';

const UNDER_WAY: ReadonlySet<Upload['status']> = new Set(['arriving', 'queued', 'running']);

/** Shows the files of all clients, which an administrator may remove. @param round a change reloads the files */
export function Uploads({ round }: { readonly round: number }) {
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
