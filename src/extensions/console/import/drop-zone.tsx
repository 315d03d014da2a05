import { useAct } from '../state/use-act.js';
import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { ErrorBox } from '../components/states.js';
import { addressOf, go } from '../state/router.js';
import { say, texts } from '../texts.js';

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.json,.ndjson,.jsonl,.vcf';

export function DropZone({ onSent }: { readonly onSent: () => void }) {
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
