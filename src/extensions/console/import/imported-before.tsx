import { Check } from '../components/field.js';
import { call } from '../api/call.js';
import type { ShownFile } from '../api/types.js';
import { formatTime } from '../state/number-format.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { say, texts } from '../texts.js';

interface BeforeProps {
  readonly file: ShownFile;
  readonly isAgain: boolean;
  readonly onAgain: (isAgain: boolean) => void;
}

/** Reports when the same content was imported before, and the effect of a second import. */
export function ImportedBefore({ file, isAgain, onAgain }: BeforeProps) {
  const { sha256, status, reason } = file;
  const found = useResource(
    `${file.id} ${status}`,
    async (signal) =>
      (await call('files', { signal })).find(
        (one) => one.sha256 === sha256 && one.imported !== null && one.imported.undo === null,
      ),
    { keep: true },
  );
  const before = found.value;
  // An import by another user or by a command is known only because the service rejects a second import.
  if (before === undefined && !(status === 'failed' && reason?.includes('imported') === true) && !isAgain) return null;
  return (
    <div class="stack">
      {before?.imported && (
        <p>
          {say(texts.import.before, formatTime(before.imported.began))}{' '}
          <a href={addressOf(['import', before.id, 'result'])}>{texts.import.beforeLink}</a>
        </p>
      )}
      <Check label={texts.import.again} isOn={isAgain} onChange={onAgain} />
    </div>
  );
}
