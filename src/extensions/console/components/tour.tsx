import { Button } from './button.js';
import { formatWhole } from '../state/number-format.js';
import { endTour, nextStep, tourStep, tourView, tourViews } from '../state/tour.js';
import { say, texts } from '../texts.js';

/** A card that explains the views one after the other. The card takes no focus, so the page can still be used. */
export function Tour() {
  const view = tourView.value;
  if (view === undefined) return null;
  const step = (tourStep.value ?? 0) + 1;
  const all = tourViews.value.length;
  const end = (): void => {
    endTour();
    document.getElementById('content')?.focus();
  };
  return (
    <aside
      class="tour card"
      aria-label={texts.tour.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') end();
      }}
    >
      <p class="row spread">
        <strong>{texts.nav[view]}</strong>
        <span class="soft small">{say(texts.tour.step, formatWhole(step), formatWhole(all))}</span>
      </p>
      <p role="status">{texts.tour.steps[view]}</p>
      <div class="row spread">
        <Button label={texts.tour.skip} class="plain" onClick={end} />
        <Button
          label={step < all ? texts.tour.next : texts.tour.done}
          class="primary"
          onClick={step < all ? nextStep : end}
        />
      </div>
    </aside>
  );
}
