import { addressOf } from '../state/router.js';
import { texts } from '../texts.js';

const STEPS = ['file', 'trial', 'import', 'compare', 'review', 'decided'] as const;
export type Step = (typeof STEPS)[number];

/** The steps from a file to decisions, with the current step marked. */
export function Steps({ now, to }: { readonly now: Step; readonly to: Readonly<Partial<Record<Step, string>>> }) {
  return (
    <nav class="steps" aria-label={texts.steps.title}>
      <ol>
        {STEPS.map((step) => {
          const address = step === now ? undefined : to[step];
          return (
            <li key={step} aria-current={step === now ? 'step' : undefined}>
              {address === undefined ? texts.steps[step] : <a href={address}>{texts.steps[step]}</a>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** Returns the URLs of the next steps for an object. @param file an import whose records come first */
export function stepsAfter(object: string, file = ''): Readonly<Partial<Record<Step, string>>> {
  return {
    compare: addressOf(['review'], { object, file, kind: 'groups' }),
    review: addressOf(['review'], { object, file }),
    decided: addressOf(['review'], { object, tab: 'decided' }),
  };
}
