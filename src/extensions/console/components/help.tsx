import { helpShown } from '../state/keys.js';
import { startTour } from '../state/tour.js';
import { texts } from '../texts.js';
import { LanguageChoice } from './language-choice.js';
import { Dialog } from './dialog.js';

export function Help() {
  const close = (): void => {
    helpShown.value = false;
  };
  return (
    <Dialog label={texts.help} onClose={close}>
      <div class="stack">
        <h2>{texts.help}</h2>
        <dl class="shortcuts">
          {texts.shortcuts.map(([keys, what]) => (
            <>
              <dt>
                {keys.split(' ').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </>
          ))}
        </dl>
        <LanguageChoice />
        <div class="row">
          <button type="button" onClick={close}>
            {texts.close}
          </button>
          <button
            type="button"
            onClick={() => {
              close();
              startTour();
            }}
          >
            {texts.tour.again}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
