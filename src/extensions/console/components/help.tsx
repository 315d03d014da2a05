import { Button } from './button.js';
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
          {texts.shortcuts.map(([keys = '', what]) => (
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
          <Button label={texts.close} onClick={close} />
          <Button
            label={texts.tour.again}
            onClick={() => {
              close();
              startTour();
            }}
          />
        </div>
      </div>
    </Dialog>
  );
}
