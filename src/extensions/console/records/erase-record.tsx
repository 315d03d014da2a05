import { Button } from '../components/button.js';
import { useState } from 'preact/hooks';
import { call, heldAddress } from '../api/call.js';
import { allows } from '../api/objects.js';
import { ConfirmButton } from '../components/confirm.js';
import { Dialog } from '../components/dialog.js';
import { say, texts } from '../texts.js';

interface EraseProps {
  readonly objectType: string;
  readonly id: string;
  readonly name: string;
  readonly onErased: () => void;
}

/** For data protection requests: downloads everything stored about a record, even a deleted one, and erases it. */
export function EraseRecord({ objectType, id, name, onErased }: EraseProps) {
  const [left, setLeft] = useState<readonly string[]>();
  const erase = async (): Promise<void> => {
    setLeft((await call('erase', { params: { objectType, recordId: id } })).outOfReach);
  };
  const close = (): void => {
    setLeft(undefined);
    onErased();
  };
  return (
    <>
      {allows('disclose') && (
        <a href={heldAddress(objectType, id)} download={`${id}.json`} title={texts.record.heldHint}>
          {texts.record.held}
        </a>
      )}
      {allows('erase') && (
        <ConfirmButton
          label={texts.record.erase}
          title={say(texts.record.eraseAsk, name)}
          typed={{ label: say(texts.record.eraseWord, name), words: [name, id] }}
          onConfirm={erase}
        >
          <p>{texts.record.eraseHint}</p>
        </ConfirmButton>
      )}
      {left !== undefined && (
        <Dialog label={texts.record.erase} onClose={close}>
          <div class="stack">
            <p role="status">{texts.record.erased}</p>
            <ul>
              {left.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
            <Button label={texts.close} onClick={close} />
          </div>
        </Dialog>
      )}
    </>
  );
}
